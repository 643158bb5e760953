"""The routes as a page to read: made from the OpenAPI description, without anything from elsewhere."""

from html import escape

from joute.core.state import Json

STYLE = "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}code{font-size:.95em}dt{margin-top:1rem}"


def page(description: Json) -> str:
    """Every route, what it does and what it takes."""
    rows = []
    for path, methods in description["paths"].items():
        for method, route in methods.items():
            takes = ", ".join(parameter["name"] for parameter in route.get("parameters", []))
            body = " · JSON" if "requestBody" in route else ""
            rows.append(f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{escape(route.get('summary', ''))}")
            rows.append(f"<br><small>{escape(takes)}{body}</small></dd>" if takes or body else "</dd>")
    title = escape(f"{description['info']['title']} {description['info']['version']}")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
        f'<p>For machines: <a href="/api/openapi.json">OpenAPI</a>. Messages of tables: docs/wire.md.</p><dl>{"".join(rows)}</dl></html>'
    )
