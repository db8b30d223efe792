// keyward config export: what there is, as files.
import { Option } from 'commander';
import { commandOf } from '../command.ts';
import { compare, openForExport, writeFiles } from '../config/write-files.ts';
import type { ConfigObject } from '../config/objects.ts';
import { longestCallMs } from '../config/plan.ts';
import { placeText } from '../config/problems.ts';
import { schemaText } from '../config/schema.ts';
import { exitCodes } from '../failures.ts';
import { secretFields } from '../generated/config-kinds.ts';
import { shown } from '../shown.ts';
import { directoryOption, kindOption } from './config-options.ts';
import type { HandModule, HandRun } from './hand-command.ts';

interface Exported {
  objects: ConfigObject[];
  /** The kinds that the caller may not read. */
  unreadable: string[];
}

async function exported(run: HandRun, kinds: readonly string[]): Promise<Exported> {
  const service = await run.service();
  const command = commandOf(run.families, 'configuration export');
  const objects: ConfigObject[] = [];
  const unreadable = new Set<string>();
  for (const kind of kinds.length > 0 ? kinds : [undefined]) {
    const query = { limit: 1000, ...(kind !== undefined && { kind }) };
    for await (const page of service.pages(
      command,
      { path: [], query, body: undefined },
      { timeoutMs: longestCallMs },
    )) {
      objects.push(...(page.data as unknown as ConfigObject[]));
      for (const one of (page['unreadable'] as string[] | undefined) ?? []) unreadable.add(one);
    }
  }
  return { objects, unreadable: [...unreadable].toSorted() };
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

export const hand: HandModule = {
  examples: ['config export -f config/', 'config export -f config/ --kind policy --check'],
  add(parser, run) {
    const say = (text: string): void => run.io.err.write(`${shown(text)}\n`);
    parser
      .addOption(directoryOption('The folder to write to; it is made if there is none'))
      .addOption(kindOption('Only objects of this kind'))
      .addOption(
        new Option('--check', `Write nothing, and end with ${exitCodes.changed} if the folder differs`),
      )
      .addHelpText(
        'after',
        '\nAn export has no secrets, and replaces no file with comments or with other objects.',
      )
      .action(async () => {
        const {
          folder: dir,
          kind: kinds = [],
          check = false,
        } = parser.opts<{
          folder: string;
          kind?: string[];
          check?: boolean;
        }>();
        const directory = openForExport(dir, check);
        const { objects, unreadable } = await exported(run, kinds);
        const isAsked = (kind: string): boolean =>
          (kinds.length === 0 || kinds.includes(kind)) && !unreadable.includes(kind);
        const { write, others, lost } = compare(directory, objects, await schemaText(), {
          fields: secretFields,
          isAsked,
        });
        if (unreadable.length > 0) say(`The key may not read these kinds: ${unreadable.join(', ')}.`);
        for (const file of others) say(`${file}: the service has no such object.`);
        for (const place of lost)
          say(
            `${placeText(place, dir)}: the export has no place for this reference to a secret. Add it again.`,
          );
        if (check) {
          for (const file of write.keys()) say(`${file}: differs from the service.`);
          return run.end(write.size + others.length > 0 ? exitCodes.changed : exitCodes.done);
        }
        writeFiles(directory.root, write);
        run.io.out.write(`${counted(objects.length, 'object')}, ${counted(write.size, 'file')} written.\n`);
      });
  },
};
