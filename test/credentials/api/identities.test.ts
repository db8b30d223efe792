import { describe, expect } from 'vitest';
import { aCredential, anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** An identity that was created with a name and a type alone. */
const plain = {
  id: expect.stringMatching(/^idn_[0-9a-z]{26}$/),
  name: 'deploy-bot',
  type: 'CI_CD',
  status: 'ACTIVE',
  description: null,
  ownerUserId: null,
  tags: [],
  allowedScopes: null,
  allowedIps: null,
  federatedSubjects: [],
  metadata: {},
  expiresAt: null,
  riskScore: 0,
  riskLevel: 'LOW',
  riskFactors: [],
  lastActivityAt: null,
  credentialCount: 0,
  createdAt: time,
  updatedAt: time,
  createdBy: expect.stringMatching(/^cred_/),
};

describe('createIdentity', () => {
  test('returns every field, with defaults for those not sent', async ({ service: { ours } }) => {
    const { status, body, headers } = await ours.call('createIdentity', {
      body: { name: 'deploy-bot', type: 'CI_CD' },
    });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual(plain);
  });

  test('keeps every field of the request', async ({ service: { ours } }) => {
    const fields = {
      name: 'agent 7',
      type: 'AI_AGENT',
      description: 'd'.repeat(500),
      tags: ['payments', 'env:prod', 'a/b.c_d-e'],
      allowedScopes: ['deploy.*', 'secrets.read'],
      allowedIps: ['203.0.113.0/24', '2001:db8::/32', '192.0.2.1'],
      federatedSubjects: [
        { issuer: 'https://token.example', audience: 'keyward', subject: 'repo:*', claims: { ref: 'main' } },
      ],
      metadata: { team: 'payments' },
      expiresAt: inDays(365),
    };
    const { body } = await ours.call('createIdentity', { body: fields });
    expect(body).toEqual({ ...plain, ...fields });
    expect((await ours.call('getIdentity', { path: { id: body.id } })).body).toEqual(body);
  });

  test('keeps metadata names that need escaping exactly as sent', async ({ service: { ours } }) => {
    for (const metadata of [
      { a: 1, '\\': 2, '\n': 3, 'a"b': { '\u0001': 4 } },
      { a: 1, '\n': 3 },
    ]) {
      const { body } = await ours.call('createIdentity', {
        body: { name: 'deploy-bot', type: 'CI_CD', metadata },
      });
      expect((await ours.call('getIdentity', { path: { id: body.id } })).body.metadata).toEqual(metadata);
    }
  });

  test('keeps every tag exactly as sent', async ({ service: { ours } }) => {
    const tags = ['null', 'NULL', 'a.b_c:d/e-f'];
    const id = await anIdentity(ours, { tags });
    expect((await ours.call('getIdentity', { path: { id } })).body['tags']).toEqual(tags);
    const changed = { tags: [...tags, 'more'] };
    await ours.call('updateIdentity', { path: { id }, body: changed });
    expect((await ours.call('getIdentity', { path: { id } })).body).toMatchObject(changed);
  });

  test('accepts every type, and a name that already exists', async ({ service: { ours } }) => {
    for (const type of ['SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT']) {
      const { status, body } = await ours.call('createIdentity', { body: { name: 'twin', type } });
      expect([status, body.type]).toEqual([201, type]);
    }
  });

  test('rejects what the contract does not allow, and names the field', async ({
    service: { ours, sql },
  }) => {
    const [before] = await sql('select count(*) from identities');
    const subject = { issuer: 'i', audience: 'a', subject: 's' };
    const refused: [field: string, fields: Record<string, unknown>][] = [
      ['name', { name: 'x' }],
      ['name', { name: 'x'.repeat(101) }],
      ['type', { type: 'PERSON' }],
      ['type', { type: undefined }],
      ['description', { description: 'x'.repeat(501) }],
      ['tags.0', { tags: ['two words'] }],
      ['tags.0', { tags: ['x'.repeat(65)] }],
      ['tags', { tags: ['a', 'a'] }],
      ['tags', { tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }],
      ['allowedScopes.0', { allowedScopes: ['A'] }],
      ['allowedScopes', { allowedScopes: ['a', 'a'] }],
      ['allowedIps', { allowedIps: [] }],
      ['allowedIps.0', { allowedIps: ['10.0.0.1/8'] }],
      ['allowedIps.0', { allowedIps: ['fe80::1%eth0'] }],
      ['allowedIps', { allowedIps: Array.from({ length: 101 }, (_, at) => `10.0.${at}.0/24`) }],
      ['federatedSubjects.0.subject', { federatedSubjects: [{ issuer: 'i', audience: 'a' }] }],
      ['federatedSubjects.0.more', { federatedSubjects: [{ ...subject, more: 1 }] }],
      ['federatedSubjects.0.claims.n', { federatedSubjects: [{ ...subject, claims: { n: 1 } }] }],
      ['metadata', { metadata: 'text' }],
      ['metadata', { metadata: { note: 'x'.repeat(10_240) } }],
      ['expiresAt', { expiresAt: inDays(-1) }],
      ['expiresAt', { expiresAt: '1999-12-31T23:59:59Z' }],
      ['expiresAt', { expiresAt: 'tomorrow' }],
      ['status', { status: 'ACTIVE' }],
      ['riskScore', { riskScore: 0 }],
      ['id', { id: 'idn_01kahz5v3be4nr7q2m8x9c0d1e' }],
    ];
    for (const [field, fields] of refused) {
      const { status, body } = await ours.call('createIdentity', {
        body: { name: 'deploy-bot', type: 'CI_CD', ...fields },
      });
      expect([status, body.code, Object.keys(body.details)], JSON.stringify(fields).slice(0, 80)).toEqual([
        400,
        'VALIDATION_ERROR',
        [field],
      ]);
    }
    expect(await sql('select count(*) from identities')).toEqual([before]);
  });

  test('answers 404 if the owner does not exist', async ({ service: { ours } }) => {
    const { status, body } = await ours.call('createIdentity', {
      body: { name: 'deploy-bot', type: 'CI_CD', ownerUserId: 'usr_01kahz5v3be4nr7q2m8x9c0d1e' },
    });
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('emits identity.created', async ({ service }) => {
    const id = await anIdentity(service.ours, { tags: ['a'] });
    expect(await eventsAbout(service, id)).toEqual([
      {
        type: 'identity.created',
        data: {
          identityId: id,
          identityName: 'deploy-bot',
          type: 'CI_CD',
          status: 'ACTIVE',
          tags: ['a'],
          ownerUserId: null,
          createdBy: actor,
          environment: 'live',
        },
      },
    ]);
  });
});

describe('getIdentity', () => {
  test('counts the credentials of the identity and shows when one was last used', async ({
    service: { ours, sql },
  }) => {
    const id = await anIdentity(ours);
    const { secret } = await aCredential(ours, { identityId: id });
    const gone = await aCredential(ours, { identityId: id });
    await ours.call('deleteCredential', { path: { id: gone.id } });
    await verify(ours, secret);
    const { body } = await ours.call('getIdentity', { path: { id } });
    expect(body).toEqual({ ...plain, credentialCount: 1, lastActivityAt: time });
    await sql('update identities set risk_score = 80 where id = $1', [id]);
    expect((await ours.call('getIdentity', { path: { id } })).body).toMatchObject({
      riskScore: 80,
      riskLevel: 'CRITICAL',
    });
  });

  test('answers 404 alike for an unknown, a malformed and a foreign id', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    for (const id of [
      'x',
      'idn_01kahz5v3be4nr7q2m8x9c0d1e',
      await anIdentity(theirs),
      await anIdentity(oursTest),
    ]) {
      const { status, body } = await ours.call('getIdentity', { path: { id } });
      expect([status, body.code, body.details]).toEqual([404, 'IDENTITY_NOT_FOUND', {}]);
    }
  });
});

describe('updateIdentity', () => {
  test('changes the fields of the request, and emits old and new values', async ({ service }) => {
    const { ours } = service;
    const id = await anIdentity(ours, { tags: ['a'], metadata: { keep: 1, drop: 2 } });
    const expiresAt = inDays(10);
    const patch = {
      name: 'renamed',
      description: 'text',
      tags: ['b'],
      allowedScopes: ['a.*'],
      allowedIps: ['10.0.0.0/8'],
      expiresAt,
    };
    const { status, body, headers } = await ours.call('updateIdentity', {
      path: { id },
      body: { ...patch, metadata: { drop: null } },
    });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toEqual({ ...plain, ...patch, metadata: { keep: 1 } });
    const [, updated] = await eventsAbout(service, id);
    expect(updated).toEqual({
      type: 'identity.updated',
      data: {
        identityId: id,
        identityName: 'renamed',
        changes: expect.arrayContaining([
          { field: 'name', from: 'deploy-bot', to: 'renamed' },
          { field: 'tags', from: ['a'], to: ['b'] },
          { field: 'expiresAt', from: null, to: expiresAt },
          { field: 'metadata', from: { keep: 1, drop: 2 }, to: { keep: 1 } },
        ]),
        updatedBy: actor,
        environment: 'live',
      },
    });
    const nothing = { description: null, allowedScopes: null, allowedIps: null, expiresAt: null };
    expect((await ours.call('updateIdentity', { path: { id }, body: nothing })).body).toMatchObject(nothing);
  });

  test('changes and emits nothing for an empty patch', async ({ service }) => {
    const id = await anIdentity(service.ours);
    const { status, headers } = await service.ours.call('updateIdentity', {
      path: { id },
      body: { name: 'deploy-bot' },
    });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(await eventsAbout(service, id)).toHaveLength(1);
  });

  test('rejects its type, read-only fields and values out of range', async ({ service: { ours } }) => {
    const id = await anIdentity(ours);
    for (const [field, value] of [
      ['type', 'CI_CD'],
      ['status', 'SUSPENDED'],
      ['createdAt', inDays(0)],
      ['name', 'x'],
      ['name', null],
      ['tags', null],
      ['expiresAt', inDays(-1)],
      ['metadata', { note: 'x'.repeat(10_240) }],
    ] as const) {
      const { status, body } = await ours.call('updateIdentity', { path: { id }, body: { [field]: value } });
      expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    }
  });
});

describe('identity.updated', () => {
  test('omits a value that would make the event larger than 20 KB', async ({ service }) => {
    const { ours } = service;
    const note = (letter: string) => ({ note: letter.repeat(10_000) });
    const id = await anIdentity(ours, { metadata: note('a') });
    await ours.call('updateIdentity', { path: { id }, body: { metadata: note('b'), name: 'renamed' } });
    const updated = (await eventsAbout(service, id)).find(({ type }) => type === 'identity.updated');
    expect(updated?.data['changes']).toEqual([
      { field: 'name', from: 'deploy-bot', to: 'renamed' },
      { field: 'metadata', from: '(too long to show here)', to: '(too long to show here)' },
    ]);
  });
});
