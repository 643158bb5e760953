"""Long-lived connections: WebSockets, server-sent events, and bots that connect from outside."""
