// The examples of the contract as command lines.
import type { Argument, Field } from '../../clients/cli/src/command.ts';
import { exampleOf, type Operation, writtenExamples } from '../../src/lib/contract.ts';
import type { Reader } from '../contract-reader.ts';
import { pathValue } from '../samples.ts';

/** How many examples the help of a command has. */
const most = 2;
/** A longer line is shown with `--input`. */
const longest = 400;

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
const written = (value: unknown): string => quote(typeof value === 'string' ? value : JSON.stringify(value));
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the flags that make a body, or undefined if flags cannot. */
function flagsOf(body: Record<string, unknown>, fields: readonly Field[], before = ''): string[] | undefined {
  const flags: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const path = `${before}${name}`;
    const field = fields.find((one) => one.name === path);
    if (!field) return undefined;
    const made = flagOf(field, value, fields);
    if (!made) return undefined;
    flags.push(...made);
  }
  return flags;
}

function flagOf(field: Field, value: unknown, fields: readonly Field[]): string[] | undefined {
  const flag = `--${field.short ?? field.flag}`;
  const canUnset = value === null ? field.nullable : Array.isArray(value) && value.length === 0;
  if (value === null || canUnset) {
    // A list that takes null as well needs to be told which.
    const which = field.many && field.nullable ? `=${JSON.stringify(value)}` : '';
    return canUnset ? [`--unset ${quote(field.flag + which)}`] : undefined;
  }
  if (field.secret)
    return field.kind === 'text' && !field.many ? [`--${field.flag}-file ${field.flag}.txt`] : undefined;
  if (field.many) return Array.isArray(value) ? value.map((one) => `${flag} ${written(one)}`) : undefined;
  if (field.kind === 'switch') return [value === true ? flag : `--no-${field.flag}`];
  if (isObject(value) && Object.keys(value).length > 0) {
    const own = flagsOf(value, fields, `${field.name}.`);
    if (own) return own;
  }
  return [`${flag} ${written(value)}`];
}

/** Returns command lines without the name of the program. */
export function examplesOf(
  reader: Reader,
  operation: Operation,
  name: string,
  {
    path,
    query,
    body,
  }: { path: readonly Argument[]; query: readonly Field[]; body: readonly Field[] | undefined },
): string[] {
  const { contract } = reader;
  const inPath = path.map((part) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === part.name);
    return written(parameter && pathValue(reader, operation, parameter));
  });
  const start = [name, ...inPath].join(' ');
  const needed = query
    .filter(({ required }) => required)
    .map(({ flag, name: field }) => {
      const parameter = operation.parameters.find((one) => one.name === field) ?? {};
      const value = writtenExamples(contract, parameter)[0] ?? exampleOf(contract, parameter.schema ?? {});
      return ` --${flag} ${written(value ?? 'value')}`;
    })
    .join('');
  const media = Object.values(operation.body?.content ?? {})[0];
  const own = media ? writtenExamples(contract, media) : [];
  const bodies = own.length > 0 ? own : media?.schema ? [exampleOf(contract, media.schema)] : [];
  const lines = bodies.filter(isObject).map((one) => {
    const flags = flagsOf(one, body ?? []);
    const line = flags && [start + needed, ...flags].join(' ');
    return line !== undefined && line.length <= longest ? line : `${start}${needed} --input body.json`;
  });
  return lines.length > 0 ? [...new Set(lines)].slice(0, most) : [`${start}${needed}`];
}
