"""Walks through the pages of a list, asking for each when it is needed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

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


def _more(page: Page[Any]) -> bool:
    # An empty page always ends the walk, or the walk might never end.
    return page.pagination.has_more and len(page.data) > 0


def by_page(fetch: Callable[[int], P]) -> Iterator[P]:
    number = 1
    page = fetch(number)
    yield page
    while _more(page):
        number += 1
        page = fetch(number)
        yield page


def by_offset(fetch: Callable[[int], P]) -> Iterator[P]:
    offset = 0
    page = fetch(offset)
    yield page
    while _more(page):
        offset += len(page.data)
        page = fetch(offset)
        yield page


async def async_by_page(fetch: Callable[[int], Awaitable[P]]) -> AsyncIterator[P]:
    number = 1
    page = await fetch(number)
    yield page
    while _more(page):
        number += 1
        page = await fetch(number)
        yield page


async def async_by_offset(fetch: Callable[[int], Awaitable[P]]) -> AsyncIterator[P]:
    offset = 0
    page = await fetch(offset)
    yield page
    while _more(page):
        offset += len(page.data)
        page = await fetch(offset)
        yield page


def items(pages: Iterator[Page[T]]) -> Iterator[T]:
    for page in pages:
        yield from page.data


async def async_items(pages: AsyncIterator[Page[T]]) -> AsyncIterator[T]:
    async for page in pages:
        for item in page.data:
            yield item
