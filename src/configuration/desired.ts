import { Failure } from '../failure.ts';
import { isObject } from '../lib/object.ts';
import type { Steps } from '../platform/steps.ts';
import { isSingle, type Kind, type Kinds, onlyKey } from './kinds.ts';
import { firstOf, leftOut, replaceAt, valuesAt } from './paths.ts';
import { type Spec, withoutHidden, withoutPublished, withReferences } from './projection.ts';
import { nameOf, type StateReader } from './state.ts';

/** An object of a request. */
export interface Sent {
  kind: string;
  key: string;
  spec: Readonly<Record<string, unknown>>;
}

/** An object as a request wants it. */
export interface Desired {
  kind: Kind;
  key: string;
  /** JSON pointer of the object in the request. */
  at: string;
  /** The fields as they were sent, secrets included. */
  sent: Spec;
  /** The fields that are compared: with defaults, without secrets and acts. */
  spec: Spec;
  /** The objects that it refers to, by `kind/key`, with the ID of each that there is. */
  refersTo: ReadonlyMap<string, string | null>;
  /** By field, the secrets that it has or is: plain texts in an apply, placeholders in a plan. */
  secrets: ReadonlyMap<string, unknown>;
}

const mostErrors = 50;
/** How many objects one object may refer to. The contract has a lower bound for each list. */
const mostReferences = 1_000;

/** Whether a value stands for a secret in a plan. */
const isPlaceholder = (value: unknown): boolean => isObject(value) && value['secret'] === true;

/** Reads the objects of a request against the contract, one at a time, and collects what is wrong with them. */
export function* desiredOf(
  objects: readonly Sent[],
  kinds: Kinds,
  state: StateReader,
  steps: Steps,
  { mayHavePlaceholders }: { mayHavePlaceholders: boolean },
): Generator<undefined, Desired[]> {
  const errors: Record<string, string> = {};
  const names = new Set(objects.map(({ kind, key }) => nameOf(kind, key)));
  const seen = new Set<string>();
  const read: Desired[] = [];
  for (const [at, object] of objects.entries()) {
    yield;
    const pointer = `/objects/${at}`;
    const kind = kinds.get(object.kind) as Kind;
    const found: Record<string, string> = {};
    const name = nameOf(object.kind, object.key);
    if (seen.has(name)) found[`${pointer}/key`] = `must be unique among the objects of ${object.kind}`;
    seen.add(name);
    Object.assign(found, wrongKey(kind, object.key, pointer, state));
    Object.assign(found, wrongSecrets(kind, object.spec, pointer, mayHavePlaceholders));
    const refersTo = new Map<string, string | null>();
    const spec = filled(kind, object.spec, pointer, { state, names, steps, found, refersTo });
    if (spec && Object.keys(found).length === 0)
      read.push({
        kind,
        key: object.key,
        at: pointer,
        sent: object.spec,
        spec,
        refersTo,
        secrets: secretsOf(kind, object.spec),
      });
    Object.assign(errors, found);
    if (Object.keys(errors).length >= mostErrors) break;
  }
  if (Object.keys(errors).length > 0) throw new Failure('VALIDATION_ERROR', errors);
  return read;
}

function wrongKey(kind: Kind, key: string, at: string, state: StateReader): Record<string, string> {
  if (isSingle(kind) && key !== onlyKey)
    return { [`${at}/key`]: `must be ${onlyKey}, because an organization has one ${kind.kind}` };
  if (kind.parts && !state.unreadable.has(kind.kind) && !state.objects.has(nameOf(kind.kind, key)))
    return {
      [`${at}/key`]: `must be ${kind.parts.join('.')} in small letters and hyphens such as ${state.ofKind(kind.kind)[0]?.key ?? onlyKey}`,
    };
  return {};
}

/** A server that resolves references gives its own environment to the author of a file. */
const reference = /^(env|file):/;

function wrongSecrets(
  kind: Kind,
  spec: Spec,
  at: string,
  mayHavePlaceholders: boolean,
): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const path of kind.secrets?.given ?? [])
    for (const [pointer, value] of valuesAt(spec, path).slice(0, mostErrors)) {
      if (typeof value === 'string' && reference.test(value))
        wrong[`${at}/spec${pointer}`] =
          'must be the secret itself, because the service resolves neither env: nor file:. The command resolves them, for example keyward config apply -f config/';
      if (isPlaceholder(value) && !mayHavePlaceholders)
        wrong[`${at}/spec${pointer}`] =
          'must be the secret itself in an apply, and not the placeholder of a plan';
    }
  return wrong;
}

/** Returns the secrets of an object by their fields. */
function secretsOf(kind: Kind, spec: Spec): Map<string, unknown> {
  const found = new Map<string, unknown[]>();
  for (const path of kind.secrets?.given ?? [])
    for (const [pointer, value] of valuesAt(spec, path)) {
      if (value === null) continue;
      const field = firstOf(path);
      found.set(field, [
        ...(found.get(field) ?? []),
        isPlaceholder(value) ? { secret: true } : [pointer, value],
      ]);
    }
  return found;
}

/** Whether the plain texts of a field's secrets are known. */
export const isPlain = (secrets: unknown): boolean =>
  Array.isArray(secrets) && secrets.every((one) => Array.isArray(one));

interface Filling {
  state: StateReader;
  names: ReadonlySet<string>;
  steps: Steps;
  found: Record<string, string>;
  refersTo: Map<string, string | null>;
}

/** Holds the fields of an object against the contract. @returns the fields with their defaults, or undefined if they are wrong */
function filled(
  kind: Kind,
  sent: Spec,
  at: string,
  { state, names, steps, found, refersTo }: Filling,
): Spec | undefined {
  const stands = new StandIns(state, names);
  let spec: Spec = structuredClone(sent);
  const paths = Object.entries(kind.references ?? {});
  const count = paths.reduce((sum, [path]) => sum + valuesAt(spec, path).length, 0);
  if (count > mostReferences) {
    found[`${at}/spec`] = `must refer to at most ${mostReferences} objects`;
    return undefined;
  }
  for (const [path, kinds] of paths)
    spec = replaceAt(spec, path, (value, pointer) => {
      if (typeof value !== 'string' || !value.includes('/')) return value;
      const [name = '', key = '', ...more] = value.split('/');
      const id = kinds.includes(name) && more.length === 0 ? stands.idOf(name, key) : undefined;
      if (id !== undefined) {
        refersTo.set(value, state.objects.get(value)?.id ?? null);
        return id;
      }
      if (Object.keys(found).length >= mostErrors) return value;
      found[`${at}/spec${pointer}`] = state.unreadable.has(name)
        ? `must be an ID, because you may not read objects of ${name}. Or call with the permission to read them`
        : `must be an object of this configuration or of the organization, such as ${kinds[0]}/deploy-bot, or an ID`;
      return value;
    }) as Spec;
  for (const path of kind.secrets?.given ?? [])
    spec = replaceAt(spec, path, (value) => (isPlaceholder(value) ? leftOut : value)) as Spec;
  if (Object.keys(found).length > 0) return undefined;
  const { create, update } = kind.operations;
  const later = kind.later ?? [];
  const path = Object.fromEntries(kind.parameters.map((parameter) => [parameter, 'id']));
  try {
    const whole = create
      ? {
          ...(steps.complete({ id: create, body: without(spec, later) }) as Spec),
          ...(later.some((field) => Object.hasOwn(spec, field))
            ? (steps.complete({ id: update, path, body: only(spec, later) }) as Spec)
            : {}),
        }
      : (steps.complete({ id: update, path, body: spec }) as Spec);
    const compared = withoutPublished(kind, only(whole, kind.fields), sent);
    return withReferences(
      kind,
      withoutHidden(kind, compared),
      (id, among) => stands.nameOf(id) ?? state.referenceOf(id, among),
    );
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400) throw error;
    for (const [field, allowed] of Object.entries(error.details))
      found[pointerOf(at, field)] = String(allowed);
    return undefined;
  }
}

/** The IDs that stand for objects while a spec is held against the contract. Objects that are still to be made have IDs that no object has. */
class StandIns {
  readonly #state: StateReader;
  readonly #names: ReadonlySet<string>;
  readonly #idOf = new Map<string, string>();
  readonly #nameOf = new Map<string, string>();

  constructor(state: StateReader, names: ReadonlySet<string>) {
    this.#state = state;
    this.#names = names;
  }

  idOf(kind: string, key: string): string | undefined {
    const name = nameOf(kind, key);
    const given = this.#idOf.get(name);
    if (given !== undefined) return given;
    const known = this.#state.objects.get(name);
    if (!known && !this.#names.has(name)) return undefined;
    const { prefix = '' } = this.#state.kinds.get(kind) ?? {};
    const id = known?.id ?? prefix + String(this.#idOf.size).padStart(26, '0');
    this.#idOf.set(name, id);
    this.#nameOf.set(id, name);
    return id;
  }

  nameOf(id: string): string | undefined {
    return this.#nameOf.get(id);
  }
}

/** Returns the JSON pointer of a field of the contract: `channels.0.url`, or `body` for all of it. */
export const pointerOf = (at: string, field: string): string =>
  field === 'body' ? `${at}/spec` : `${at}/spec/${field.replaceAll('~', '~0').replaceAll('.', '/')}`;

export const only = (spec: Spec, fields: readonly string[]): Spec =>
  Object.fromEntries(Object.entries(spec).filter(([field]) => fields.includes(field)));

const without = (spec: Spec, fields: readonly string[]): Spec =>
  Object.fromEntries(Object.entries(spec).filter(([field]) => !fields.includes(field)));
