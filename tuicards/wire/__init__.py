"""The protocol, sans-I/O: frames, codec, messages and the two ends of a connection. See PROTOCOL.md."""
