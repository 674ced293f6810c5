"""The line-by-line client, for screen readers, scripts and very poor terminals.

It tells each thing that happens in one line and reads one command or move a line. It draws nothing:
no boxes, no colours, no cursor movements.
"""
