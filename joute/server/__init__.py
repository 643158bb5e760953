"""The server: live tables for people, agents and programs; it is the only referee, and only views leave it."""
