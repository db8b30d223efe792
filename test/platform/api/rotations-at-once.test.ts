import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holding, waiting } from '../../support/held-rows.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { isClientSecret } from '../../../src/oidc/client-secret.ts';
import { findOidcClient } from '../../../src/oidc/sql/oidc-clients.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const rotations = 4;

/** Sends rotations that all wait for a row, and lets them go on. @returns the answers, those with 200 first */
async function rotateAtOnce(table: 'oidc_clients' | 'webhooks', id: string, rotate: () => Promise<Answer>) {
  const release = await holding(service, `select from ${table} where id = $1 for update`, [id]);
  const sent = Array.from({ length: rotations }, rotate);
  await waiting(service, rotations);
  await release();
  return (await Promise.all(sent)).toSorted((a, b) => a.status - b.status);
}
type Answer = Awaited<ReturnType<TestService['ours']['call']>>;

const refusals = (code: string) =>
  Array.from({ length: rotations - 1 }, () => [
    409,
    code,
    { reason: 'another request changed the resource at the same time; read it again and retry' },
  ]);

describe('rotateOidcClientSecret', () => {
  test('lets one of parallel rotations win, whose secret is good, and refuses the others', async () => {
    const { clientId, clientSecret } = await anOidcClient(service.ours);
    const [winner, ...others] = await rotateAtOnce('oidc_clients', clientId, () =>
      service.ours.call('rotateOidcClientSecret', { path: { clientId } }),
    );
    expect(winner?.status).toBe(200);
    expect(others.map(({ status, body }) => [status, body.code, body.details])).toEqual(
      refusals('OIDC_CLIENT_STATE_CONFLICT'),
    );
    const pool = poolOf(service);
    const row = await findOidcClient(pool, service.organizations.ours.live.orgId, clientId);
    await pool.end();
    const isGood = (secret: string) => row !== undefined && isClientSecret(row, secret);
    expect([isGood(winner?.body.clientSecret), isGood(clientSecret)]).toEqual([true, false]);
    const events = await service.sql(
      `select from events where type = 'oidc_client.secret_rotated' and data ->> 'clientId' = $1`,
      [clientId],
    );
    expect(events).toHaveLength(1);
  });
});

describe('rotateWebhookSecret', () => {
  test('lets one of parallel rotations win and refuses the others', async () => {
    const { id } = await createWebhook(service.ours);
    const [winner, ...others] = await rotateAtOnce('webhooks', id, () =>
      service.ours.call('rotateWebhookSecret', { path: { id } }),
    );
    expect(winner?.status).toBe(200);
    expect(others.map(({ status, body }) => [status, body.code, body.details])).toEqual(
      refusals('WEBHOOK_STATE_CONFLICT'),
    );
    const { headers } = await service.ours.call('getWebhook', { path: { id } });
    expect(headers.get('etag')).toBe('"2"');
  });
});
