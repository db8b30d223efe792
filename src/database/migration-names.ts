import { readdirSync } from 'node:fs';

const folder = new URL('../../migrations/', import.meta.url);

/** The migrations of this release, in order, by their files. A start that has none to run does not load them. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .flatMap((file) => /^(\d{4}_\w+)\.ts$/.exec(file)?.[1] ?? [])
    .toSorted();
}
