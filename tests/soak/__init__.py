"""An endurance test: hundreds of tables, people who drop out and come back, and a server that is killed."""
