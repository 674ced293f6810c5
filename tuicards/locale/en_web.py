"""English phrases of the page on which the full screen is served to browsers."""

from tuicards.phrase import Phrases

WEB: Phrases = {
    "extra_needed": "That needs more packages: pip install 'tuicards[{extra}]'",
    "web.visit": "Your friends open in their browsers: {url}",
    "web.stop": "Ctrl+C ends it.",
    "web.needs_address": "{flag} is for a server elsewhere: name its address before it.",
    "web.bad_url": "{text} is no address of a page: it begins with http:// or https:// and names a machine.",
    "settings.kept_for_page": "Kept for this browser while the page is served",
    "web.ask_name": "Your name",
    "web.enter": "Come in",
    "web.waiting": "One moment …",
    "web.over": "You are out. If you have a seat here, it waits for you a while.",
    "web.again": "Come back",
    "web.another_name": "Under another name",
    "web.no_script": "This page needs JavaScript.",
    "web.full": "So many people are here that there is no room at present. Try again in a while.",
    "web.foreign_name": "Under this name the page is not shown: open it by the machine's address. "
    "Whoever runs it can name another one with --public-url.",
}
