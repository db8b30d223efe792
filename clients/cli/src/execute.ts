// Runs one command: reads its input, asks, sends, prints.
import type { CallOptions } from '../../typescript/src/request.ts';
import type { Command } from './command.ts';
import { confirmed } from './confirmed.ts';
import { exitCodes, UsageError } from './failures.ts';
import { Inputs } from './inputs.ts';
import type { Io } from './io.ts';
import { type Format, itemsOf, type Printer, printerOf } from './output/printer.ts';
import { painted } from './paint.ts';
import { type Found, isDryRun, type Parts, partsOf } from './request.ts';
import type { Page, Service } from './service.ts';
import { shown } from './shown.ts';

/** A text has as many lines as the service has events. */
const longestExportMs = 3_600_000;

export interface Line {
  /** The family and the verb. */
  name: string;
  command: Command;
  path: readonly string[];
  found: Found;
  /** Opens the service as the caller of the run. */
  service: () => Promise<Service>;
}

/** @throws what went wrong; `fail` prints it */
export async function execute(line: Line, io: Io): Promise<number> {
  const { command, path, found } = line;
  const format = (found['output'] ?? 'table') as Format;
  if (command.wraps && (format === 'id' || format === 'etag'))
    throw new UsageError(
      `The answer may have a secret that is shown once, and -o ${format} would lose it. Use -o json.`,
    );
  const printer = printerOf(format, command, io);
  const service = await line.service();
  const inputs = new Inputs(io);
  const parts = await partsOf(command, path, found, inputs);
  const flag = endingFlag(command, parts);
  if ((command.ends || flag !== undefined) && found['yes'] !== true && !isDryRun(command, parts, found))
    await confirm(line, flag, inputs, io);

  let etag: string | null = null;
  let isTold = false;
  const options: CallOptions = {
    // The time-out is for the whole answer, and an export is long.
    ...(command.text && { timeoutMs: longestExportMs }),
    ...(found['dryRun'] === true && command.dryRun && { dryRun: true }),
    ...(found['ifMatch'] !== undefined && { ifMatch: found['ifMatch'] as string }),
    ...(found['idempotencyKey'] !== undefined && { idempotencyKey: found['idempotencyKey'] as string }),
    ...(found['wrapTtl'] !== undefined && { wrapTtl: found['wrapTtl'] as number }),
    onResponse: ({ headers }) => {
      etag = headers.get('etag');
      if (isTold || !headers.has('deprecation')) return;
      isTold = true;
      io.err.write(deprecation(line.name, headers));
    },
  };
  if (found['all'] === true) {
    // Large pages cost fewer requests of the rate limit.
    const query = { limit: 100, ...parts.query };
    await printAll(service.pages(command, { ...parts, query }, options), printer, io);
    return exitCodes.done;
  }
  const answer = await service.call(command, parts, options);
  if (format === 'etag' && etag !== null) io.out.write(`${shown(etag)}\n`);
  await printer.answer(answer);
  if (format === 'table') note(command, answer, io);
  return exitCodes.done;
}

/** RFC 9745 and RFC 8594. */
function deprecation(name: string, headers: Headers): string {
  const end = headers.get('sunset');
  return `warning: ${name} is deprecated.${end === null ? '' : ` It may be gone after ${shown(end)}.`}\n`;
}

async function printAll(pages: AsyncIterable<Page>, printer: Printer, io: Io): Promise<void> {
  const count = counter(io);
  try {
    for await (const { data } of pages) {
      count.clear();
      await printer.page(data);
      count.add(data.length);
    }
  } finally {
    count.clear();
  }
  printer.end();
}

/** Shows how far a long list is, on a terminal. If the list is on the terminal too, the list shows it. */
function counter({ err, out }: Io) {
  const isShown = err.isTerminal && !out.isTerminal;
  let items = 0;
  return {
    add(more: number): void {
      items += more;
      if (isShown) err.write(`\r${items} …`);
    },
    clear(): void {
      if (isShown && items > 0) err.write('\r\u001b[K');
    },
  };
}

/** Says on a terminal what a table does not show. */
function note({ pages }: Command, answer: unknown, io: Io): void {
  if (!io.err.isTerminal || !io.out.isTerminal) return;
  const say = (text: string): void => io.err.write(`${painted('dim', text, io, io.err)}\n`);
  const items = itemsOf(answer);
  if (!items) return;
  const { pagination } = answer as { pagination?: { total?: number; hasMore?: boolean } };
  if (items.length === 0) say('Nothing found.');
  else if (pages && pagination?.hasMore)
    say(
      `${items.length}${pagination.total === undefined ? '' : ` of ${pagination.total}`}. --all lists every one.`,
    );
}

/** Returns the flag that makes the command one that ends something, if the body has it set. */
function endingFlag({ endsIf, body: fields = [] }: Command, { body }: Parts): string | undefined {
  if (endsIf === undefined || body?.[endsIf] !== true) return undefined;
  return fields.find(({ name }) => name === endsIf)?.flag;
}

/** Asks before something ends. @throws where the user says no, or without a terminal */
async function confirm(
  { name, command, path }: Line,
  flag: string | undefined,
  inputs: Inputs,
  io: Io,
): Promise<void> {
  const by = flag === undefined ? [] : [`--${flag}`];
  if (!io.canAsk || inputs.hasReadStdin)
    throw new UsageError(
      `\`${[name, ...by].join(' ')}\` ends something, and there is no terminal to ask on. Add --yes.`,
    );
  const what = [command.summary, ...path.map(shown), ...by].join(' ');
  await confirmed(what, io);
}
