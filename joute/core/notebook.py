"""Objects that draw themselves as HTML in a notebook."""


class NotebookHtml:
    """A base class: the picture is made by `joute.report`, which is imported when a notebook asks for it."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """For IPython, Jupyter and marimo."""
        from joute.report.object_html import drawing

        return drawing(self)
