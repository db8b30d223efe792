import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostTries } from '../../../src/risk/sql/inbox.ts';
import { aCredential, anIdentity, aUser, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { anAlertRule } from '../../support/findings.ts';
import { alertsAbout, alertsOf, follow, leaked, riskOf } from '../../support/followed.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { github, published, report, signed, whereFound as url } from '../../support/secret-scanning.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { makeOldFactsPossible, usesOf } from '../../support/uses.ts';

let service: TestService;
let keys: Receiver;
beforeAll(async () => {
  const answer = published({ k1: github.publicKey });
  keys = await startReceiver((response) => response.end(answer));
  service = await startTestService({ SECRET_SCANNING_KEYS_URL: keys.url });
  await makeOldFactsPossible(service);
});
afterAll(async () => {
  await service.stop();
  await keys.close();
});

const { used, look, found, anomaliesOf, anOldCredential } = usesOf(() => service);

describe('NEW_SCOPE', () => {
  /** Writes uses of scopes as the service does, but of any time. */
  const usedScopes = (credentialId: string, daysAgo: Record<string, number>) =>
    service.sql(
      `insert into scope_uses (org_id, credential_id, scope, first_used_at, last_used_at, uses)
       select c.org_id, c.id, s.key, b.at - s.value::float * interval '1 day', b.at, 1
         from credentials c, detection_bookmarks b, jsonb_each_text($2::jsonb) as s where c.id = $1`,
      [credentialId, JSON.stringify(daysAgo)],
    );

  /** A credential that has been in use for so long. */
  async function inUse(scopes: Record<string, number>): Promise<string> {
    const id = await anOldCredential();
    await used(id, { daysAgo: 20 }, { daysAgo: 1 });
    await usedScopes(id, scopes);
    return id;
  }

  test('is the first use of a scope after 14 days of others, reported once', async () => {
    const id = await inUse({ 'deploy.execute': 14.1, 'secrets.read': 3, 'secrets.write': 0 });
    const [anomaly, ...more] = await found(id, {});
    expect(more).toEqual([]);
    expect(anomaly).toMatchObject({
      type: 'NEW_SCOPE',
      severity: 'MEDIUM',
      description: 'Used the scope secrets.write for the first time',
      evidence: { scope: 'secrets.write', knownScopes: 2, leastDays: 14 },
    });
    const again = await found(id, {});
    expect(again).toEqual([expect.objectContaining({ occurrences: 1 })]);
    const path = { id: String(anomaly?.['id']) };
    await service.ours.call('updateAnomaly', { path, body: { status: 'RESOLVED' } });
    expect(await found(id, {})).toHaveLength(1);
  });

  test('is found even if the use is written late', async () => {
    const id = await inUse({ 'deploy.execute': 15 });
    expect(await found(id, {})).toEqual([]);
    await usedScopes(id, { 'secrets.write': 0.01 });
    expect(await found(id, {})).toEqual([expect.objectContaining({ type: 'NEW_SCOPE' })]);
  });

  test('does not arise after 13 days, or for a first, known or just added scope', async () => {
    const young = await inUse({ 'deploy.execute': 13.9, 'secrets.write': 0 });
    const without = await inUse({ 'secrets.write': 0 });
    const known = await inUse({ 'deploy.execute': 15, 'secrets.write': 1.5 });
    const widened = await inUse({ 'deploy.execute': 15, 'secrets.write': 0 });
    const { status } = await service.ours.call('updateCredential', {
      path: { id: widened },
      body: { scopes: ['deploy.execute', 'secrets.read', 'secrets.write', 'reports.read'] },
    });
    expect(status).toBe(200);
    for (const id of [young, without, known, widened]) expect(await found(id, {})).toEqual([]);
  });

  test('processes real verifications, but not rejected ones', async () => {
    const { ours, sql } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['deploy.execute', 'secrets.read'] });
    await sql("update credentials set created_at = now() - interval '1 year' where id = $1", [id]);
    await used(id, { daysAgo: 15 }, { daysAgo: 1 });
    await usedScopes(id, { 'deploy.execute': 15 });
    for (const scopes of [['deploy.execute'], ['secrets.read'], ['secrets.write']])
      await verify(ours, secret, { scopes, ipAddress: '192.0.2.1' });
    const written = () => sql('select from scope_uses where credential_id = $1', [id]);
    await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(2);
    // The look leaves facts that are younger than the margin to the next look.
    await sql(
      "update usage_facts set at = (select at from detection_bookmarks) where credential_id = $1 and at > now() - interval '1 hour'",
      [id],
    );
    await look();
    expect(await anomaliesOf(id)).toEqual([
      expect.objectContaining({
        type: 'NEW_SCOPE',
        evidence: expect.objectContaining({ scope: 'secrets.read' }),
      }),
    ]);
  });
});

describe('LEAKED_SECRET', () => {
  const findOnGithub = async (secret: string) => {
    const body = JSON.stringify([report(secret)]);
    const headers = { 'content-type': 'application/json', ...signed(body) };
    const { status } = await createClient(service.origin).send('POST', '/api/v1/secret-scanning/github', {
      body,
      headers,
    });
    expect(status).toBe(200);
    await follow(service);
  };
  const anOwned = async () => {
    const identityId = await anIdentity(service.ours, { ownerUserId: await aUser(service.ours) });
    return aCredential(service.ours, { identityId });
  };
  const evidenceOf = async (id: string) => (await anomaliesOf(id)).map(({ evidence }) => evidence);

  test('names the reported secret, and counts until that secret is replaced', async () => {
    const { ours } = service;
    const { id, identityId, secret } = await anOwned();
    await findOnGithub(secret);
    const at = expect.any(String);
    const evidence = {
      secret: 'CURRENT',
      action: 'SUSPENDED',
      reportedBy: 'GITHUB',
      source: 'commit',
      url,
      at,
    };
    expect(await evidenceOf(id)).toEqual([evidence]);
    expect(await alertsAbout(service, id)).toEqual([expect.objectContaining({ severity: 'CRITICAL' })]);
    expect((await riskOf(service, identityId)).factors).toContain('LEAKED_SECRET');
    await ours.call('reactivateCredential', { path: { id } });
    const { body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 0 } });
    await follow(service);
    expect((await riskOf(service, identityId)).factors).not.toContain('LEAKED_SECRET');
    // The new one leaks as well, while the anomaly of the first is still open.
    await findOnGithub(body.credential);
    expect((await anomaliesOf(id)).map(({ occurrences }) => occurrences)).toEqual([2]);
    expect((await riskOf(service, identityId)).factors).toContain('LEAKED_SECRET');
  });

  test('for an old, ended secret does not count, and hides no leak of the other', async () => {
    const { ours } = service;
    const { id, identityId, secret } = await anOwned();
    const { body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 3600 } });
    await findOnGithub(secret);
    expect(await evidenceOf(id)).toEqual([
      expect.objectContaining({ secret: 'PREVIOUS', action: 'SECRET_ENDED' }),
    ]);
    expect((await riskOf(service, identityId)).factors).not.toContain('LEAKED_SECRET');
    await findOnGithub(body.credential);
    expect(await evidenceOf(id)).toHaveLength(2);
    expect((await riskOf(service, identityId)).factors).toContain('LEAKED_SECRET');
  });
});

describe('credential.expiring', () => {
  test('raises the alert of a rule that names it', async () => {
    const { ours, sql, runTask } = service;
    const ruleId = await anAlertRule(ours, { events: ['credential.expiring'] });
    const expiresAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const { id } = await aCredential(ours, { expiresAt });
    await sql("update credentials set expiry_notice_at = now() - interval '1 minute' where id = $1", [id]);
    await runTask('expire-credentials');
    await follow(service);
    expect(await alertsOf(service, { ruleId })).toEqual([
      expect.objectContaining({ severity: 'MEDIUM', source: { type: 'CREDENTIAL', id } }),
    ]);
  });
});

describe('an event that always fails', () => {
  test('is retried alone with growing pauses, then set aside with its id logged, while others proceed', async () => {
    const { ours, sql } = service;
    const [bad, good] = [await aCredential(ours), await aCredential(ours)];
    await follow(service);
    await sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
       create trigger refuses before insert on anomalies for each row when (new.credential_id = '${bad.id}') execute function refuse()`,
    );
    await leaked(service, bad.id);
    await leaked(service, good.id);
    const inbox = () =>
      sql<{ id: string; tries: number; aside: boolean; due: boolean }>(
        `select event_id as id, tries, due_at = 'infinity' as aside, due_at <= now() as due from governance_inbox
          where data ->> 'credentialId' = any ($1)`,
        [[bad.id, good.id]],
      );
    const comeDue = () => sql("update governance_inbox set due_at = '-infinity' where due_at <> 'infinity'");
    // Both at once, which fails; neither is due before some seconds have passed.
    await expect(follow(service)).rejects.toThrow('could not be processed');
    expect(await inbox()).toEqual(Array(2).fill(expect.objectContaining({ tries: 1, due: false })));
    await follow(service);
    await comeDue();
    await expect(follow(service)).rejects.toThrow('could not be processed');
    expect(await anomaliesOf(good.id)).toHaveLength(1);
    const [left, ...more] = await inbox();
    expect(more).toEqual([]);
    expect(left).toMatchObject({ tries: 2, aside: false });
    for (let tries = 2; tries < mostTries - 1; tries++) {
      await comeDue();
      await expect(follow(service)).rejects.toThrow(/processed$/);
    }
    await comeDue();
    await expect(follow(service)).rejects.toThrow(`given up after 8 tries: credential.leaked ${left?.id}`);
    await comeDue();
    await aCredential(ours); // tells of something, so that the tenant has its turn
    await follow(service);
    expect(await inbox()).toEqual([{ id: left?.id, tries: mostTries, aside: true, due: false }]);
    // An operator who has found the cause allows another try.
    await sql('drop trigger refuses on anomalies');
    await sql("update governance_inbox set tries = 0, due_at = '-infinity'");
    await follow(service);
    expect(await anomaliesOf(bad.id)).toHaveLength(1);
  });
});
