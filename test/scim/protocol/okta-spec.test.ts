// The steps of "Okta SCIM 2.0 SPEC Test" (developer.okta.com/standards/SCIM/SCIMFiles/Okta-SCIM-20-SPEC-Test.json,
// exported on 2024-05-13), with which Okta has everybody check a SCIM server; read on 2026-11-21.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { errorSchema, listSchema, userSchema } from '../../support/directories.ts';
import { test } from '../../support/service.ts';
import { anAssigned, okta } from './okta.ts';

describe('Okta SCIM 2.0 SPEC Test', () => {
  test('passes step by step', async ({ service }) => {
    const provider = await okta(service);
    const { send } = provider;
    await anAssigned(provider); // "Create at least one user in your SCIM server before running"
    const random = `Runscope300H${randomUUID()}@example.com`;
    const user = {
      schemas: [userSchema],
      userName: random,
      name: { givenName: 'Runscope300', familyName: 'Hfluaklab151' },
      emails: [{ primary: true, value: random, type: 'work' }],
      displayName: 'Runscope300 Hfluaklab151',
      active: true,
    };
    const json = { 'content-type': 'application/json' };

    const list = await send('GET', '/Users?count=1&startIndex=1');
    expect(list.status).toBe(200);
    expect(list.body.schemas).toContain(listSchema);
    for (const name of ['itemsPerPage', 'startIndex', 'totalResults'])
      expect(list.body[name]).toEqual(expect.any(Number));
    expect(list.body.Resources[0]).toMatchObject({
      id: expect.any(String),
      name: { familyName: expect.any(String), givenName: expect.any(String) },
      userName: expect.any(String),
      active: expect.any(Boolean),
      emails: [{ value: expect.any(String) }],
    });
    const [{ id: first }] = list.body.Resources;
    expect(await send('GET', `/Users/${first}`)).toMatchObject({ status: 200, body: { id: first } });

    for (const absent of ['abcdefgh@atko.com', random]) {
      const { status, body } = await send('GET', `/Users?filter=userName eq "${absent}"`);
      expect({ status, total: body.totalResults, schemas: body.schemas }).toEqual({
        status: 200,
        total: 0,
        schemas: [listSchema],
      });
    }
    const unknown = await send('GET', '/Users/010101001010101011001010101011');
    expect(unknown).toMatchObject({ status: 404, body: { schemas: [errorSchema] } });
    expect(unknown.body.detail).not.toBe('');

    const created = await send('POST', '/Users', user, json);
    expect(created).toMatchObject({ status: 201, body: user });
    const read = await send('GET', `/Users/${created.body.id}`);
    expect(read).toMatchObject({ status: 200, body: { userName: random, name: user.name } });
    expect((await send('POST', '/Users', user, json)).status).toBe(409);
    const capitalsQuery = `/Users?filter=userName eq "${random.toUpperCase()}"`;
    expect(await send('GET', capitalsQuery)).toMatchObject({ status: 200, body: { totalResults: 1 } });

    expect((await send('GET', '/Groups')).status).toBe(200);

    const error = { schemas: [errorSchema], detail: expect.stringMatching(/./) };
    const stranger = await send('GET', capitalsQuery, undefined, { authorization: 'non-token' });
    expect(stranger).toMatchObject({ status: 401, body: { ...error, status: '401' } });
    const missing = await send('GET', '/Users/00919288221112222');
    expect(missing).toMatchObject({ status: 404, body: { ...error, status: '404' } });
  });
});
