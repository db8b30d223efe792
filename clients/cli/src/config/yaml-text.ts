// YAML of one file as values, with the place of each of them. It reads a subset that every reader understands in the same way.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
} from 'yaml';
import { escaped } from './pointers.ts';
import type { Place, Problem } from './problems.ts';

/** Objects and lists within each other. */
const deepest = 32;
const mostDocuments = 10_000;

/** A document of a file: its value, and where each part of it is. */
export interface Read {
  value: unknown;
  /** Returns where the part is that a JSON pointer names, or the nearest part around it. */
  placeOf: (pointer: string) => Place;
}

/** Sentences of our own: those of the parser show parts of the text, which may be a secret. */
const rules: Readonly<Record<string, string>> = {
  BAD_DIRECTIVE: 'A line that starts with % is not read. Remove it.',
  BAD_DQ_ESCAPE: 'The text in double quotes has an escape that YAML does not know. Use single quotes.',
  BAD_INDENT: 'The line is not indented as the lines around it.',
  BAD_SCALAR_START: 'The text starts with a sign of YAML. Put quotes around the text.',
  BLOCK_AS_IMPLICIT_KEY: 'The line has two keys. Put each key on a line of its own.',
  KEY_OVER_1024_CHARS: 'A key has more than 1,024 characters.',
  MISSING_CHAR: 'A quote, a bracket, a colon or a comma is missing.',
  MULTILINE_IMPLICIT_KEY: 'A key is longer than its line, or a colon is missing.',
  NON_STRING_KEY: 'A key must be a text.',
  RESOURCE_EXHAUSTION: `Objects and lists are nested more than ${deepest} deep.`,
  TAB_AS_INDENT: 'The line is indented with a tab. Use spaces.',
};

/** The rule and the example of a part that is refused, if a part is. */
type Refusal = Pick<Problem, 'rule' | 'example'>;

const noAliases: Refusal = {
  rule: 'Anchors (&) and aliases (*) are not read, because a short text could become a large one. Write the value again.',
};
const noMerge: Refusal = { rule: 'The merge key << is not read. Write the fields themselves.' };
const noTags: Refusal = {
  rule: 'Tags such as !!str are not read. Put quotes around a text.',
  example: 'version: "1"',
};
const noNumber: Refusal = { rule: 'The number is too large. Put quotes around a text.' };

/** Reads every document of a text. All problems are noted, and a document with a problem is left out. */
export function readYaml(file: string, text: string): { documents: Read[]; problems: Problem[] } {
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const parsed = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Looked for below, because this check takes the square of the number of keys.
    uniqueKeys: false,
    version: '1.2',
    schema: 'core',
    merge: false,
    stringKeys: true,
    logLevel: 'silent',
  });
  const all = Array.isArray(parsed) ? parsed : [];
  if (all.length > mostDocuments)
    return {
      documents: [],
      problems: [{ place: at(0), rule: `A file holds at most ${mostDocuments} objects.` }],
    };
  const problems: Problem[] = [];
  const documents: Read[] = [];
  for (const document of all) {
    const found = problemsOf(document, at);
    if (found.length > 0) problems.push(...found);
    // A comment alone, or nothing between two lines of ---.
    else if (document.contents !== null && !isEmpty(document)) {
      const walk = new Walk(at);
      const value = walk.valueOf(document.contents, '', 0);
      if (walk.problems.length > 0) problems.push(...walk.problems);
      else documents.push({ value, placeOf: walk.placeOf });
    }
  }
  return { documents, problems };
}

type PlaceAt = (offset: number) => Place;

function problemsOf({ errors, directives }: Document.Parsed, at: PlaceAt): Problem[] {
  const { explicit, version } = directives.yaml;
  return [
    ...errors.map(({ code, pos }) => ({
      place: at(pos[0]),
      rule: rules[code] ?? 'This is not valid YAML. Is a text with special signs without quotes?',
    })),
    ...(explicit && version !== '1.2'
      ? [{ place: at(0), rule: 'The file names another version of YAML than 1.2. Remove the line %YAML.' }]
      : []),
  ];
}

const isEmpty = ({ contents }: Document.Parsed): boolean =>
  isScalar(contents) && contents.value === null && contents.source === '';

/** Walks through one document: makes its value, and notes where each part is. */
class Walk {
  readonly problems: Problem[] = [];
  readonly #places = new Map<string, number>();
  readonly #at: PlaceAt;

  constructor(at: PlaceAt) {
    this.#at = at;
  }

  readonly placeOf = (pointer: string): Place => {
    for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const offset = this.#places.get(path);
      if (offset !== undefined) return this.#at(offset);
      if (path === '') return this.#at(0);
    }
  };

  #refuse(offset: number, refusal: Refusal): undefined {
    this.problems.push({ place: this.#at(offset), ...refusal });
  }

  /** @param from where the key of the part is, if it has one */
  valueOf(node: unknown, pointer: string, depth: number, from?: number): unknown {
    if (!isNode(node) || !node.range) return null;
    // A field is where its key is. An item of a list has no key.
    const offset = from ?? node.range[0];
    this.#places.set(pointer, offset);
    if (depth > deepest)
      return this.#refuse(offset, { rule: `Objects and lists are nested more than ${deepest} deep.` });
    if (isAlias(node)) return this.#refuse(offset, noAliases);
    if (node.anchor !== undefined) this.#refuse(offset, noAliases);
    if (node.tag !== undefined) this.#refuse(offset, noTags);
    if (isSeq(node))
      return node.items.map((item, index) =>
        this.valueOf(isPair(item) ? undefined : item, `${pointer}/${index}`, depth + 1),
      );
    if (isMap(node)) return this.#object(node.items, pointer, depth);
    if (!isScalar(node)) return null;
    const { value } = node;
    if (typeof value === 'number' && (!Number.isFinite(value) || isRounded(value)))
      return this.#refuse(offset, noNumber);
    return value;
  }

  #object(items: readonly { key: unknown; value: unknown }[], pointer: string, depth: number): unknown {
    const fields = new Map<string, unknown>();
    for (const { key, value } of items) {
      const [offset = 0] = (isNode(key) && key.range) || [];
      if (!isScalar(key) || typeof key.value !== 'string') {
        this.#refuse(offset, { rule: 'A key must be a text.' });
        continue;
      }
      const name = key.value;
      if (key.anchor !== undefined) this.#refuse(offset, noAliases);
      if (key.tag !== undefined) this.#refuse(offset, noTags);
      const part = `${pointer}/${escaped(name)}`;
      if (name === '<<' && key.type === 'PLAIN') this.#refuse(offset, noMerge);
      else if (fields.has(name))
        this.#refuse(offset, { rule: 'The key stands here a second time. Remove one of them.' });
      else {
        this.#places.set(part, offset);
        fields.set(name, this.valueOf(value, part, depth + 1, offset));
      }
    }
    // Unlike an assignment, this makes `__proto__` a field as any other.
    return Object.fromEntries(fields);
  }
}

/** Whether a whole number has lost digits. */
const isRounded = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);
