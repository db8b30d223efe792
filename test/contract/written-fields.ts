// Writes every field of a resource with a value of its own, and reads it back.
import { expect } from 'vitest';
import type { Schema } from '../../src/lib/contract.ts';
import type { Client } from '../support/client.ts';
import type { Place } from '../support/places.ts';
import { type Apart, apart, together } from './dependent-fields.ts';
import { callable, callerOf, type Case, reader, workingCall } from './enumerate.ts';
import { actions, patched, renamed, shownAs, unread } from './field-exceptions.ts';
import { type Field, fieldsOf, ownValue, schemaAt, valueAt, withValues } from './own-values.ts';
import { readBack } from './read-back.ts';

const jsonSchema = ({ body }: Case): Schema | undefined => body?.content?.['application/json']?.schema;

/** Operations that create, change or replace a resource by a JSON body. */
export const writing = callable.filter(
  (operation) =>
    ['POST', 'PUT', 'PATCH'].includes(operation.method) &&
    jsonSchema(operation) !== undefined &&
    !(operation.id in actions),
);

/** Every field that the body of an operation may have. A PATCH of SCIM writes the fields of a replacement. */
export function writtenFields(operation: Case): Field[] {
  const replacing = patched[operation.id];
  const schema = jsonSchema(callable.find(({ id }) => id === replacing) ?? operation);
  return schema ? fieldsOf(schema) : [];
}

/** Returns the written fields that the response shows. */
export function shownFields(operation: Case): Field[] {
  const [answer] = reader.bodies(operation, (part) => part.startsWith('2'));
  return writtenFields(operation).filter(
    ({ place }) => answer && schemaAt(answer.schema, place) !== undefined,
  );
}

const nameOf = (place: Place): string => place.join('.');

/** Whether a field has one of the names, or is inside of a field that has. */
const isWithin = ({ place }: Field, names: readonly string[]): boolean =>
  names.some((name) => `${nameOf(place)}.`.startsWith(`${name}.`));

/** The requests that write the fields of an operation: one for most fields, and others for fields that depend on each other. */
export function requestsOf(operation: Case): (Apart & { own: Field[] })[] {
  const exempt = Object.keys(unread[operation.id] ?? {});
  const shown = shownFields(operation).filter((field) => !isWithin(field, exempt));
  const others = apart[operation.id] ?? [];
  const moved = others.flatMap(({ fields }) => fields);
  const most = {
    ...together[operation.id],
    fields: [],
    own: shown.filter((field) => !isWithin(field, moved)),
  };
  return [
    most,
    ...others.map((one) => ({ ...one, own: shown.filter((field) => isWithin(field, one.fields)) })),
  ].filter(({ own }) => own.length > 0);
}

/** Whether the schema allows one value only, so that no other can be written. */
const isFixed = ({ schema: { enum: choice, minimum, maximum } }: Field): boolean =>
  choice?.length === 1 || (minimum !== undefined && minimum === maximum);

/**
 * Sends every field of an operation with a value of its own, in as few requests as possible, each about a new resource. The
 * response and the resource must then have these values. Settings of the tenant change, so each tenant can have this once.
 * @param isLongest whether texts are as long as the contract allows
 */
export async function writeFields(operation: Case, client: Client, isLongest = false): Promise<void> {
  const caller = await callerOf(operation, client);
  const isNew = operation.method === 'POST';
  for (const request of requestsOf(operation)) {
    const { path: usual = {}, body: example } = await workingCall(operation, client);
    const path = request.on ? await request.on(client) : usual;
    const before = isNew ? undefined : await readBack(operation, caller, path);
    const given = await request.with?.(client, path);
    const values: (readonly [Place, unknown])[] = [];
    for (const field of request.own) {
      const now = valueAt(before, field.place);
      const value = valueAt(given, field.place) ?? (await ownValue(field, client, now, isLongest));
      if (!isNew && !isFixed(field)) expect(value, `another ${nameOf(field.place)}`).not.toEqual(now);
      values.push([field.place, value]);
    }
    const base = operation.method === 'PATCH' ? {} : example;
    const fields = withValues({ ...(base as object), ...given }, values);
    const body = operation.id in patched ? patchOf(fields) : fields;
    const { status, body: answer } = await caller.call(operation.id, { path, body });
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(answer)} for ${JSON.stringify(body)}`);
    const expected = Object.fromEntries(
      values.map(([place, value]) => [nameOf(place), asShown(operation, nameOf(place), value)]),
    );
    expect(valuesIn(answer, values), 'the response').toEqual(expected);
    const read = await readBack(operation, caller, path, answer);
    expect(valuesIn(read, values, renamed[operation.id]), 'the resource').toEqual(expected);
    if (!isNew) for (const after of [answer, read]) movesItsTime(before, after);
  }
}

const stamps: readonly { created: Place; updated: Place }[] = [
  { created: ['createdAt'], updated: ['updatedAt'] },
  { created: ['meta', 'created'], updated: ['meta', 'lastModified'] },
];

/** A change moves the time of the last change of a resource that has one, and not the time of its creation. */
function movesItsTime(before: unknown, after: unknown): void {
  for (const { created, updated } of stamps) {
    const [then, now] = [valueAt(before, updated), valueAt(after, updated)];
    if (typeof then !== 'string') continue;
    expect(Date.parse(String(now)), nameOf(updated)).toBeGreaterThan(Date.parse(then));
    expect(valueAt(after, created), nameOf(created)).toBe(valueAt(before, created));
  }
}

const patchOf = (value: unknown): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value }],
});

const asShown = ({ id }: Case, name: string, value: unknown): unknown => {
  const form = shownAs[id]?.[name];
  return form ? form(value) : value;
};

const valuesIn = (
  body: unknown,
  values: readonly (readonly [Place, unknown])[],
  names: Readonly<Record<string, string>> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    values.map(([place]) => {
      const name = nameOf(place);
      return [name, valueAt(body, names[name]?.split('.') ?? place)];
    }),
  );
