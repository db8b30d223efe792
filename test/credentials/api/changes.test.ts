import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCallerWith, aCredential, anIdentity } from '../../support/builders.ts';
import { openChanges } from '../../support/changes.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
/** Another node on the same database. */
let second: Awaited<ReturnType<TestService['startNode']>>;
beforeAll(async () => {
  service = await startTestService();
  second = await service.startNode();
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const revoke = (id: string) => service.ours.call('revokeCredential', { path: { id }, body: {} });

describe('streamCredentialChanges', () => {
  test('begins with a reset, tells the id of what another node revokes, and nothing else', async () => {
    const { id } = await aCredential(service.ours, { name: 'a name that nobody hears' });
    const stream = await openChanges({ origin: second.origin, key: service.ours.key });
    expect(await stream.next()).toMatchObject({ event: 'reset', data: {}, id: expect.any(String) });
    await revoke(id);
    expect(await stream.event()).toEqual({
      event: 'change',
      data: { credentials: [id], identities: [], all: false },
      id: expect.any(String),
    });
  });

  test('tells a comment about every second, with an id', async () => {
    const stream = await openChanges(service.theirs);
    await stream.next();
    const began = performance.now();
    expect(await stream.next()).toEqual({ event: 'message', data: undefined, id: expect.any(String) });
    expect(await stream.next()).toMatchObject({ data: undefined });
    expect(performance.now() - began).toBeGreaterThan(1_500);
  });

  test('tells nothing of other tenants', async () => {
    const stream = await openChanges(service.theirs);
    await stream.next();
    await revoke((await aCredential(service.ours)).id);
    const { id } = await aCredential(service.theirs);
    await service.theirs.call('suspendCredential', { path: { id }, body: {} });
    expect((await stream.event()).data).toEqual({ credentials: [id], identities: [], all: false });
  });

  test('says nothing of new credentials and identities', async () => {
    const stream = await openChanges(service.oursTest);
    await stream.next();
    const { id } = await aCredential(service.oursTest);
    await service.oursTest.call('revokeCredential', { path: { id }, body: {} });
    expect((await stream.event()).data).toEqual({ credentials: [id], identities: [], all: false });
  });

  test('says only that everything may have changed, if more than a hundred credentials changed at once', async () => {
    const identityId = await anIdentity(service.ours);
    await service.sql(
      `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4)
       select org_id, 'cred_many' || n, id, 'many', 'API_KEY', ('\\x' || md5('many' || n))::bytea, 'kd_live_', 'abcd'
         from identities, generate_series(1, 101) n where id = $1`,
      [identityId],
    );
    const stream = await openChanges(service.ours);
    await stream.next();
    await service.sql("update credentials set scopes = '{read}' where identity_id = $1", [identityId]);
    expect((await stream.event()).data).toEqual({ credentials: [], identities: [], all: true });
  });

  describe('with the id of the last event', () => {
    test('goes on there, on another node, by the header of the standard', async () => {
      const [first, missed] = [await aCredential(service.ours), await aCredential(service.ours)];
      const stream = await openChanges(service.ours);
      await stream.next();
      await revoke(first.id);
      const { id = '' } = await stream.event();
      stream.close();
      await revoke(missed.id);
      const again = await openChanges(
        { origin: second.origin, key: service.ours.key },
        {},
        { 'Last-Event-ID': id },
      );
      expect(await again.next()).toMatchObject({
        event: 'change',
        data: { credentials: [missed.id], identities: [], all: false },
      });
    });

    test('goes on without a reset if nothing was missed, and takes the id in the query as well', async () => {
      const { id = '' } = (await (await openChanges(service.theirs)).next()) ?? {};
      const again = await openChanges(service.theirs, { after: id });
      expect(await again.next()).toMatchObject({ data: undefined, id: expect.any(String) });
    });

    test('tells the change of a transaction that began before the id and committed after it', async () => {
      const { id } = await aCredential(service.ours);
      const other = new pg.Client(service.database);
      await other.connect();
      await other.query('begin');
      await other.query("update credentials set status = 'REVOKED' where id = $1", [id]);
      const stream = await openChanges(service.ours);
      const { id: place = '' } = (await stream.next()) ?? {};
      stream.close();
      await other.query('commit');
      await other.end();
      const again = await openChanges(service.ours, { after: place });
      expect((await again.next())?.data).toMatchObject({ credentials: [id] });
    });

    test('begins with a reset for an id that no node gave, that was changed, or of another tenant', async () => {
      const { id = '' } = (await (await openChanges(service.ours)).next()) ?? {};
      for (const after of ['x', id.slice(0, -2), id])
        expect((await (await openChanges(service.theirs, { after })).next())?.event).toBe('reset');
    });
  });

  describe('ends', () => {
    test('with a refusal as soon as its key is revoked', async () => {
      const { caller, id } = await aCallerWith(service, ['credentials.verify']);
      const stream = await openChanges(caller);
      await stream.next();
      await revoke(id);
      expect(await stream.event()).toMatchObject({
        event: 'end',
        data: { reason: 'REFUSED', code: 'UNAUTHORIZED' },
      });
      expect(await stream.next()).toBeUndefined();
    });

    test('when the identity of its key is suspended', async () => {
      const { caller, identityId } = await aCallerWith(service, ['credentials.verify']);
      const stream = await openChanges(caller);
      await stream.next();
      await service.ours.call('suspendIdentity', { path: { id: identityId }, body: {} });
      expect(await stream.event()).toMatchObject({ event: 'end', data: { reason: 'REFUSED' } });
    });

    test('after its seconds', async () => {
      const stream = await openChanges(service.ours, { seconds: '1' });
      await stream.next();
      expect(await stream.event()).toMatchObject({ event: 'end', data: { reason: 'TIME' } });
    });

    test('when its node stops', async () => {
      const node = await service.startNode();
      const stream = await openChanges({ origin: node.origin, key: service.theirs.key });
      await stream.next();
      const stopped = node.stop();
      expect(await stream.event()).toMatchObject({ event: 'end', data: { reason: 'STOPPING' } });
      await stopped;
    });
  });

  test('lasts from a second to an hour', async () => {
    for (const seconds of ['0', '3601', '1.5', ''])
      expect(await service.ours.call('streamCredentialChanges', { query: { seconds } })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: { seconds: expect.any(String) } },
      });
  });

  test('needs credentials.verify, and no other scope', async () => {
    const { caller: reader } = await aCallerWith(service, ['credentials.read']);
    expect((await reader.call('streamCredentialChanges', { query: { seconds: 1 } })).status).toBe(403);
    const { caller } = await aCallerWith(service, ['credentials.verify']);
    expect((await caller.call('streamCredentialChanges', { query: { seconds: 1 } })).status).toBe(200);
  });
});
