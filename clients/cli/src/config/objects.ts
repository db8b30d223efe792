// The objects of a directory. Each document of its files is one.
import { isObject } from '../../../../src/lib/object.ts';
import { directoryAt, readDirectory } from './directory.ts';
import { escaped } from './pointers.ts';
import { ConfigError, type Place, type Problem } from './problems.ts';
import { readYaml, type Read } from './yaml-text.ts';

/** An object as files and requests have it. */
export interface ConfigObject {
  kind: string;
  /** The name of the object in files. It stays the same if the object gets another name. */
  key: string;
  spec: Record<string, unknown>;
}

export interface Directory {
  /** The real path of the directory. */
  root: string;
  /** As the user wrote it. */
  dir: string;
  objects: readonly ConfigObject[];
  /** Whether there is a YAML file at all. */
  hasFiles: boolean;
  /** Returns the place of a part of the objects: `/3/spec/name`. */
  placeOf: (pointer: string) => Place | undefined;
}

/** Takes a pointer apart: `/3/spec/name` into 3 and `/spec/name`. */
function splitPointer(pointer: string): [at: number, rest: string] {
  const [, at = '', rest = ''] = /^\/(\d+)(.*)$/s.exec(pointer) ?? [];
  return [Number(at), rest];
}

/** Returns the part of a directory with the objects of these kinds, or all of it if no kind is named. */
export function ofKinds(directory: Directory, kinds: readonly string[]): Directory {
  if (kinds.length === 0) return directory;
  const kept = [...directory.objects.entries()].filter(([, { kind }]) => kinds.includes(kind));
  return {
    ...directory,
    objects: kept.map(([, object]) => object),
    placeOf: (pointer) => {
      const [at, rest] = splitPointer(pointer);
      const [index] = kept[at] ?? [];
      return index === undefined ? undefined : directory.placeOf(`/${index}${rest}`);
    },
  };
}

const example = 'kind: identity, key: deploy-bot, spec: { name: deploy-bot, type: CI_CD }';

const envelope = ['kind', 'key', 'spec'];

/** Returns what is wrong with a document around its `spec`. The service judges the `spec`. */
function problemsOf({ value, placeOf }: Read): Problem[] {
  if (!isObject(value))
    return [{ place: placeOf(''), rule: 'Each document has the fields kind, key and spec.', example }];
  const unknown = Object.keys(value)
    .filter((name) => !envelope.includes(name))
    .map((name) => ({
      place: placeOf(`/${escaped(name)}`),
      rule: 'The field is unknown. A document has the fields kind, key and spec.',
      example,
    }));
  const text = (name: string): Problem[] => {
    const given = value[name];
    if (typeof given === 'string' && given !== '') return [];
    const rule = given === undefined ? `The field ${name} is missing.` : `The field ${name} must be a text.`;
    return [{ place: placeOf(`/${name}`), rule, example }];
  };
  const spec: Problem[] = isObject(value['spec'])
    ? []
    : [{ place: placeOf('/spec'), rule: 'The field spec must have the fields of the object.', example }];
  return [...unknown, ...text('kind'), ...text('key'), ...spec];
}

/** Reads the objects of a directory. @throws {ConfigError} with every problem of its files */
export function readObjects(dir: string): Directory {
  const root = directoryAt(dir);
  const { files, problems } = readDirectory(root);
  const read: Read[] = [];
  for (const { file, text } of files) {
    const { documents, problems: found } = readYaml(file, text);
    problems.push(...found);
    for (const document of documents) {
      const wrong = problemsOf(document);
      problems.push(...wrong);
      if (wrong.length === 0) read.push(document);
    }
  }
  problems.push(...repeated(read));
  if (problems.length > 0) throw new ConfigError(problems, dir);
  return {
    root,
    dir,
    hasFiles: files.length > 0,
    objects: read.map(({ value }) => value as ConfigObject),
    placeOf: (pointer) => {
      const [at, rest] = splitPointer(pointer);
      return read[at]?.placeOf(rest);
    },
  };
}

/** Finds objects that stand in two places. */
function repeated(read: readonly Read[]): Problem[] {
  const first = new Map<string, Place>();
  const problems: Problem[] = [];
  for (const { value, placeOf } of read) {
    const { kind, key } = value as ConfigObject;
    const place = placeOf('/key');
    const name = JSON.stringify([kind, key]);
    const before = first.get(name);
    if (before === undefined) first.set(name, place);
    else
      problems.push({
        place,
        rule: `${kind} ${key} is also in ${before.file}, line ${before.line}. Give one of them another key.`,
      });
  }
  return problems;
}
