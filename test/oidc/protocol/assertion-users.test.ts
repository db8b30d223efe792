import { describe, expect } from 'vitest';
import * as oidc from 'openid-client';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aGroup } from '../../support/groups.ts';
import { aTrustedIssuer, refusedAs, type Trusted } from '../../support/identity-assertions.ts';
import { secondsFromNow } from '../../support/issuer.ts';
import { aDomain, changeConnection, verifiedDomain, aConnection } from '../../support/stored-connections.ts';
import { test, type TestService } from '../../support/service.ts';

const userRefused = refusedAs('the user of the assertion may not use this client now');

/** The newest trace of a connection. */
async function traceOf({ ours }: Pick<TestService, 'ours'>, id: string): Promise<Record<string, unknown>> {
  const { body } = await ours.call('listConnectionTraces', { path: { id } });
  return body.data[0];
}

/** The audit rows of assertions of a connection, the newest first. */
async function rowsOf({ ours }: Pick<TestService, 'ours'>): Promise<Record<string, unknown>[]> {
  const { body } = await ours.call('listAuditLogs', { query: { action: 'oidc_assertion.accept', limit: 5 } });
  return body.data;
}

/** Presents a right assertion, and says which step of the trace refused the user. */
async function refusedStep(service: TestService, { assertion, present, connectionId }: Trusted) {
  expect(await present(await assertion())).toEqual(userRefused);
  const { step, reason } = await traceOf(service, connectionId);
  return [step, reason];
}

describe('issueOidcToken for the user of an identity assertion', () => {
  test('finds the user by the link alone, and never by an address', async ({ service }) => {
    const domain = aDomain();
    const trusted = await aTrustedIssuer(service, { connection: { trustEmail: true } });
    await verifiedDomain(service, trusted.connectionId, domain);
    const email = `ada@${domain}`;
    await service.sql(`update users set email = $2 where id = $1`, [trusted.userId, email]);
    const claims = { sub: crypto.randomUUID(), email, email_verified: true, aud_sub: trusted.userId };
    expect(await trusted.present(await trusted.assertion(claims))).toEqual(userRefused);
    expect(await traceOf(service, trusted.connectionId)).toMatchObject({
      outcome: 'FAILED',
      verified: true,
      step: 'LINKING',
      userId: null,
    });
    const users = await service.sql('select id from users where email = $1', [email]);
    expect(users).toEqual([{ id: trusted.userId }]);
  });

  test('writes an audit row and a trace, whether the assertion is accepted or not', async ({ service }) => {
    const { assertion, present, connectionId, userId, party } = await aTrustedIssuer(service);
    await present(await assertion());
    const actor = { type: 'OIDC_CLIENT', id: party.clientId };
    expect(await traceOf(service, connectionId)).toMatchObject({
      outcome: 'SUCCESS',
      userId,
      verified: true,
    });
    expect((await rowsOf(service))[0]).toMatchObject({ actor, target: { id: userId }, result: 'SUCCESS' });
    await present(await assertion({ aud: 'https://another.example' }));
    expect(await traceOf(service, connectionId)).toMatchObject({
      outcome: 'FAILED',
      verified: false,
      step: 'TOKEN',
      reason: expect.stringContaining('must have the aud'),
    });
    expect((await rowsOf(service))[0]).toMatchObject({
      actor,
      target: { id: party.clientId },
      result: 'FAILURE',
    });
    expect(await present(await assertion(), { scope: 'email' })).toMatchObject({
      body: { error: 'invalid_scope' },
    });
    expect(await traceOf(service, connectionId)).toMatchObject({
      outcome: 'FAILED',
      verified: true,
      step: 'TOKEN',
      reason: expect.stringContaining('does not have this scope'),
    });
    expect((await rowsOf(service))[0]).toMatchObject({ actor, target: { id: userId }, result: 'FAILURE' });
    await present(await assertion({ iss: 'https://another.example' }));
    expect((await rowsOf(service))[0]).toMatchObject({ actor, result: 'FAILURE' });
  });

  test('refuses users who are not active, and ends their tokens', async ({ service }) => {
    const trusted = await aTrustedIssuer(service);
    const { body } = await trusted.present(await trusted.assertion());
    const { userId, party } = trusted;
    await service.ours.call('suspendUser', { path: { userId } });
    expect(await refusedStep(service, trusted)).toEqual(['ACCESS', expect.stringContaining('not ACTIVE')]);
    expect(await oidc.tokenIntrospection(party.config, String(body['access_token']))).toEqual({
      active: false,
    });
  });

  test('refuses users outside of the groups of the connection and of the client', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const ofConnection = await aTrustedIssuer(service, { connection: { allowedGroups: [groupId] } });
    expect(await refusedStep(service, ofConnection)).toEqual([
      'ACCESS',
      expect.stringContaining('allowedGroups'),
    ]);
    const ofClient = await aTrustedIssuer(service, { client: { allowedGroups: [groupId] } });
    expect(await refusedStep(service, ofClient)).toEqual([
      'ACCESS',
      expect.stringContaining('groups of the client'),
    ]);
    for (const { userId, present, assertion } of [ofConnection, ofClient]) {
      await service.ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
      expect(await present(await assertion())).toMatchObject({ status: 200 });
    }
  });

  test('refuses users who must sign in by another connection', async ({ service }) => {
    const trusted = await aTrustedIssuer(service);
    const domain = aDomain();
    const { id } = await aConnection(service, { enforced: true });
    await verifiedDomain(service, id, domain);
    await service.sql(`update users set email = $2 where id = $1`, [trusted.userId, `ada@${domain}`]);
    expect(await refusedStep(service, trusted)).toEqual([
      'ACCESS',
      expect.stringContaining('Another connection'),
    ]);
    await changeConnection(service, id, 'enforced = false');
    expect(await trusted.present(await trusted.assertion())).toMatchObject({ status: 200 });
  });

  test('trusts a connection no longer that is disabled or not for assertions', async ({ service }) => {
    const { assertion, present, connectionId } = await aTrustedIssuer(service);
    for (const off of ['accept_assertions = false', `accept_assertions = true, status = 'DISABLED'`]) {
      await changeConnection(service, connectionId, off);
      expect(await present(await assertion())).toEqual(refusedAs('iss that is not trusted'));
    }
  });

  test('asks conditional access, which knows the proofs of the user as those of a sign-in', async ({
    service,
  }) => {
    const trusted = await aTrustedIssuer(service, { connection: { trustMfa: true } });
    const { assertion, present, userId } = trusted;
    const users = { include: [userId], exclude: [] };
    await anAccessPolicy(service.ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: { users },
    });
    expect(await refusedStep(service, trusted)).toEqual([
      'ACCESS',
      expect.stringContaining('Conditional access'),
    ]);
    const strong = { amr: ['pwd', 'otp'], auth_time: secondsFromNow(-10) };
    expect(await present(await assertion(strong))).toMatchObject({ status: 200 });
    await withoutAccessPolicies(service.ours);
    await anAccessPolicy(service.ours, { conditions: { users } });
    expect(await present(await assertion(strong))).toEqual(userRefused);
    await withoutAccessPolicies(service.ours);
  });

  test('ends tokens when the connection is disabled with its sessions', async ({ service }) => {
    const { assertion, present, connectionId, party } = await aTrustedIssuer(service);
    const { body } = await present(await assertion());
    const isActive = async () =>
      (await oidc.tokenIntrospection(party.config, String(body['access_token']))).active;
    expect(await isActive()).toBe(true);
    await service.ours.call('updateConnection', {
      path: { id: connectionId },
      body: { status: 'DISABLED', revokeSessions: true },
    });
    await expect.poll(isActive, { timeout: 10_000 }).toBe(false);
  });

  test('gives tokens that last no longer than sessions of the connection', async ({ service }) => {
    const { assertion, present } = await aTrustedIssuer(service, { connection: { maxSessionSeconds: 300 } });
    expect(await present(await assertion())).toMatchObject({ body: { expires_in: 300 } });
  });
});
