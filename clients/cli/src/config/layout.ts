// The files of an export: one for each object, so that a change of one object is a change of one file.
import { CST, Lexer } from 'yaml';
import { yamlOf } from '../output/yaml.ts';
import type { ConfigObject } from './objects.ts';
import { readYaml } from './yaml-text.ts';

export const schemaFile = 'keyward.schema.json';

/** Editors read this line (yaml-language-server), and complete fields by the schema. */
const header = `# yaml-language-server: $schema=../${schemaFile}\n`;

/** Names that Windows gives to devices, with any ending. */
const isDevice = (name: string): boolean => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);

/** Returns a text as the name of a file. Two texts never have the same name, even where systems ignore the case of letters. */
function fileName(text: string): string {
  const safe = text.replaceAll(/[^a-z0-9._-]/gu, (sign) =>
    Array.from(new TextEncoder().encode(sign), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
  // A name with a dot in front is hidden, and Windows drops a dot at the end.
  const dots = safe.replace(/^\./, '%2e').replace(/\.$/, '%2e');
  return isDevice(dots) ? `%${dots.charCodeAt(0).toString(16)}${dots.slice(1)}` : dots;
}

export const pathOf = ({ kind, key }: Pick<ConfigObject, 'kind' | 'key'>): string =>
  `${kindFolder(kind)}/${fileName(key)}.yaml`;

/** `accessPolicy` → `access-policy`. */
const kindFolder = (kind: string): string =>
  fileName(kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Returns a value whose fields stand in one order, so that the order of an answer changes no file. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

/** Returns an object as the text of its file. The same object is always the same text. */
export function textOf({ kind, key, spec }: ConfigObject): string {
  // The name first, because readers look for it.
  const { name, ...rest } = spec;
  const fields = sorted(rest) as Record<string, unknown>;
  return `${header}${yamlOf({ kind, key, spec: name === undefined ? fields : { name, ...fields } })}`;
}

/** Returns the files of objects by their paths, in order. */
export const filesOf = (objects: readonly ConfigObject[]): Map<string, string> =>
  new Map(
    objects
      .map((object): [string, string] => [pathOf(object), textOf(object)])
      .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );

function hasComment(text: string): boolean {
  for (const token of new Lexer().lex(text)) if (CST.tokenType(token) === 'comment') return true;
  return false;
}

/** Whether a file has the one object of its path and no comment, so that nothing of a user is lost if an export replaces it. */
export function isExported(path: string, text: string): boolean {
  const body = text.startsWith(header) ? text.slice(header.length) : text;
  const { documents, problems } = readYaml(path, text);
  const [one, ...more] = documents;
  if (!one || more.length > 0 || problems.length > 0) return false;
  const { kind, key } = (one.value ?? {}) as Partial<ConfigObject>;
  return (
    typeof kind === 'string' && typeof key === 'string' && pathOf({ kind, key }) === path && !hasComment(body)
  );
}
