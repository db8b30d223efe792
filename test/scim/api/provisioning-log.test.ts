import { randomUUID } from 'node:crypto';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { newId } from '../../../src/lib/id.ts';
import { type ProvisioningEntry, provisioningRow } from '../../../src/scim/sql/provisioning-log.ts';
import { aCallerWith, aScimToken, aUser } from '../../support/builders.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { aDirectory, scimPerson } from '../../support/directories.ts';
import { test, type TestService } from '../../support/service.ts';

const plain = (tokenId: string): ProvisioningEntry => ({
  tokenId,
  operation: 'updateScimUser',
  method: 'PATCH',
  targetType: 'User',
  targetId: newId('usr'),
  externalId: null,
  status: 200,
  code: null,
  detail: null,
  asked: [{ op: 'replace', path: 'active' }],
  changes: [{ field: 'active', from: true, to: false }],
  ignored: [],
  dryRun: false,
  requestId: newId('req'),
});

/** Writes entries as the service does, a second apart, the first one the oldest. */
async function noted(
  service: TestService,
  tokenId: string,
  entries: readonly Partial<ProvisioningEntry>[],
): Promise<void> {
  const name = new URL(service.database).pathname.slice(1);
  const database = await openDatabase(withDatabase(inject('server').service, name), 1);
  onTestFinished(() => database.close());
  const { orgId } = service.organizations.ours.live;
  const start = Date.now() - entries.length * 1000;
  for (const [place, entry] of entries.entries()) {
    const at = new Date(start + place * 1000);
    const { parts } = provisioningRow(orgId, { ...plain(tokenId), ...entry }, at);
    for (const [, statement] of parts) await database.orm.em.fork().run(statement);
  }
}

const log = (service: TestService, tokenId: string, query: Record<string, string | number> = {}) =>
  service.ours.call('listProvisioningLog', { path: { tokenId }, query });

describe('listProvisioningLog', () => {
  test('shows the longest X-Request-Id that a directory may send', async ({ service }) => {
    const requestId = 'x'.repeat(64);
    const directory = await aDirectory(service, {}, 'ours', { 'X-Request-Id': requestId });
    await directory.send('GET', '/Users/nobody');
    await directory.send('POST', '/Users', scimPerson(randomUUID()));
    const { status, body } = await log(service, directory.tokenId);
    expect([status, body.data[0].requestId]).toEqual([200, requestId]);
  });

  test('shows each request and its result, the newest first, by pages', async ({ service }) => {
    const { id: tokenId } = await aScimToken(service.ours);
    const first = plain(tokenId);
    const refused = {
      operation: 'createScimUser',
      method: 'POST',
      targetId: null,
      externalId: '00u1',
      status: 409,
      code: 'USER_EXISTS',
      detail: 'USER_EXISTS: userName belongs to another user',
      asked: [{ op: 'add', path: 'userName' }],
      changes: [],
      ignored: ['urn:example:extra'],
    };
    await noted(service, tokenId, [first, refused, { dryRun: true }]);
    const { status, body } = await log(service, tokenId, { limit: 2 });
    expect(status).toBe(200);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasMore: true,
      nextCursor: expect.any(String),
    });
    expect(body.data.map(({ dryRun }: { dryRun: boolean }) => dryRun)).toEqual([true, false]);
    expect(body.data[1]).toMatchObject({
      ...refused,
      status: 'FAILURE',
      httpStatus: 409,
      targetType: 'User',
    });
    const rest = await log(service, tokenId, { limit: 2, page: 2 });
    const { tokenId: _, ...shown } = first;
    expect(rest.body.data).toEqual([
      {
        ...shown,
        id: expect.stringMatching(/^prv_[0-9a-z]{26}$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        status: 'SUCCESS',
        httpStatus: 200,
        valuesHidden: false,
      },
    ]);
  });

  test('shows values of users and groups only to callers who may read them', async ({ service }) => {
    const { id: tokenId } = await aScimToken(service.ours);
    const about = (name: string) => ({
      externalId: `ext-${name}`,
      detail: `SCIM_VALUE_INVALID: "${name}" is wrong`,
      asked: [
        { op: 'replace', path: `emails[value eq "${name}"].type` },
        { op: 'add', path: `members[value eq "${name}` },
      ],
      changes: [{ field: 'displayName', from: name, to: [{ value: name }] }],
      ignored: [`x:${name}`],
    });
    await noted(service, tokenId, [
      about('Lovelace'),
      { ...about('Somerville'), targetType: 'Group', targetId: newId('grp') },
      { ...about('Babbage'), targetType: null, targetId: null },
    ]);
    const shownTo = async (...scopes: string[]) => {
      const { caller } = await aCallerWith(service, ['scim_tokens.read', ...scopes]);
      const { status, body } = await caller.call('listProvisioningLog', { path: { tokenId } });
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      return ['Lovelace', 'Somerville', 'Babbage'].filter((name) => text.includes(name));
    };
    expect(await shownTo()).toEqual([]);
    expect(await shownTo('directory.read')).toEqual(['Lovelace']);
    expect(await shownTo('groups.read')).toEqual(['Somerville']);
    expect(await shownTo('directory.read', 'groups.read')).toEqual(['Lovelace', 'Somerville', 'Babbage']);
    const { caller } = await aCallerWith(service, ['scim_tokens.read']);
    const { body } = await caller.call('listProvisioningLog', { path: { tokenId }, query: { sort: 'at' } });
    expect(body.data[0]).toMatchObject({
      valuesHidden: true,
      externalId: null,
      detail: 'SCIM_VALUE_INVALID: "…" is wrong',
      asked: [
        { op: 'replace', path: 'emails[…].type' },
        { op: 'add', path: 'members[…]' },
      ],
      changes: [{ field: 'displayName', from: null, to: null }],
    });
  });

  test('filters successful, rejected and dry-run requests', async ({ service }) => {
    const { id: tokenId } = await aScimToken(service.ours);
    await noted(service, tokenId, [
      { status: 201 },
      { status: 204 },
      { status: 400, code: 'SCIM_FILTER_INVALID' },
      { status: 500, code: 'INTERNAL_ERROR', dryRun: true },
      { status: 200, dryRun: true },
    ]);
    const statuses = async (query: Record<string, string>) => {
      const { body } = await log(service, tokenId, query);
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map(({ httpStatus }: { httpStatus: number }) => httpStatus);
    };
    expect(await statuses({ status: 'SUCCESS' })).toEqual([200, 204, 201]);
    expect(await statuses({ status: 'FAILURE' })).toEqual([500, 400]);
    expect(await statuses({ dryRun: 'true' })).toEqual([200, 500]);
    expect(await statuses({ dryRun: 'false', status: 'SUCCESS' })).toEqual([204, 201]);
    for (const [name, value] of [
      ['status', 'REFUSED'],
      ['dryRun', 'perhaps'],
      ['code', 'x'],
    ] as const) {
      expect([name, (await log(service, tokenId, { [name]: value })).status]).toEqual([name, 400]);
    }
  });

  test('shows the log of one token, also after its end', async ({ service }) => {
    const [one, other] = [await aScimToken(service.ours), await aScimToken(service.ours)];
    await noted(service, one.id, [{}]);
    await noted(service, other.id, [{}, {}]);
    await service.ours.call('revokeScimToken', { path: { tokenId: one.id } });
    expect((await log(service, one.id)).body.pagination.total).toBe(1);
    expect((await log(service, other.id)).body.pagination.total).toBe(2);
  });

  test('answers 404 for a token that is unknown, of another organization, or of the test tenant', async ({
    service,
  }) => {
    const ids = [newId('sct'), 'sct_1', (await aScimToken(service.theirs)).id];
    ids.push((await aScimToken(service.oursTest)).id);
    for (const id of ids) {
      const { status, body } = await log(service, id);
      expect([status, body.code]).toEqual([404, 'SCIM_TOKEN_NOT_FOUND']);
    }
  });

  test('requires scim_tokens.read', async ({ service }) => {
    const { id: tokenId } = await aScimToken(service.ours);
    const { caller } = await aCallerWith(service, ['scim_tokens.write']);
    const { status } = await caller.call('listProvisioningLog', { path: { tokenId } });
    expect(status).toBe(403);
  });

  test('cuts long values, and stores characters that Postgres would reject', async ({ service }) => {
    const { id: tokenId } = await aScimToken(service.ours);
    const long = 'x'.repeat(5000);
    await noted(service, tokenId, [
      {
        detail: `${long}\0`,
        externalId: `\0${long}`,
        asked: Array.from({ length: 300 }, () => ({ op: long, path: `a\0${long}` })),
        changes: [
          { field: long, from: long, to: { value: 'a\0b' } },
          { field: 'title', from: undefined, to: null },
        ],
        ignored: Array.from({ length: 300 }, () => long),
      },
    ]);
    const { status, body } = await log(service, tokenId);
    expect(status).toBe(200);
    const [entry] = body.data;
    expect([entry.asked.length, entry.ignored.length, entry.detail.length]).toEqual([100, 100, 1000]);
    expect([entry.externalId.length, entry.asked[0].path.length]).toEqual([256, 256]);
    expect(entry.changes[0]).toMatchObject({ from: '(too long to show here)', to: { value: 'a\uFFFDb' } });
    expect(entry.changes[1]).toEqual({ field: 'title', from: null, to: null });
  });

  test('erases names and values of a deleted user, and keeps the rest', async ({ service }) => {
    const { id: tokenId } = await aScimToken(service.ours);
    const [externalId, name] = [randomUUID(), `Person ${randomUUID()}`];
    const targetId = await aUser(service.ours, { externalId });
    const personal = {
      asked: [{ op: 'replace', path: `emails[value eq "${name}"]` }],
      changes: [{ field: 'displayName', from: name, to: null }],
      ignored: [name],
      detail: name,
    };
    await noted(service, tokenId, [
      { ...personal, targetId, externalId },
      { ...personal, targetId: null, externalId, status: 409 },
      { targetId: newId('usr'), detail: 'somebody else' },
    ]);
    const { status } = await service.ours.call('deleteUser', { path: { userId: targetId } });
    expect(status).toBe(200);
    const rows = await service.sql<{ whole: string }>(
      'select p::text as whole from provisioning_log p where token_id = $1',
      [tokenId],
    );
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ whole }) => whole.includes(name) || whole.includes(externalId))).toEqual([]);
    const { body } = await log(service, tokenId);
    expect(body.data.map(({ targetId: id }: { targetId: string }) => id).slice(1)).toEqual([null, targetId]);
    expect(body.data[0].detail).toBe('somebody else');
  });

  test('is kept for 30 days, in weekly partitions', async ({ service }) => {
    const plans = await service.sql(
      "select keep::text from partition_plans where parent = 'provisioning_log'",
    );
    expect(plans).toEqual([{ keep: '30 days' }]);
    const [parts] = await service.sql<{ count: number }>(
      "select count(*)::int as count from pg_inherits where inhparent = 'provisioning_log'::regclass",
    );
    expect(parts?.count).toBeGreaterThan(10);
  });
});

test('a name that is too long for the log is cut, also within a letter of two code units', async ({
  service,
}) => {
  const directory = await aDirectory(service);
  const { status } = await directory.send('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: randomUUID(),
    [`${'a'.repeat(255)}\u{1F600}`]: 1,
  });
  expect(status).toBe(201);
});

test('texts that are too long for the log are cut, also within a letter of two code units', async ({
  service,
}) => {
  const { id: tokenId } = await aScimToken(service.ours);
  for (const before of ['', 'a']) {
    const text = `${before}${'\u{1F600}'.repeat(700)}`;
    await noted(service, tokenId, [
      { ignored: [text], detail: text, externalId: text, asked: [{ op: text, path: text }] },
    ]);
  }
});
