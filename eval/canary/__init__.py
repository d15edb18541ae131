"""The canary: a minute of every task, to see at once that nothing has fallen."""
