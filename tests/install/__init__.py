"""How the program installs: from wheel and source, by every usual tool, with the oldest and newest dependencies."""
