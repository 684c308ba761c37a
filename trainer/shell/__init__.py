"""The interactive shell: the only room, with the command line, that prints."""
