// Candidates for the last word of an unfinished command line.
import { Command as Parser } from 'commander';
import type { HandCommand, HandCommands } from '../by-hand/hand-command.ts';
import { firstWords, verbsOf } from '../by-hand/words.ts';
import type { Command, Family, Field } from '../command.ts';
import type { Io } from '../io.ts';
import { shown } from '../shown.ts';
import { type Target, targetFlags } from '../target.ts';
import { shells } from './scripts.ts';

type Families = Readonly<Record<string, Family>>;
interface Candidate {
  word: string;
  text?: string | undefined;
}

/** A shell waits for completion, so one request may take this long, and is not repeated. */
const longestMs = 1500;
const most = 50;
/** An id has no sign that a shell could read as its own. */
const isSafe = (word: string): boolean => /^[\w.:@-]{1,200}$/.test(word);

/** Prints candidates for the last word, one a line, and a text for people after a tab. It never fails. */
export async function complete(
  words: readonly string[],
  io: Io,
  families: Families,
  hand: HandCommands,
): Promise<number> {
  try {
    const last = words.at(-1) ?? '';
    const found = await candidatesOf(words.slice(0, -1), last, { io, families, hand });
    for (const { word, text } of found) io.out.write(text ? `${word}\t${shown(text)}\n` : `${word}\n`);
  } catch {
    // A shell shows no errors here.
  }
  return 0;
}

const startingWith = (start: string, all: readonly Candidate[]): Candidate[] =>
  all.filter(({ word }) => word.startsWith(start));

async function candidatesOf(
  words: readonly string[],
  last: string,
  { io, families, hand }: Omit<Around, 'target'> & { hand: HandCommands },
): Promise<readonly Candidate[]> {
  const target: Target = {};
  let at = 0;
  for (; targetFlags.includes(words[at] ?? ''); at += 2) {
    // The word to complete is the value of the flag.
    if (at + 1 >= words.length) return valuesOf(words[at] ?? '', last, io);
    target[(words[at] ?? '').slice(2) as keyof Target] = words[at + 1];
  }
  const [name, verb, ...rest] = words.slice(at);
  if (name === undefined)
    return startingWith(last, [
      ...firstWords(families, hand).map(([word, text]) => ({ word, text })),
      { word: 'completion', text: 'Print the completion script of a shell' },
    ]);
  if (name === 'completion')
    return startingWith(last, verb === undefined ? shells.map((word) => ({ word })) : []);
  const one = hand.find((command) => command.name === name || command.name === `${name} ${verb}`);
  if (one) return flagsByHand(one, last, { io, families, target });
  if (verb === undefined)
    return startingWith(
      last,
      Object.entries(verbsOf(name, families, hand)).map(([word, text]) => ({ word, text })),
    );
  const family = Object.hasOwn(families, name) ? families[name] : undefined;
  const command = family && Object.hasOwn(family.verbs, verb) ? family.commands()[verb] : undefined;
  return command ? ofCommand(command, rest, last, { io, families, target }) : [];
}

/** Returns values of an option that stands before the family. */
async function valuesOf(flag: string, last: string, { env }: Io): Promise<readonly Candidate[]> {
  const { Profiles } = await import('../profiles/store.ts');
  const words =
    flag === '--profile' ? (Profiles.of(env)?.names() ?? []) : flag === '--tenant' ? ['live', 'test'] : [];
  return startingWith(
    last,
    words.map((word) => ({ word })),
  );
}

/** Returns the flags of a command that is written by hand, as its module adds them. */
async function flagsByHand(
  { load }: HandCommand,
  last: string,
  { io, families, target }: Around,
): Promise<readonly Candidate[]> {
  if (!last.startsWith('-')) return [];
  const parser = new Parser();
  const service = async () => (await import('../service.ts')).openService(io, target);
  (await load()).hand.add(parser, { io, families, target: () => target, service, end: () => undefined });
  const flags = parser.options.filter(({ hidden, long }) => !hidden && long);
  return startingWith(
    last,
    flags.map(({ long, description }) => ({ word: String(long), text: description })),
  );
}

interface Around {
  io: Io;
  families: Families;
  target: Target;
}

async function ofCommand(
  command: Command,
  rest: readonly string[],
  last: string,
  around: Around,
): Promise<readonly Candidate[]> {
  const fields = [...command.query, ...(command.body ?? [])];
  const fieldOf = (word: string): Field | undefined =>
    fields.find(({ flag, short }) => word === `--${flag}` || word === `--${short ?? flag}`);
  const given: string[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (!word.startsWith('-')) given.push(word);
    else if (takesValue(word, fieldOf(word))) at += 1;
  }
  const before = rest.at(-1) ?? '';
  if (before === '-o' || before === '--output')
    return startingWith(
      last,
      ['table', 'json', 'yaml', ...(command.wraps ? [] : ['id', ...(command.etag ? ['etag'] : [])])].map(
        (word) => ({ word }),
      ),
    );
  const field = fieldOf(before);
  if (field && takesValue(before, field)) {
    if (field.values)
      return startingWith(
        last,
        field.values.map((word) => ({ word: String(word) })),
      );
    return field.from === undefined ? [] : listed(field.from, [], last, around);
  }
  if (takesValue(before, undefined)) return [];
  if (last.startsWith('-')) return startingWith(last, flagsOf(command, fields));
  const argument = command.path[given.length];
  return argument?.from === undefined ? [] : listed(argument.from, given, last, around);
}

/** Options of the command itself that take a value. */
const withValue = ['-o', '--output', '--input', '--unset', '--if-match', '--idempotency-key', '--wrap-ttl'];
const takesValue = (word: string, field: Field | undefined): boolean =>
  field ? field.kind !== 'switch' && !field.secret : withValue.includes(word) || /^--.*-file$/.test(word);

const flagsOf = (command: Command, fields: readonly Field[]): Candidate[] => [
  ...fields.map(({ flag, short, secret, about }) => ({
    word: `--${secret ? `${flag}-file` : (short ?? flag)}`,
    text: about,
  })),
  ...[
    '--output',
    ...(command.body ? ['--input'] : []),
    ...(command.pages ? ['--all'] : []),
    ...(command.dryRun ? ['--dry-run'] : []),
    ...(command.ifMatch ? ['--if-match'] : []),
    ...(command.ends || command.endsIf !== undefined ? ['--yes'] : []),
    '--help',
  ].map((word) => ({ word })),
];

/** Returns ids of the service, with the names of their resources. A word without the form of an id searches by name. */
async function listed(
  from: string,
  given: readonly string[],
  last: string,
  { io, families, target }: Around,
): Promise<Candidate[]> {
  const [name = '', verb = ''] = from.split(' ');
  const list = families[name]?.commands()[verb];
  const key = list?.key;
  if (!list || key === undefined || list.path.length > given.length) return [];
  const isId = last === '' || /^[a-z]+_[0-9a-z]*$/.test(last);
  const canSearch = list.query.some((field) => field.name === 'search');
  const query = { limit: most, ...(!isId && canSearch && { search: last }) };
  const parts = { path: given.slice(0, list.path.length), query, body: undefined };
  // Loaded late: names of commands need no service.
  const { openService } = await import('../service.ts');
  // A renewal takes longer than a shell waits, and its answer must not be lost.
  const service = await openService(io, target, { mayRenew: false });
  const answer = (await service.call(list, parts, {
    timeoutMs: longestMs,
    maxRetries: 0,
    signal: AbortSignal.timeout(longestMs),
  })) as { data?: readonly Record<string, unknown>[] };
  const all = (answer.data ?? []).map((item): Candidate => {
    const title = ['name', 'email', 'displayName', 'title', 'status'].map((field) => item[field]);
    return { word: String(item[key]), text: title.find((one) => typeof one === 'string') };
  });
  const safe = all.filter(({ word }) => isSafe(word));
  return safe.filter(
    ({ word, text = '' }) =>
      word.startsWith(last) || (!isId && text.toLowerCase().includes(last.toLowerCase())),
  );
}
