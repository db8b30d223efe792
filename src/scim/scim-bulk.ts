import { Failure } from '../failure.ts';
import { signInKey } from '../lib/name-key.ts';

/** One operation of a bulk request as it was sent (RFC 7644 section 3.7). */
export interface BulkOperation {
  method: string;
  bulkId: string | undefined;
  version: string | undefined;
  path: string;
  data: unknown;
}

/** The outcome of an operation. `id` is that of the resource which a POST made. */
export interface BulkOutcome {
  status: number;
  id: string | undefined;
}

/**
 * The number of operations that also a busy service finishes within five seconds. Clients that go by `maxOperations`
 * give up after ten.
 */
export const advisedBulkOperations = 100;
const mostBulkOperations = 1000;
const mostBulkIdLength = 200;

/**
 * Reads the body of a bulk request. Names are compared without case (RFC 7643 section 2.1).
 * @throws {Failure} SCIM_SYNTAX_INVALID, SCIM_VALUE_INVALID; PAYLOAD_TOO_LARGE for too many operations (RFC 7644
 * section 3.7.4)
 */
export function readBulk(body: unknown): { operations: BulkOperation[]; failOnErrors: number } {
  const fields = fieldsOf(body, 'the body');
  const sent = fields.get('operations');
  if (!Array.isArray(sent)) throw syntax('Operations must be a list of operations');
  if (sent.length > mostBulkOperations) {
    throw new Failure('PAYLOAD_TOO_LARGE', {
      detail: `A bulk request may have at most ${mostBulkOperations} operations. Send the rest in another request.`,
    });
  }
  const failOnErrors = fields.get('failonerrors') ?? null;
  if (failOnErrors !== null && !Number.isSafeInteger(failOnErrors))
    throw new Failure('SCIM_VALUE_INVALID', { detail: 'failOnErrors must be a whole number' });
  const operations = sent.map((operation: unknown, at) => readOperation(operation, `Operations[${at}]`));
  requireOwnBulkIds(operations);
  return { operations, failOnErrors: failOnErrors === null ? Infinity : Math.max(Number(failOnErrors), 1) };
}

function readOperation(operation: unknown, where: string): BulkOperation {
  const fields = fieldsOf(operation, where);
  const text = (name: string): string | undefined => {
    const value = fields.get(name.toLowerCase()) ?? undefined;
    if (value !== undefined && typeof value !== 'string') throw syntax(`${where}.${name} must be text`);
    return value;
  };
  const method = text('method')?.toUpperCase();
  if (method === undefined) throw syntax(`${where}.method must be POST, PUT, PATCH or DELETE`);
  const path = text('path');
  if (path === undefined || !path.startsWith('/'))
    throw syntax(`${where}.path must start with /, such as /Users`);
  const bulkId = text('bulkId');
  if (method === 'POST' && !bulkId)
    throw syntax(`${where}.bulkId is required: the response identifies a POST by it`);
  if (bulkId !== undefined && bulkId.length > mostBulkIdLength)
    throw syntax(`${where}.bulkId must have at most ${mostBulkIdLength} characters`);
  return { method, bulkId, path, version: text('version'), data: fields.get('data') };
}

/** Two resources of one name would make every reference to it a guess. */
function requireOwnBulkIds(operations: readonly BulkOperation[]): void {
  const seen = new Set<string>();
  for (const { method, bulkId } of operations) {
    if (method !== 'POST' || bulkId === undefined) continue;
    if (seen.has(bulkId))
      throw new Failure('SCIM_VALUE_INVALID', { detail: `the bulkId ${shown(bulkId)} is sent twice` });
    seen.add(bulkId);
  }
}

/** Creations of users that run at once. A tenant has few connections, and its other requests need one as well. */
const sideBySide = 2;

/**
 * Runs the operations in their order, with two exceptions. An operation that refers to a resource of the same request (`bulkId:x`)
 * waits until that is made (RFC 7644 section 3.7.2). Creations of users that follow each other and share no name run side by
 * side, unless the request stops after some errors.
 *
 * @param perform runs one, whose references are ids by then, or answers the refusal it is given; it must not throw
 * @returns the outcomes by the places of the operations; those after `failOnErrors` failures are missing
 */
export async function runBulk<Outcome extends BulkOutcome>(
  { operations, failOnErrors }: { operations: readonly BulkOperation[]; failOnErrors: number },
  perform: (operation: BulkOperation, refusal: Failure | undefined) => Promise<Outcome>,
): Promise<Map<number, Outcome>> {
  const makers = new Set(
    operations.flatMap(({ method, bulkId }) => (method === 'POST' && bulkId ? [bulkId] : [])),
  );
  const made = new Map<string, string>();
  const failed = new Set<string>();
  const outcomes = new Map<number, Outcome>();
  const isSettled = (name: string): boolean => made.has(name) || failed.has(name) || !makers.has(name);
  let waiting = operations.map((operation, at) => ({ operation, at, needs: referencesOf(operation) }));
  let errors = 0;
  while (errors < failOnErrors) {
    // An operation that is left in the end waits for itself, or for an operation that waits for itself.
    const next = waiting.find(({ needs }) => needs.every(isSettled)) ?? waiting[0];
    if (!next) break;
    const settled = ({ needs }: { needs: string[] }): boolean => needs.every(isSettled);
    const chosen =
      failOnErrors === Infinity ? independentFrom(waiting.slice(waiting.indexOf(next)), settled) : [next];
    waiting = waiting.filter((other) => !chosen.includes(other));
    const all = await Promise.all(
      chosen.map(({ operation, needs }) =>
        perform(withIds(operation, made), refusalOf(needs, { makers, made, failed })),
      ),
    );
    for (const [place, outcome] of all.entries()) {
      const { at, operation } = chosen[place] ?? next;
      outcomes.set(at, outcome);
      const { method, bulkId } = operation;
      if (outcome.status >= 400) errors += 1;
      if (method !== 'POST' || bulkId === undefined) continue;
      if (outcome.status < 400 && outcome.id !== undefined) made.set(bulkId, outcome.id);
      else failed.add(bulkId);
    }
  }
  return outcomes;
}

/** Returns the first of these operations, and those behind it that may run at the same time. */
function independentFrom<One extends { operation: BulkOperation }>(
  waiting: readonly One[],
  isSettled: (one: One) => boolean,
): One[] {
  const chosen: One[] = [];
  const taken = new Set<string>();
  for (const one of waiting) {
    if (chosen.length > 0 && (chosen.length === sideBySide || !isSettled(one))) break;
    const names = namesOfNewUser(one.operation);
    const isFree = names !== undefined && names.every((name) => !taken.has(name));
    if (chosen.length > 0 && !isFree) break;
    chosen.push(one);
    if (names === undefined) break;
    for (const name of names) taken.add(name);
  }
  return chosen;
}

/**
 * Returns the user names and addresses in the data of a creation of a user. Two creations with the same name give another result in
 * another order.
 * @returns undefined for other operations
 */
function namesOfNewUser({ method, path, data }: BulkOperation): string[] | undefined {
  if (method !== 'POST' || !/^\/Users\/?$/.test(path)) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const names: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'string' && key.toLowerCase().endsWith('username')) names.push(signInKey(value));
  }
  mapTexts(data, (text) => {
    if (text.includes('@')) names.push(signInKey(text));
    return text;
  });
  return names;
}

interface Names {
  makers: ReadonlySet<string>;
  made: ReadonlyMap<string, string>;
  failed: ReadonlySet<string>;
}

function refusalOf(needs: readonly string[], { makers, made, failed }: Names): Failure | undefined {
  const unknown = needs.find((name) => !makers.has(name));
  if (unknown !== undefined) {
    return new Failure('SCIM_VALUE_INVALID', {
      detail: `no POST of this request has the bulkId ${shown(unknown)}`,
    });
  }
  const gone = needs.find((name) => failed.has(name));
  if (gone !== undefined) {
    return new Failure('SCIM_REFERENCE_UNRESOLVED', {
      detail: `the operation refers to the bulkId ${shown(gone)}, whose operation failed; correct that operation first`,
    });
  }
  const circular = needs.find((name) => !made.has(name));
  if (circular !== undefined) {
    return new Failure('SCIM_REFERENCE_UNRESOLVED', {
      detail: `the operation and the bulkId ${shown(circular)} refer to each other; create one of them without the reference and add the reference later`,
    });
  }
  return undefined;
}

const reference = 'bulkId:';

/** The bulkIds that stand in the path, or as a whole value anywhere in the data. */
function referencesOf({ path, data }: BulkOperation): string[] {
  const found = new Set<string>();
  const note = (text: string): string => {
    if (text.startsWith(reference)) found.add(text.slice(reference.length));
    return text;
  };
  path.split('/').forEach(note);
  mapTexts(data, note);
  return [...found];
}

function withIds(operation: BulkOperation, made: ReadonlyMap<string, string>): BulkOperation {
  const resolve = (text: string): string =>
    (text.startsWith(reference) ? made.get(text.slice(reference.length)) : undefined) ?? text;
  return {
    ...operation,
    path: operation.path.split('/').map(resolve).join('/'),
    data: mapTexts(operation.data, resolve),
  };
}

/** A copy with every text value replaced; keys stay, and none of them reaches a prototype. */
function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, replace)]));
}

/** By names in lower case. A name that stands there twice in different cases is refused: which one counts is a guess. */
function fieldsOf(value: unknown, what: string): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw syntax(`${what} must be an object`);
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [
    name.toLowerCase(),
    field,
  ]);
  const fields = new Map(entries);
  if (fields.size < entries.length)
    throw syntax(`${what} has the same name twice, in uppercase and lowercase`);
  return fields;
}

const shown = (bulkId: string): string => JSON.stringify(bulkId.slice(0, mostBulkIdLength));

const syntax = (detail: string): Failure => new Failure('SCIM_SYNTAX_INVALID', { detail });
