// References to secrets: `env:KEYWARD_SECRET_…` and `file:…`. Only an apply resolves them. A plan may be one of the files of a stranger.
import { hideSecret } from '../failures.ts';
import type { Io } from '../io.ts';
import { insideOf, readText } from './directory.ts';
import type { ConfigObject, Directory } from './objects.ts';
import { ConfigError, type Problem } from './problems.ts';

const longestSecret = 64 * 1024;

const inEnvironment = /^env:(KEYWARD_SECRET_[A-Z0-9_]{1,100})$/;
const inFile = /^file:(.{1,1000})$/;

const rule =
  'A secret is a reference, and never stands in the file. `env:` takes a variable whose name begins with KEYWARD_SECRET_, and `file:` a file inside the directory.';

const exampleOf = (field: string): string => `${field}: env:KEYWARD_SECRET_EXAMPLE`;

/** The fields of each kind that take a secret, as paths from `spec`; `*` is each item of a list. */
export type SecretFields = Readonly<Record<string, readonly string[]>>;

/** The value of a secret in a plan. */
const placeholder = { secret: true };

interface Found {
  /** From the list of objects: `/3/spec/clientSecret`. */
  pointer: string;
  field: string;
  value: unknown;
  set: (value: unknown) => void;
}

/** Finds the secrets of an object that has them. */
function* secretsIn(object: ConfigObject, at: number, paths: readonly string[]): Generator<Found> {
  for (const path of paths) yield* below(object.spec, path.split('.'), `/${at}/spec`);
}

function* below(value: unknown, [name = '', ...rest]: string[], pointer: string): Generator<Found> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const one of name === '*' ? Object.keys(holder) : [name]) {
    if (!Object.hasOwn(holder, one)) continue;
    const here = `${pointer}/${one}`;
    if (rest.length > 0) yield* below(holder[one], rest, here);
    else
      yield { pointer: here, field: one, value: holder[one], set: (secret) => void (holder[one] = secret) };
  }
}

/** Null takes a secret away, and an absent field leaves it alone. */
export const isReference = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && (inEnvironment.test(value) || inFile.test(value)));

/** Returns a copy of the objects in which each secret is another value. */
function replaced(
  { objects, placeOf, dir }: Directory,
  fields: SecretFields,
  value: (reference: string, problem: (rule: string) => void) => unknown,
): ConfigObject[] {
  const problems: Problem[] = [];
  const copies = objects.map((object, at) => {
    const paths = Object.hasOwn(fields, object.kind) ? (fields[object.kind] ?? []) : [];
    if (paths.length === 0) return object;
    const copy = structuredClone(object);
    for (const { pointer, field, value: given, set } of secretsIn(copy, at, paths)) {
      const place = placeOf(pointer);
      const wrong = (text: string): void =>
        void problems.push({ ...(place && { place }), rule: text, example: exampleOf(field) });
      if (!isReference(given)) wrong(rule);
      else if (given !== null) set(value(given as string, wrong));
    }
    return copy;
  });
  if (problems.length > 0) throw new ConfigError(problems, dir);
  return copies;
}

/** Returns the objects without any secret, for a plan. @throws {ConfigError} where a secret is not a reference */
export const withoutSecretValues = (directory: Directory, fields: SecretFields): ConfigObject[] =>
  replaced(directory, fields, () => placeholder);

/** Keeps a secret out of every error of this run. */
function hidden(secret: string): string {
  hideSecret(secret);
  return secret;
}

/** Returns the number of references to secrets. */
export const countSecrets = ({ objects }: Pick<Directory, 'objects'>, fields: SecretFields): number =>
  objects
    .flatMap((object, at) => [...secretsIn(object, at, fields[object.kind] ?? [])])
    .filter(({ value }) => value !== null).length;

/** Returns the objects with their secrets, for an apply. @throws {ConfigError} where a secret cannot be read */
export const withSecretValues = (
  directory: Directory,
  fields: SecretFields,
  { env }: Pick<Io, 'env'>,
): ConfigObject[] =>
  replaced(directory, fields, (reference, wrong) => {
    const variable = inEnvironment.exec(reference)?.[1];
    if (variable !== undefined) {
      const given = env[variable];
      if (given) return hidden(given);
      return wrong(`The environment has no ${variable}. Set it for keyward config apply.`);
    }
    try {
      const name = inFile.exec(reference)?.[1] ?? '';
      // A folder such as .git belongs to a program, and a file such as .env to another one.
      if (name.split(/[\\/]/).some((part) => part.startsWith('.') && part !== '.'))
        return wrong('The path of a secret has no .. and no name that starts with a dot.');
      const path = insideOf(directory.root, name);
      // The line end that editors and `echo` add does not belong to the secret.
      const secret = readText(path, longestSecret).replace(/\r?\n$/, '');
      if (secret !== '') return hidden(secret);
      return wrong('The file of the secret is empty.');
    } catch (error) {
      return wrong(
        error instanceof RangeError
          ? `The file of the secret is longer than ${longestSecret} bytes.`
          : 'There is no such file inside the directory, or it cannot be read as text.',
      );
    }
  });
