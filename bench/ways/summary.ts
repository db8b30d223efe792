import type { Entry } from './entries.ts';

/** A way through the sources, as counts. */
export interface Way {
  /** Requests to the product. */
  requests: number;
  files: number;
  folders: number;
  /** Folders directly below `src`; files there count as one. */
  rooms: number;
  functions: number;
  calls: number;
  /** How often the way comes back to a room that it has left, within a request. */
  returns: number;
}

/** Returns the room of a file: `users` for `src/users/sql/people.ts`. */
export const roomOf = (file: string): string => {
  const [, room = '', ...rest] = file.split('/');
  return rest.length === 0 ? '(top)' : room;
};

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/** Sums up the functions that the requests of a way entered, in their order. */
export function summarize(requests: readonly (readonly Entry[])[]): Way {
  const entries = requests.flat();
  const different = (name: (entry: Entry) => string): number => new Set(entries.map(name)).size;
  return {
    requests: requests.length,
    files: different(({ file }) => file),
    folders: different(({ file }) => folderOf(file)),
    rooms: different(({ file }) => roomOf(file)),
    functions: different(({ file, place }) => `${file} ${place}`),
    calls: entries.length,
    returns: requests.reduce((sum, one) => sum + returnsOf(one.map(({ file }) => roomOf(file))), 0),
  };
}

/** Counts how often a room comes again after another one. */
export function returnsOf(rooms: readonly string[]): number {
  const left = new Set<string>();
  let count = 0;
  for (const [at, room] of rooms.entries()) {
    const before = rooms[at - 1];
    if (before === undefined || before === room) continue;
    left.add(before);
    if (left.has(room)) count++;
  }
  return count;
}
