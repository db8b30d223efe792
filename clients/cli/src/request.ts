// A command line as the parts of a request.
import type { Command, Field } from './command.ts';
import { UsageError } from './failures.ts';
import { emptied, givenOf, setField } from './flags.ts';
import type { Inputs } from './inputs.ts';

/** The parts of a request, as the client takes them. */
export interface Parts {
  path: readonly string[];
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
}

/** The values of the options, by their names in the parser. */
export type Found = Readonly<Record<string, unknown>>;

/** Reads the fields that the command line gives. */
async function* valuesOf(
  fields: readonly Field[],
  found: Found,
  inputs: Inputs,
): AsyncGenerator<[Field, unknown]> {
  for (const field of fields) {
    const { value, file } = givenOf(field, found);
    const flag = `${field.flag}-file`;
    if (file !== undefined)
      yield [field, field.kind === 'json' ? await inputs.json(flag, file) : await inputs.secret(flag, file)];
    else if (value !== undefined) yield [field, value];
  }
}

/** @throws {UsageError} where the command line cannot be a request */
export async function partsOf(
  command: Command,
  path: readonly string[],
  found: Found,
  inputs: Inputs,
): Promise<Parts> {
  const query: Record<string, unknown> = {};
  for await (const [field, value] of valuesOf(command.query, found, inputs)) query[field.name] = value;
  requireAll(command.query, query);
  return { path, query, body: command.body && (await bodyOf(command, command.body, found, inputs)) };
}

const isPartOf = (name: string, path: string): boolean => name === path || name.startsWith(`${path}.`);

async function bodyOf(
  command: Command,
  fields: readonly Field[],
  found: Found,
  inputs: Inputs,
): Promise<Record<string, unknown> | undefined> {
  const file = found['input'] as string | undefined;
  const body = file === undefined ? {} : await inputs.body('input', file);
  for await (const [field, value] of valuesOf(fields, found, inputs)) setField(body, field.name, value);
  for (const name of (found['unset'] as string[] | undefined) ?? []) {
    const { path, value } = emptied(command, name);
    const both = fields.find(
      (field) => isPartOf(field.name, path) && Object.keys(givenOf(field, found)).length > 0,
    );
    if (both) throw new UsageError(`--${both.flag} is given, and --unset takes it away. Give one of them.`);
    setField(body, path, value);
  }
  const isEmpty = file === undefined && Object.keys(body).length === 0;
  if (isEmpty && !command.bodyNeeded) return undefined;
  requireAll(fields, body);
  return body;
}

/** @throws {UsageError} if a field is missing that the service demands */
function requireAll(fields: readonly Field[], values: Readonly<Record<string, unknown>>): void {
  const missing = fields.filter(({ required, name }) => required && values[name] === undefined);
  if (missing.length === 0) return;
  const flags = missing.map(({ flag, short, secret }) => `--${secret ? `${flag}-file` : (short ?? flag)}`);
  throw new UsageError(`Give ${flags.join(', ')}. --help shows an example.`);
}

/** Whether the command only shows what it would do. */
export const isDryRun = (command: Command, { body }: Parts, found: Found): boolean => {
  if (command.dryRun) return found['dryRun'] === true;
  const field = command.body?.find(({ name }) => name === 'dryRun');
  return field !== undefined && (body?.['dryRun'] ?? field.default === 'true') === true;
};
