"""How a person's settings are found, told and kept: flags over environment over file over defaults."""
