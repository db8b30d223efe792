// keyward audit tail: the audit log as it grows.
import { Option } from 'commander';
import { KeywardAnswerError, KeywardError, KeywardUsageError } from '../../../typescript/src/errors.ts';
import { type Command, commandOf, type Field } from '../command.ts';
import { UsageError, withoutSecrets } from '../failures.ts';
import { givenOf, optionsOf } from '../flags.ts';
import type { Io } from '../io.ts';
import type { Answer, Page, Service } from '../service.ts';
import { shown, shownLines } from '../shown.ts';
import type { HandModule } from './hand-command.ts';

/** Filters of the list that make sense for rows to come. */
const filters = ['action', 'actorId', 'targetId', 'targetType', 'result', 'ip'];
const firstWaitMs = 2_000;
const longestWaitMs = 15_000;
const longestWaitAfterFailureMs = 60_000;
/** So many pages of a look cost little. */
const fewPages = 10;
/**
 * A row has the time at which its transaction began, and it is there when the transaction commits. So a row can appear behind newer ones.
 * Each look goes back this far.
 */
const overlapMs = 120_000;

/** Returns the time that `--since` names: `2026-11-30T10:00:00Z`, or `10m` before now. @throws {UsageError} */
export function sinceOf(text: string, now: number): string {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
  if (count !== undefined && seconds !== undefined)
    return new Date(now - Number(count) * seconds * 1000).toISOString();
  const time = /^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new UsageError(
    '--since takes a time with a zone, 2026-11-30T10:00:00Z, or a span: 30s, 10m, 2h, 1d.',
  );
}

const fieldsOf = (command: Command): readonly Field[] =>
  command.query.filter(({ name }) => filters.includes(name));

export const hand: HandModule = {
  examples: ['audit tail', 'audit tail --action credential.rotate --since 10m -o json'],
  add(parser, run) {
    const command = commandOf(run.families, 'audit-logs list');
    const fields = fieldsOf(command);
    for (const field of fields) for (const option of optionsOf(field)) parser.addOption(option);
    parser
      .option('--since <time>', 'Begin with rows of this time or later: 10m, or 2026-11-30T10:00:00Z')
      .addOption(
        new Option('-o, --output <format>', 'One line a row: for people, or JSON')
          .choices(['table', 'json'])
          .default('table'),
      )
      .addHelpText('after', '\nWithout --since, it begins with the next row. It ends with Ctrl-C.')
      .action(async () => {
        const found = parser.opts<{ output: string; since?: string }>();
        const query = Object.fromEntries(
          fields.flatMap((field) => {
            const { value } = givenOf(field, found);
            return value === undefined ? [] : [[field.name, value]];
          }),
        );
        const since = found.since === undefined ? undefined : sinceOf(found.since, Date.now());
        const service = await run.service();
        const print = found.output === 'json' ? jsonLine : peopleLine;
        await follow(new Tail(service, command, query), since, print, run.io);
      });
  },
};

async function follow(
  tail: Tail,
  since: string | undefined,
  print: (row: Answer) => string,
  io: Io,
): Promise<void> {
  if (since === undefined) await tail.skip();
  else tail.from = since;
  let wait = firstWaitMs;
  let hasFailed = false;
  do {
    try {
      let count = 0;
      for await (const row of tail.look()) {
        io.out.write(`${print(row)}\n`);
        count += 1;
      }
      hasFailed = false;
      // A look at a busy log reads the pages of the overlap again, so it waits longer.
      const afterRows = Math.min(firstWaitMs * Math.max(1, tail.pagesRead / fewPages), longestWaitMs);
      wait = count > 0 ? afterRows : Math.min(wait * 1.5, longestWaitMs);
    } catch (error) {
      if (!mayPass(error)) throw error;
      const { message, retryAfterSeconds = 0 } = error;
      // One line for an outage, not one for each attempt.
      if (!hasFailed) io.err.write(`keyward: ${shown(withoutSecrets(message, io))} It tries again.\n`);
      hasFailed = true;
      wait = Math.min(Math.max(wait * 2, retryAfterSeconds * 1000), longestWaitAfterFailureMs);
    }
  } while (await io.wait(wait));
}

/** Whether the service may answer later. */
const mayPass = (error: unknown): error is KeywardError =>
  error instanceof KeywardError &&
  !(error instanceof KeywardUsageError) &&
  (error.status === undefined
    ? error.code !== 'UNEXPECTED_ANSWER'
    : error.status === 429 || error.status >= 500);

/** Finds rows that were not there before. */
class Tail {
  /** The time from which the next look reads. */
  from: string | undefined;
  /** How many pages the last look read. */
  pagesRead = 0;
  readonly #service: Service;
  readonly #command: Command;
  readonly #query: Readonly<Record<string, unknown>>;
  /** The times of rows that were shown, by their IDs, as far back as a look goes. */
  readonly #seen = new Map<string, number>();
  /** The time from which the next look reads. */
  #next: string | undefined;

  constructor(service: Service, command: Command, query: Readonly<Record<string, unknown>>) {
    this.#service = service;
    this.#command = command;
    this.#query = query;
  }

  /** Leaves out the rows that are there. */
  async skip(): Promise<void> {
    const query = { ...this.#query, sort: '-timestamp', limit: 1 };
    let began: string | undefined;
    const newest = (await this.#service.call(
      this.#command,
      { path: [], query, body: undefined },
      { onResponse: (response) => (began = beforeDateOf(response)) },
    )) as Page;
    const [row] = newest.data;
    if (row) this.#see(row);
    this.#goOnFrom(began);
    this.#forget();
    if (!row) return;
    for await (const { data } of this.#pages())
      for (const one of data) if (String(one['timestamp']) <= String(row['timestamp'])) this.#see(one);
  }

  /** Returns rows that were not returned before, by their time. */
  async *look(): AsyncGenerator<Answer> {
    this.pagesRead = 0;
    let began: string | undefined;
    for await (const { data } of this.#pages((response) => (began ??= beforeDateOf(response)))) {
      this.pagesRead += 1;
      for (const row of data) if (this.#see(row)) yield row;
      this.#forget();
    }
    // Without this, a filter that finds nothing would read the log from the same time at each look.
    this.#goOnFrom(began);
    this.#forget();
  }

  #pages(onResponse?: (response: Response) => void): AsyncIterable<Page> {
    const { from } = this;
    const query = { ...this.#query, sort: 'timestamp', limit: 100, ...(from !== undefined && { from }) };
    return this.#service.pages(this.#command, { path: [], query, body: undefined }, { onResponse });
  }

  /** Notes a row. @returns whether it is new */
  #see({ id, timestamp }: Answer): boolean {
    if (typeof id !== 'string' || typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp)))
      throw new KeywardAnswerError('The answer is not a page of the audit log. Is the address right?', {
        code: 'UNEXPECTED_ANSWER',
      });
    if (this.#seen.has(id)) return false;
    const time = Date.parse(timestamp);
    this.#seen.set(id, time);
    this.#goOnFrom(new Date(time - overlapMs).toISOString());
    return true;
  }

  /** Notes a time behind which no row can appear any more. */
  #goOnFrom(time: string | undefined): void {
    if (time !== undefined && time > (this.#next ?? this.from ?? '')) this.#next = time;
  }

  /** Leaves out of memory the rows that no look reads again. */
  #forget(): void {
    if (this.#next === undefined) return;
    this.from = this.#next;
    const oldest = Date.parse(this.#next);
    for (const [id, time] of this.#seen) if (time < oldest) this.#seen.delete(id);
  }
}

/** Returns the time of the service at a response, less the overlap. The clock of this machine may be another one. */
function beforeDateOf(response: Response): string | undefined {
  const time = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : new Date(time - overlapMs).toISOString();
}

const jsonLine = (row: Answer): string => shownLines(JSON.stringify(row));

interface Named {
  type?: unknown;
  id?: unknown;
  name?: unknown;
}

/** Returns a row for people. Its form may change in each release. */
function peopleLine(row: Answer): string {
  const { timestamp, action, result, code, actor, target, ipAddress } = row;
  const named = (one: unknown): string => {
    const { type, id, name } = (one ?? {}) as Named;
    return [type, id, name].filter((part) => typeof part === 'string').join(' ');
  };
  const parts = [timestamp, result, action, named(actor), '→', named(target), code, ipAddress];
  return shown(parts.filter((part) => typeof part === 'string' && part !== '').join('  '));
}
