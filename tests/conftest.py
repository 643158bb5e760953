"""Fast tests first, slow ones last; each begins in English, whatever the one before it spoke; catalogues are compiled before."""

from collections.abc import Iterator

import pytest
from catalogue import compile_catalogues

from joute.i18n import Language, set_language


def pytest_configure() -> None:
    compile_catalogues()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A command told to speak French would leave its process speaking French."""
    set_language(Language.en)
    yield
    set_language(Language.en)
