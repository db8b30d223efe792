import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aRelyingParty, type RelyingParty } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

type Machine = Pick<RelyingParty, 'clientId' | 'clientSecret' | 'issuer'>;

const aMachine = (service: TestService): Promise<RelyingParty> =>
  aRelyingParty(service.ours, {
    name: 'Job',
    grantTypes: ['client_credentials'],
    redirectUris: [],
    responseTypes: [],
  });

/** Asks for a token. @param by what the client proves itself with, or has in its place */
const ask = async (
  { issuer, clientId, clientSecret }: Machine,
  by: { secret?: string; clientId?: string; headers?: Record<string, string>; path?: string } = {},
): Promise<number> => {
  const pair = `${by.clientId ?? clientId}:${by.secret ?? clientSecret}`;
  const { status } = await fetch(`${issuer}${by.path ?? '/token'}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}`, ...by.headers },
    body: new URLSearchParams({ grant_type: 'client_credentials', token: 'x' }),
  });
  return status;
};

const hoursOf = ({ sql }: TestService, clientId: string) =>
  sql<{ outcome: string; uses: number }>(
    'select outcome, uses::int as uses from oidc_client_hours where client_id = $1 order by outcome',
    [clientId],
  );

/** Waits until these are counted, ends their hour, and has it told. */
async function told(service: TestService, clientId: string, counted: object[]) {
  await expect.poll(() => hoursOf(service, clientId), { timeout: 10_000 }).toEqual(counted);
  await service.sql("update oidc_client_hours set hour = hour - interval '1 hour' where client_id = $1", [
    clientId,
  ]);
  for (let turn = 0; turn < 2; turn++) await service.runTask('tell-client-hours');
  const { body } = await service.ours.call('listAuditLogs', { query: { targetId: clientId } });
  return (body.data as Record<string, unknown>[]).filter(({ action }) =>
    ['oidc_client.issue_tokens', 'oidc_client.authenticate'].includes(String(action)),
  );
}

describe('the audit log', () => {
  test('has one row a client and hour for tokens of the client, and one for failures to authenticate', async ({
    service,
  }) => {
    const machine = await aMachine(service);
    const { clientId } = machine;
    for (let at = 0; at < 3; at++) expect(await ask(machine)).toBe(200);
    // The engine answers it.
    expect(
      await ask(machine, {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset="utf-8"' },
      }),
    ).toBe(200);
    const wrong = { secret: 'A'.repeat(43) };
    for (const path of ['/token', '/token', '/introspect', '/revoke'])
      expect(await ask(machine, { ...wrong, path })).toBe(401);
    const counted = [
      { outcome: 'ISSUED', uses: 4 },
      { outcome: 'REFUSED', uses: 4 },
    ];
    const rows = await told(service, clientId, counted);
    const of = (action: string) => rows.filter((row) => row['action'] === action);
    expect(of('oidc_client.issue_tokens')).toMatchObject([
      {
        actor: { type: 'OIDC_CLIENT', id: clientId, name: 'Job' },
        target: { type: 'oidc_client', id: clientId, name: 'Job' },
        result: 'SUCCESS',
        reason: expect.stringMatching(/^4 in the hour from 20\d\d-[\d-]+T\d\d:00:00\.000Z$/),
        changes: [{ field: 'count', from: 0, to: 4 }],
        ipAddress: '127.0.0.1',
      },
    ]);
    expect(of('oidc_client.authenticate')).toMatchObject([
      {
        actor: { type: 'ANONYMOUS', id: null },
        target: { type: 'oidc_client', id: clientId, name: 'Job' },
        result: 'FAILURE',
        code: 'UNAUTHORIZED',
        changes: [{ field: 'count', from: 0, to: 4 }],
      },
    ]);
    expect(await hoursOf(service, clientId)).toEqual([]);
  });

  test('gets no row of the hour that goes on, and none for a name of no client or of another tenant', async ({
    service,
  }) => {
    const machine = await aMachine(service);
    const theirs = await aRelyingParty(service.theirs, { name: 'Theirs' });
    const guessed = Array.from({ length: 20 }, () => newId('cli'));
    for (const clientId of [...guessed, theirs.clientId])
      expect(await ask(machine, { clientId })).toBeGreaterThanOrEqual(400);
    for (let at = 0; at < 30; at++) expect(await ask(machine, { secret: 'wrong' })).toBe(401);
    await expect
      .poll(() => hoursOf(service, machine.clientId), { timeout: 10_000 })
      .toEqual([{ outcome: 'REFUSED', uses: 30 }]);
    await service.runTask('tell-client-hours');
    expect(
      await service.sql(
        "select from audit_logs where action = 'oidc_client.authenticate' and target_id = $1",
        [machine.clientId],
      ),
    ).toEqual([]);
    const rows = await service.sql('select from oidc_client_hours where client_id = any ($1)', [
      [...guessed, theirs.clientId],
    ]);
    expect(rows).toEqual([]);
  });

  test('tells a client that was deleted meanwhile by its id', async ({ service }) => {
    const machine = await aMachine(service);
    const { clientId } = machine;
    expect(await ask(machine)).toBe(200);
    await expect.poll(() => hoursOf(service, clientId), { timeout: 10_000 }).toHaveLength(1);
    await service.ours.call('deleteOidcClient', { path: { clientId } });
    const [row] = await told(service, clientId, [{ outcome: 'ISSUED', uses: 1 }]);
    expect(row).toMatchObject({ target: { id: clientId, name: clientId } });
  });
});
