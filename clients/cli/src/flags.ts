// The flags of a command, as options of the parser.
import { Option } from 'commander';
import type { Command, Field } from './command.ts';
import { UsageError } from './failures.ts';
import { parseJson } from './inputs.ts';

/** How many values of a choice help shows. */
const shownValues = 12;

/** Returns how help tells a flag. */
function aboutOf({ about, many, values = [], isOpen, required, default: usual, flag, kind }: Field): string {
  const more = values.length > shownValues ? ', …' : '';
  const facts = [
    ...(required ? ['required'] : []),
    ...(values.length > 0
      ? [`${isOpen ? 'such as' : 'one of'} ${values.slice(0, shownValues).join(', ')}${more}`]
      : []),
    ...(many ? ['repeat it for more'] : []),
    ...(kind === 'switch' && usual !== 'false' ? [`--no-${flag} says no`] : []),
    ...(kind === 'json' ? ['JSON'] : []),
    ...(usual === undefined || usual === '[]' || usual === '{}' ? [] : [`default ${usual}`]),
  ];
  return [about.replaceAll('`', ''), ...(facts.length > 0 ? [`(${facts.join('; ')})`] : [])]
    .filter(Boolean)
    .join(' ');
}

/** Returns a value as the service takes it. @throws when it cannot be one */
export function valueOf({ kind, values, isOpen, flag }: Field, text: string): unknown {
  if (kind === 'json') return parseJson(text, `The value of --${flag}`);
  if (kind === 'number' && !/^-?\d+(?:\.\d+)?$/.test(text))
    throw new UsageError(`--${flag} takes a number, such as 10.`);
  const value = kind === 'number' ? Number(text) : text;
  if (values && !isOpen && !values.includes(value))
    throw new UsageError(`--${flag} takes one of ${values.join(', ')}.`);
  return value;
}

/** The value of an option that was refused is never shown. */
export const refusing = (flags: string, sentence: string): Option =>
  new Option(flags)
    .hideHelp()
    // The parser of a value runs for a bare flag too, as it has this one then.
    .preset('')
    .argParser(() => {
      throw new UsageError(sentence);
    });

const placeholder = ({ kind, flag }: Field): string =>
  ({ text: flag.endsWith('id') ? '<id>' : '<value>', number: '<number>', json: '<json>', switch: '' })[kind];

/** Reads an option that is repeated. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** Returns the options of one field. `givenOf` reads them. */
export function optionsOf(field: Field): Option[] {
  const { flag, short, kind, many, secret } = field;
  if (secret) {
    const instead = `Write it to a file and give --${flag}-file FILE, or - for standard input.`;
    return [
      new Option(`--${flag}-file <file>`, `${aboutOf(field)} (a file, or - for standard input)`),
      refusing(
        `--${flag} [value]`,
        `--${flag} is a secret, and other users of this machine see arguments. ${instead}`,
      ),
    ];
  }
  if (kind === 'switch')
    return [new Option(`--${flag}`, aboutOf(field)), new Option(`--no-${flag}`).hideHelp()];
  return (short === undefined ? [flag] : [short, flag]).map((name, at) => {
    const option = new Option(`--${name} ${placeholder(field)}`, aboutOf(field));
    option.argParser((text: string, before?: unknown) => {
      const value = valueOf(field, text);
      return many ? [...((before as unknown[] | undefined) ?? []), value] : value;
    });
    return at === 0 ? option : option.hideHelp();
  });
}

/** The value of a field, or the file of a secret. */
export interface Given {
  value?: unknown;
  file?: string;
}

/** Returns what the parser found for a field. @throws when it was given under both of its names */
export function givenOf(field: Field, found: Readonly<Record<string, unknown>>): Given {
  if (field.secret) {
    const file = found[new Option(`--${field.flag}-file <file>`).attributeName()];
    return file === undefined ? {} : { file: file as string };
  }
  const names =
    field.kind === 'switch' || field.short === undefined ? [field.flag] : [field.short, field.flag];
  const values = names.map((name) => found[new Option(`--${name} <value>`).attributeName()]);
  const given = values.filter((value) => value !== undefined);
  if (given.length > 1) {
    // Both names of a list add to it.
    if (field.many) return { value: given.flat() };
    throw new UsageError(`--${names.join(' and --')} are the same field. Give one of them.`);
  }
  return given.length === 0 ? {} : { value: given[0] };
}

/** Sets a field of a body by its path. Objects on the way are copied, so that the body of a file stays. */
export function setField(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? path;
  let place = body;
  for (const name of names) {
    const inner = place[name];
    const copy: Record<string, unknown> =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...inner } : {};
    place[name] = copy;
    place = copy;
  }
  place[last] = value;
}

/** Returns what `--unset` sends for a field. @throws when it cannot be unset */
export function emptied(command: Command, given: string): { path: string; value: null | [] } {
  const [, name = '', as] = /^(.*?)(?:=(null|\[\]))?$/s.exec(given) ?? [];
  const field = command.body?.find((one) => [one.flag, one.short, one.name].includes(name));
  // The rest may be a value of another flag, so it is left out.
  if (!field)
    throw new UsageError(
      `--unset ${name.replace(/=.*/s, '')}: this command has no such field. --help lists them.`,
    );
  const { nullable = false, many = false, name: path } = field;
  // Null of a limit means that there is none, and an empty list that nothing is allowed.
  if (nullable && many && as === undefined)
    throw new UsageError(
      `--unset ${name} has two meanings. --unset ${name}=null sends null, which lifts a limit. --unset '${name}=[]' sends an empty list.`,
    );
  if (nullable && as !== '[]') return { path, value: null };
  if (many && as !== 'null') return { path, value: [] };
  throw new UsageError(`--unset ${given}: this field cannot be ${as ?? 'empty'}.`);
}
