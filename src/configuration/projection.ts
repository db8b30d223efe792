import { isObject } from '../lib/object.ts';
import { isSame } from './canonical.ts';
import type { Kind } from './kinds.ts';
import { leftOut, replaceAt } from './paths.ts';

/** The fields of an object as files have them: `kind/key` in place of an ID, and no secret. */
export type Spec = Readonly<Record<string, unknown>>;

/** Returns `kind/key` of an object with an ID, if it is one of these kinds and is known. */
export type ReferenceOf = (id: string, kinds: readonly string[]) => string | undefined;

/** Returns what files have of an object, from what the service shows of it. */
export function specOf(kind: Kind, view: Readonly<Record<string, unknown>>, referenceOf: ReferenceOf): Spec {
  const kept = Object.fromEntries(
    kind.fields
      .filter((field) => Object.hasOwn(view, field) && !(kind.unseen ?? []).includes(field))
      .map((field) => [field, asSent(kind, field, view[field])]),
  );
  return withReferences(kind, withoutHidden(kind, kept), referenceOf);
}

/** Returns a value in the form in which a caller sends it. */
function asSent({ otherwise = {} }: Kind, field: string, shown: unknown): unknown {
  const form = otherwise[field];
  if (!form || !Array.isArray(shown)) return shown;
  const where = Object.entries(form.where);
  return shown
    .filter(isObject)
    .filter((element) => where.every(([name, value]) => element[name] === value))
    .map((element) => element[form.from]);
}

/** Leaves out secrets, fields inside lists that the service alone writes, and what is empty beside these. */
export function withoutHidden(kind: Kind, spec: Spec): Spec {
  const hidden = [...(kind.secrets?.given ?? []), ...(kind.own ?? []).filter((path) => path.includes('.'))];
  const left = hidden.reduce<Spec>((rest, path) => replaceAt(rest, path, () => leftOut) as Spec, spec);
  const lists = new Set(
    hidden.filter((path) => path.includes('.')).map((path) => path.replace(/\.[^.]*$/, '')),
  );
  return [...lists].reduce<Spec>((rest, path) => replaceAt(rest, path, withoutEmpty) as Spec, left);
}

/** A list may have elements of several types. Each shows the fields of the others as empty, and takes none of them. */
const withoutEmpty = (element: unknown): unknown =>
  isObject(element)
    ? Object.fromEntries(
        Object.entries(element).filter(
          ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
        ),
      )
    : element;

/** Writes what is known in place of references: `kind/key` for IDs, or IDs for `kind/key`. */
export const withReferences = ({ references = {} }: Kind, spec: Spec, referenceOf: ReferenceOf): Spec =>
  Object.entries(references).reduce<Spec>(
    (made, [path, kinds]) =>
      replaceAt(made, path, (id) => (typeof id === 'string' ? (referenceOf(id, kinds) ?? id) : id)) as Spec,
    spec,
  );

/** Whether the metadata of a partner says fields of an object. */
const hasMetadata = (spec: Spec): boolean =>
  typeof spec['metadataUrl'] === 'string' || typeof spec['metadataXml'] === 'string';

/** Leaves out what metadata says, unless it was sent all the same. */
export const withoutPublished = ({ published = [] }: Kind, spec: Spec, sent: Spec = {}): Spec =>
  hasMetadata(spec)
    ? Object.fromEntries(
        Object.entries(spec).filter(([field]) => !published.includes(field) || Object.hasOwn(sent, field)),
      )
    : spec;

/** Leaves out the fields that a new object has anyway: with their default, or empty. */
export const withoutDefaults = (kind: Kind, spec: Spec): Spec => {
  const { defaults, operations, follows = [] } = kind;
  return Object.fromEntries(
    Object.entries(withoutPublished(kind, spec)).filter(([field, value]) => {
      if (follows.includes(field)) return false;
      if (Object.hasOwn(defaults, field)) return !isSame(defaults[field], value);
      return value !== null || operations.create === undefined;
    }),
  );
};
