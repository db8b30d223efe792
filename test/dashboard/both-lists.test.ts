import { expect, test } from 'vitest';
import {
  mergedPage,
  type Numbered,
  type Placed,
} from '../../dashboard/src/sections/applications/both-lists.ts';

const limit = 5;
const id = (prefix: string, at: number) => `${prefix}_${String(at).padStart(26, '0')}`;
const row = (prefix: string, at: number, second = at): Placed => ({
  id: id(prefix, at),
  createdAt: new Date(1_800_000_000_000 + second * 1000).toISOString(),
});

interface List {
  rows: Placed[];
  /** How many pages were read. */
  reads: number;
  page: Numbered<Placed>;
}

/** The order of the lists of the API. */
const newest = (one: Placed, other: Placed): number =>
  one.createdAt === other.createdAt
    ? one.id.localeCompare(other.id)
    : other.createdAt.localeCompare(one.createdAt);

/** A list of the API that others change. */
function aList(rows: Placed[]): List {
  const list: List = {
    rows,
    reads: 0,
    page: async (page, size) => {
      list.reads += 1;
      const all = list.rows.toSorted(newest);
      const before = (page - 1) * size;
      return {
        rows: all.slice(before, before + size),
        hasMore: before + size < all.length,
        total: all.length,
      };
    },
  };
  return list;
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Turns the pages to the end. @param between what others do before each further page */
async function allPages(lists: List[], between: (turn: number) => void = () => undefined) {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await mergedPage(
      lists.map(({ page }) => page),
      cursor,
      limit,
    );
    pages.push(rows.map((one) => one.id));
    if (nextCursor === undefined) return pages;
    cursor = nextCursor;
    between(pages.length);
  }
}

test('two lists are one: each row once, in order, on full pages', async () => {
  // The times of both meet, and most of one list is older than the other one.
  const clients = aList(range(23).map((at) => row('cli', at, Math.floor(at / 3))));
  const providers = aList(range(31).map((at) => row('sp', at, Math.floor(at / 7))));
  const pages = await allPages([clients, providers]);
  const expected = [...clients.rows, ...providers.rows].toSorted(newest);
  expect(pages.flat()).toEqual(expected.map((one) => one.id));
  expect(pages.slice(0, -1).map((one) => one.length)).toEqual(pages.slice(0, -1).map(() => limit));
  // Each page reads only what is near it.
  expect(clients.reads + providers.reads).toBeLessThanOrEqual(pages.length * 2 * 2);
});

test('what others add and delete meanwhile moves no row to another page', async () => {
  const clients = aList(range(40).map((at) => row('cli', at)));
  const providers = aList(range(40).map((at) => row('sp', at)));
  const stay = new Set(range(40).flatMap((at) => (at < 20 ? [id('cli', at), id('sp', at)] : [])));
  const pages = await allPages([clients, providers], (turn) => {
    clients.rows.push(...range(turn % 4).map((at) => row('cli', 100 + turn * 10 + at)));
    // The oldest of the newer half, so that all older rows move to the front.
    if (turn % 3 === 0) providers.rows = providers.rows.filter((one) => stay.has(one.id) || turn > 9);
    if (turn % 3 === 1)
      clients.rows = clients.rows.filter(({ id: one }) => stay.has(one) || one > id('cli', 30));
  });
  const seen = pages.flat();
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining([...stay]));
});

test('a cursor of another form begins at the first page', async () => {
  const clients = aList(range(3).map((at) => row('cli', at)));
  const { rows } = await mergedPage([clients.page], '2', limit);
  expect(rows).toHaveLength(3);
});
