// The flags that the commands of configuration share.
import { Option } from 'commander';
import type { Directory } from '../config/objects.ts';
import { UsageError } from '../failures.ts';
import { collect } from '../flags.ts';
import { secretFields } from '../generated/config-kinds.ts';

export const directoryOption = (about: string): Option =>
  new Option('-f, --folder <folder>', about).makeOptionMandatory();

export const pruneOption = (): Option =>
  new Option('--prune', 'Delete what an apply has made or taken over, and the files do not have any more');

export const mostDeletionsOption = (): Option => {
  const option = new Option('--most-deletions <number>', 'Change nothing if more objects would be deleted');
  return option.argParser((text: string): number => {
    if (/^\d{1,5}$/.test(text)) return Number(text);
    throw new UsageError('--most-deletions takes a number, such as 3.');
  });
};

/** @throws {UsageError} where a wrong folder, or a merge that went wrong, would delete everything */
export function checkPrune({ objects }: Pick<Directory, 'objects'>, prune: boolean): void {
  if (prune && objects.length === 0)
    throw new UsageError(
      'The files have no object, so --prune would delete everything. If this is right, say with keyward config apply --most-deletions how many objects may go.',
    );
}

/** Completion finds the kinds by the choices. */
export const kindOption = (about: string): Option => {
  const kinds = Object.keys(secretFields);
  const option = new Option('--kind <kind>', `${about} (repeat it for more)`).choices(kinds);
  option.argParser((kind: string, before?: unknown): string[] => {
    if (!kinds.includes(kind)) throw new UsageError(`--kind takes one of ${kinds.join(', ')}.`);
    return collect(kind, before as string[] | undefined);
  });
  return option;
};
