// Who I am is remembered by this browser: the name, and a number that opens the seat again after a reload.
// Where it may keep nothing, the number lasts as long as the page.
"use strict";

const ROOM = { columns: 80, lines: 24 };
const LETTER = { wide: 0.6, high: 1.32 }; // of the font's size
const SIZES = { smallest: 7, largest: 18 };
const REST = 400; // milliseconds after which a window has its size

let ownMemory = {};

function remembered(key) {
  try {
    return localStorage.getItem("tuicards." + key) || ownMemory[key] || "";
  } catch {
    return ownMemory[key] || "";
  }
}

function remember(key, value) {
  ownMemory[key] = value;
  try {
    localStorage.setItem("tuicards." + key, value);
  } catch {
    return;
  }
}

function visitor() {
  if (!/^[0-9a-f]{32}$/.test(remembered("visitor"))) {
    const drawn = crypto.getRandomValues(new Uint8Array(16));
    remember("visitor", Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return remembered("visitor");
}

function nameAsked() {
  return new URLSearchParams(location.search).get("name") || "";
}

function openDoor(form) {
  const field = form.querySelector("#name");
  field.value = nameAsked() || remembered("name");
  form.hidden = false;
  field.focus();
  field.select();
}

function fontSize() {
  const across = window.innerWidth / (ROOM.columns * LETTER.wide);
  const down = window.innerHeight / (ROOM.lines * LETTER.high);
  return Math.max(SIZES.smallest, Math.min(SIZES.largest, Math.floor(Math.min(across, down))));
}

function prepare(terminal) {
  remember("name", nameAsked());
  const place = new URL(`ws/${visitor()}/${encodeURIComponent(nameAsked())}`, location.href);
  place.protocol = location.protocol.replace("http", "ws");
  terminal.dataset.sessionWebsocketUrl = place.href;
  terminal.dataset.fontSize = fontSize();
  new MutationObserver(follow).observe(document.body, { attributeFilter: ["class"] });
  document.fonts.ready.then(() => window.dispatchEvent(new Event("resize")));
  comeBackWhenTooNarrow(terminal);
}

// The letters keep the size that they have at the beginning. A keyboard on the screen takes height, never width.
function comeBackWhenTooNarrow(terminal) {
  let rest = 0;
  window.addEventListener("resize", () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      const fits = window.innerWidth >= ROOM.columns * LETTER.wide * terminal.dataset.fontSize;
      if (!fits && fontSize() < terminal.dataset.fontSize) {
        location.reload();
      }
    }, REST);
  });
}

function follow() {
  const classes = document.body.classList;
  if (classes.contains("-closed")) {
    document.querySelector("#again").focus();
  } else if (classes.contains("-first-byte")) {
    document.querySelector(".xterm-helper-textarea").focus();
  }
}

const door = document.querySelector("#door");
const terminal = document.querySelector("#terminal");
if (door) {
  openDoor(door);
}
if (terminal) {
  document.querySelector("#again").addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  prepare(terminal);
}
