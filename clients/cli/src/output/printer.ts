// The formats of answers.
import type { Command } from '../command.ts';
import { UsageError } from '../failures.ts';
import type { Io } from '../io.ts';
import { shownJson, shownLines } from '../shown.ts';
import type { Answer, Page } from '../service.ts';

export const formats = ['table', 'json', 'yaml', 'id', 'etag'] as const;
export type Format = (typeof formats)[number];

/** Prints one answer, or a list that comes page after page. */
export interface Printer {
  answer: (answer: unknown) => Promise<void> | void;
  page: (items: readonly Answer[]) => Promise<void> | void;
  end: () => void;
}

/** Returns the items of a list, or undefined for any other answer. SCIM calls them `Resources`. */
export function itemsOf(answer: unknown): readonly Answer[] | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { data, Resources } = answer as Partial<Page> & { Resources?: Answer[] };
  const items = data ?? Resources;
  return Array.isArray(items) ? items : undefined;
}

/** Returns the printer of a format. @throws {UsageError} if the command cannot print it */
export function printerOf(format: Format, command: Command, io: Io): Printer {
  // A text is printed as it came, or else its seals would not fit any more.
  if (command.text) return textPrinter(io);
  if (format === 'json') return jsonPrinter(io);
  if (format === 'yaml') return yamlPrinter(io);
  if (format === 'id') return idPrinter(command, io);
  if (format === 'etag') return { answer: () => undefined, page: () => undefined, end: () => undefined };
  return tablePrinter(command, io);
}

const textPrinter = ({ out }: Io): Printer => ({
  answer: (answer) => out.write(out.isTerminal ? shownLines(String(answer)) : String(answer)),
  page: () => undefined,
  end: () => undefined,
});

/** A list of all pages has the form of one page, so that one filter of a script fits both. */
function jsonPrinter({ out }: Io): Printer {
  let count = 0;
  return {
    answer: (answer) => {
      if (answer !== undefined) out.write(`${shownJson(answer)}\n`);
    },
    page(items) {
      for (const item of items) {
        out.write(`${count === 0 ? '{\n  "data": [\n' : ',\n'}${shownJson(item).replaceAll(/^/gm, '    ')}`);
        count += 1;
      }
    },
    end: () => out.write(count === 0 ? '{\n  "data": []\n}\n' : '\n  ]\n}\n'),
  };
}

function yamlPrinter({ out }: Io): Printer {
  let count = 0;
  // Loaded late: most runs print a table or JSON.
  const text = async (value: unknown) => (await import('./yaml.ts')).yamlOf(value);
  return {
    async answer(answer) {
      if (answer !== undefined) out.write(await text(answer));
    },
    async page(items) {
      for (const item of items) {
        if (count === 0) out.write('data:\n');
        out.write((await text([item])).replaceAll(/^(?=.)/gm, '  '));
        count += 1;
      }
    },
    end: () => {
      if (count === 0) out.write('data: []\n');
    },
  };
}

function idPrinter({ key }: Command, { out }: Io): Printer {
  if (key === undefined) throw new UsageError('The answer of this command has no id. Use -o json.');
  const one = (item: Answer): void => {
    const id = item[key];
    if (typeof id === 'string') out.write(`${shownLines(id)}\n`);
  };
  return {
    answer: (answer) => (itemsOf(answer) ?? (answer === undefined ? [] : [answer as Answer])).forEach(one),
    page: (items) => items.forEach(one),
    end: () => undefined,
  };
}

function tablePrinter({ columns = [] }: Command, io: Io): Printer {
  const load = () => import('./table.ts');
  let list: { add: (items: readonly Answer[]) => void } | undefined;
  const page = async (items: readonly Answer[]): Promise<void> => {
    if (items.length === 0) return;
    const { ListTable } = await load();
    const [first = {}] = items;
    list ??= new ListTable(columns.length > 0 ? columns : Object.keys(first).slice(0, 6), io);
    list.add(items);
  };
  return {
    async answer(answer) {
      const items = itemsOf(answer);
      if (items) await page(items);
      else if (answer !== undefined) io.out.write((await load()).fieldTable(answer as Answer));
    },
    page,
    end: () => undefined,
  };
}
