"""The HTTP side: routes, middleware, errors, static files."""
