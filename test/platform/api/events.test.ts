import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const texts = [
  'firstName',
  'lastName',
  'displayName',
  'nickname',
  'title',
  'department',
  'division',
  'organization',
  'costCenter',
  'employeeNumber',
  'externalId',
];
const all = (value: string) => Object.fromEntries(texts.map((field) => [field, value]));

describe('an event of many changes', () => {
  test('shows less of each, names them all and stays below 20 KB', async ({ service }) => {
    const { ours, sql } = service;
    const id = await aUser(ours, all('😀'.repeat(256)));

    const { status } = await ours.call('updateUser', { path: { userId: id }, body: all('😎'.repeat(256)) });

    expect(status).toBe(200);
    const [event] = await sql<{ data: { changes: { field: string; from: string; to: string }[] } }>(
      `select data from events where type = 'user.updated' and data ->> 'userId' = $1`,
      [id],
    );
    expect(Buffer.byteLength(JSON.stringify(event?.data))).toBeLessThan(20_000);
    expect(event?.data.changes.map(({ field }) => field).toSorted()).toEqual(texts.toSorted());
    expect(event?.data.changes[0]).toMatchObject({ from: '(too long to show here)' });
  });

  test('shows the values where they fit', async ({ service }) => {
    const { ours, sql } = service;
    const id = await aUser(ours, all('a'.repeat(256)));

    await ours.call('updateUser', { path: { userId: id }, body: { ...all('b'.repeat(256)), title: null } });

    const [event] = await sql<{ data: { changes: { field: string; from: string; to: string | null }[] } }>(
      `select data from events where type = 'user.updated' and data ->> 'userId' = $1`,
      [id],
    );
    expect(event?.data.changes).toContainEqual({ field: 'title', from: 'a'.repeat(256), to: null });
  });
});
