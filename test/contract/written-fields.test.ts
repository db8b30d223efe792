import { describe, expect, test } from 'vitest';
import { apart, together } from './dependent-fields.ts';
import { callable, exampleBody } from './enumerate.ts';
import { actions, patched, renamed, shownAs, unread, unshown } from './field-exceptions.ts';
import { requestsOf, shownFields, writing, writtenFields } from './written-fields.ts';

describe('a request', () => {
  test.for(writing)('$id writes a field', (operation) => {
    expect(requestsOf(operation).length).toBeGreaterThan(0);
  });

  test.for(writing)('$id shows each field, or the list says why not', (operation) => {
    const shown = new Set(shownFields(operation).map(({ place }) => place.join('.')));
    const names = writtenFields(operation).map(({ place }) => place.join('.'));
    expect(names.filter((name) => !shown.has(name) && !(name in unshown))).toEqual([]);
    expect(shown.size).toBeGreaterThan(0);
  });
});

describe('the list of exceptions', () => {
  const named = [unread, renamed, shownAs].flatMap((list) =>
    Object.entries(list).flatMap(([id, fields]) => Object.keys(fields).map((name) => ({ id, name }))),
  );
  const dependent = Object.entries(apart).flatMap(([id, requests]) =>
    requests.flatMap(({ fields }) => fields.map((name) => ({ id, name }))),
  );

  test.for([...named, ...dependent])('names a field that exists: $name of $id', ({ id, name }) => {
    const operation = writing.find((one) => one.id === id);
    const fields = operation ? shownFields(operation) : [];
    expect(fields.some(({ place }) => `${place.join('.')}.`.startsWith(`${name}.`))).toBe(true);
  });

  test('names operations that exist and have a body', () => {
    const known = callable.filter((operation) => exampleBody(operation)).map(({ id }) => id as string);
    const listed = [actions, patched, together].flatMap((list) => Object.keys(list));
    expect(listed.filter((id) => !known.includes(id))).toEqual([]);
  });

  test('names fields that no response shows, and that exist', () => {
    const names = new Set(writing.flatMap(writtenFields).map(({ place }) => place.join('.')));
    expect(Object.keys(unshown).filter((name) => !names.has(name))).toEqual([]);
  });
});
