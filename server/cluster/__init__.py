"""Several servers as one: a common lobby, and for each table one node that owns it, over Redis or Valkey."""
