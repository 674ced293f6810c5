"""What the person prefers, in a conversation by lines: how they are spoken to, and their settings."""

import msgspec

from tuicards.client_state import ClientState
from tuicards.errors import Refused as NotPossible
from tuicards.locale.languages import LANGUAGES, Language
from tuicards.preferences.saving import SettingsFile
from tuicards.preferences.sources import Preferences
from tuicards.settings import NAMES, Settings
from tuicards.text.manual import language_line, setting_line, setting_lines
from tuicards.text.voice import Voice


class Liking:
    """The settings that count now, and the voice that follows them."""

    def __init__(self, language: Language, settings: Settings, keeper: SettingsFile | None = None) -> None:
        """`keeper`: where changed settings go; nowhere without."""
        self.settings = settings
        self.voice = Voice(language, settings.cards)
        self._keeper = keeper or SettingsFile(Preferences(settings=settings))

    def change(self, setting: str, text: str, state: ClientState) -> str:
        """Changes a setting at once, and says so; `keep` keeps it. Raises Refused, SetupError."""
        if setting not in NAMES:
            raise NotPossible("text.no_setting", setting=setting, known=NAMES)
        if setting == "language" and text not in LANGUAGES:
            raise NotPossible("text.no_language", text=text, known=tuple(LANGUAGES))
        changed = msgspec.structs.replace(self.settings, **{setting: self._keeper.checked(setting, text)})
        language = LANGUAGES[text] if setting == "language" else self.voice.language
        self.settings, self.voice = changed, Voice(language, changed.cards)
        if setting == "language":
            return language_line(state, self.voice)
        return setting_line(setting, changed, self.voice.speaker(state))

    def keep(self) -> None:
        """Keeps what has changed. Raises StorageError."""
        self._keeper.keep(self.settings)

    def lines(self, state: ClientState) -> list[str]:
        """All settings, and where they are kept."""
        return list(setting_lines(self.settings, self._keeper.place, state, self.voice))
