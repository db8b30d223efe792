"""Walks through the pages of a list, asking for each when it is needed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, Literal, Protocol, TypeVar

from ._errors import KeywardAnswerError

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class _Pagination(Protocol):
    @property
    def has_more(self) -> bool: ...


class Page(Protocol[T_co]):
    @property
    def data(self) -> Sequence[T_co]: ...
    @property
    def pagination(self) -> _Pagination: ...


P = TypeVar("P", bound=Page[Any])


class _Walk:
    """Where the next page stands: the number of a page, or an offset."""

    def __init__(self, style: Literal["page", "offset"]) -> None:
        self._style = style
        self.at = 1 if style == "page" else 0

    def checked(self, page: P) -> P:
        """@raises KeywardAnswerError for another page than the one asked for, which would come again"""
        if getattr(page.pagination, self._style, self.at) != self.at:
            raise KeywardAnswerError(
                "the answer is not the page that was asked for", code="UNEXPECTED_ANSWER"
            )
        return page

    def goes_on(self, page: Page[Any]) -> bool:
        """Whether another page follows, which `at` then names."""
        self.at += 1 if self._style == "page" else len(page.data)
        # An empty page always ends the walk, or the walk might never end.
        return page.pagination.has_more and len(page.data) > 0


def _walk(walk: _Walk, fetch: Callable[[int], P]) -> Iterator[P]:
    more = True
    while more:
        page = walk.checked(fetch(walk.at))
        yield page
        more = walk.goes_on(page)


async def _async_walk(walk: _Walk, fetch: Callable[[int], Awaitable[P]]) -> AsyncIterator[P]:
    more = True
    while more:
        page = walk.checked(await fetch(walk.at))
        yield page
        more = walk.goes_on(page)


def by_page(fetch: Callable[[int], P]) -> Iterator[P]:
    return _walk(_Walk("page"), fetch)


def by_offset(fetch: Callable[[int], P]) -> Iterator[P]:
    return _walk(_Walk("offset"), fetch)


def async_by_page(fetch: Callable[[int], Awaitable[P]]) -> AsyncIterator[P]:
    return _async_walk(_Walk("page"), fetch)


def async_by_offset(fetch: Callable[[int], Awaitable[P]]) -> AsyncIterator[P]:
    return _async_walk(_Walk("offset"), fetch)


def items(pages: Iterator[Page[T]]) -> Iterator[T]:
    for page in pages:
        yield from page.data


async def async_items(pages: AsyncIterator[Page[T]]) -> AsyncIterator[T]:
    async for page in pages:
        for item in page.data:
            yield item
