// Plans and applies: the calls of the service, and its answers with the places of files.
import { KeywardApiError, KeywardError } from '../../../typescript/src/errors.ts';
import type { HandRun } from '../by-hand/hand-command.ts';
import { commandOf } from '../command.ts';
import { UsageError } from '../failures.ts';
import type { Io } from '../io.ts';
import type { Service } from '../service.ts';
import type { ConfigObject, Directory } from './objects.ts';
import { fieldName, sentence } from './pointers.ts';
import { ConfigError, type Place, placeText, type Problem } from './problems.ts';

/** The service takes no more in one request. */
const mostObjects = 2000;
const longestBody = 1024 * 1024;
/** Thousands of changes take their time, and other requests about the configuration may come first. */
export const longestCallMs = 300_000;

const longestWait = 60;
const mostRepeats = 2;

export interface Difference {
  field: string;
  from?: unknown;
  to?: unknown;
  secret?: boolean;
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: Readonly<Record<string, unknown>>;
}

export interface Change {
  action: string;
  kind: string;
  key: string;
  id: string | null;
  /** The object in the request, as a JSON pointer. */
  at: string | null;
  adopts: boolean;
  fields: readonly Difference[];
  refusal: Refusal | null;
}

export interface Plan {
  fingerprint: string;
  changes: readonly Change[];
  counts: Readonly<Record<string, number>>;
}

/** The facts of a request beside its objects. */
export interface Asked {
  prune: boolean;
  /** The kinds that the request is about, or none for all. */
  kinds: readonly string[];
}

/** Repeats a call that was over a limit, as the client does, and says for how long it waits. */
async function waiting<Answer>(io: Pick<Io, 'err'>, send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const seconds =
        error instanceof KeywardError && error.status === 429 ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > longestWait || attempt === mostRepeats) throw error;
      io.err.write(`The limit is reached. Waiting for ${Math.ceil(seconds)} seconds.\n`);
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
  }
}

async function call(
  run: Pick<HandRun, 'families' | 'io'>,
  service: Service,
  name: string,
  body: Record<string, unknown> & { objects: readonly ConfigObject[] },
  directory: Directory,
): Promise<Plan> {
  if (body.objects.length > mostObjects)
    throw new UsageError(
      `A request has at most ${mostObjects} objects, and the files have ${body.objects.length}. Split them with --kind.`,
    );
  if (Buffer.byteLength(JSON.stringify(body)) > longestBody)
    throw new UsageError(`A request has at most ${longestBody} bytes. Split the objects with --kind.`);
  try {
    const parts = { path: [], query: {}, body };
    const command = commandOf(run.families, name);
    const options = { timeoutMs: longestCallMs, maxRetries: 0 };
    return (await waiting(run.io, () => service.call(command, parts, options))) as Plan;
  } catch (error) {
    if (!(error instanceof KeywardError)) throw error;
    const problems = error.status === 400 ? problemsOf(error.details, directory) : [];
    throw problems.length > 0 ? new ConfigError(problems, directory.dir) : withPlace(error, directory);
  }
}

/** Returns the refusal of one object with its place in the files. */
function withPlace(error: KeywardError, directory: Directory): KeywardError {
  const { message, details, code, status, requestId, retryAfterSeconds } = error;
  const place = placeOf({ at: typeof details['at'] === 'string' ? details['at'] : null }, directory);
  if (!place || status === undefined) return error;
  const placed = { ...details, at: placeText(place, directory.dir) };
  return new KeywardApiError(message, { code, status, details: placed, requestId, retryAfterSeconds });
}

const bodyOf = ({ prune, kinds }: Asked): Record<string, unknown> => ({
  prune,
  ...(prune && kinds.length > 0 && { kinds }),
});

/** @throws {ConfigError} if the service refuses the files themselves */
export const plan = (
  run: Pick<HandRun, 'families' | 'io'>,
  service: Service,
  directory: Directory,
  objects: readonly ConfigObject[],
  asked: Asked,
): Promise<Plan> => call(run, service, 'configuration plan', { objects, ...bodyOf(asked) }, directory);

/** @throws if the state is not that of the plan any more */
export const apply = (
  run: Pick<HandRun, 'families' | 'io'>,
  service: Service,
  directory: Directory,
  objects: readonly ConfigObject[],
  asked: Asked & { fingerprint: string },
): Promise<Plan> =>
  call(
    run,
    service,
    'configuration apply',
    { objects, ...bodyOf(asked), fingerprint: asked.fingerprint },
    directory,
  );

/** `objects.3.spec.name` and `/objects/3/spec/name` → `/3/spec/name`. */
function pointerOf(field: string): string | undefined {
  const path = field.startsWith('/') ? field : `/${field.replaceAll('.', '/')}`;
  return /^\/objects(\/\d+(?:\/.*)?)$/s.exec(path)?.[1];
}

/** Returns the details of an error that are about a part of the objects, as problems of files. */
export function problemsOf(
  details: Readonly<Record<string, unknown>>,
  { placeOf }: Pick<Directory, 'placeOf'>,
): Problem[] {
  return Object.entries(details).flatMap(([field, told]) => {
    const pointer = pointerOf(field);
    const place: Place | undefined = pointer === undefined ? undefined : placeOf(pointer);
    if (pointer === undefined || !place) return [];
    const rule = typeof told === 'string' ? told : JSON.stringify(told);
    return [{ place, rule: sentence(`${fieldName(pointer)} ${rule}`) }];
  });
}

/** Returns a detail that names parts of the objects, as their places. */
export function placesIn(detail: unknown, directory: Directory): string[] | undefined {
  const pointers = Array.isArray(detail) ? detail.map((one) => pointerOf(String(one))) : [];
  const places = pointers.flatMap((pointer) =>
    pointer === undefined ? [] : (directory.placeOf(pointer) ?? []),
  );
  if (places.length === 0 || places.length < pointers.length) return undefined;
  return places.map((place, at) => `${placeText(place, directory.dir)} ${fieldName(pointers[at] ?? '')}`);
}

/** Returns where an object of a change stands in the files, if it does. */
export function placeOf({ at }: Pick<Change, 'at'>, directory: Directory): Place | undefined {
  const pointer = at === null ? undefined : pointerOf(at);
  return pointer === undefined ? undefined : directory.placeOf(pointer);
}
