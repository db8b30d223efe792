import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { aRegistration, anInitialToken, atRegistration, letRegister } from '../../support/registrations.ts';
import { github, published, report, reporting, whereFound as url } from '../../support/secret-scanning.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let keys: Receiver;
beforeAll(async () => {
  const answer = published({ k1: github.publicKey });
  keys = await startReceiver((response) => response.end(answer));
  service = await startTestService({ SECRET_SCANNING_KEYS_URL: keys.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await service.stop();
  await keys.close();
});

const { labels } = reporting(() => service.origin);
const type = 'keyward_registration_token';

describe('receiveLeakedSecrets', () => {
  test('revokes an initial access token, and its clients go on', async () => {
    const { ours } = service;
    await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN' });
    const { id, token } = await anInitialToken(ours, { maxUses: 5 });
    const { body } = await aRegistration(ours, {}, token);
    const unknown = report(newSecret('kd_initial_'), { type });
    expect(await labels(report(token, { type }), unknown)).toEqual(['true_positive', 'false_positive']);
    expect((await aRegistration(ours, {}, token)).status).toBe(401);
    const read = await atRegistration(
      ours,
      'getOidcRegistration',
      body.client_id,
      body.registration_access_token,
    );
    expect(read.status).toBe(200);
    const { body: rows } = await ours.call('listAuditLogs', {
      query: { targetId: id, action: 'initial_access_token.leak' },
    });
    expect(rows.data).toMatchObject([{ actor: { type: 'SYSTEM' }, reason: `LEAKED: commit ${url}` }]);
  });

  test('ends a registration access token, and the client goes on', async () => {
    const { ours, sql } = service;
    await letRegister(ours, { mode: 'OPEN' });
    const { body } = await aRegistration(ours);
    const { client_id: id, registration_access_token: token } = body;
    expect(await labels(report(token, { type }), report(newSecret('kd_registration_'), { type }))).toEqual([
      'true_positive',
      'false_positive',
    ]);
    expect((await atRegistration(ours, 'getOidcRegistration', id, token)).status).toBe(401);
    expect(await sql(`select from oidc_clients where id = $1 and status = 'ACTIVE'`, [id])).toHaveLength(1);
    // The token is unknown now, so nothing is written a second time.
    expect(await labels(report(token, { type }))).toEqual(['false_positive']);
    const { body: rows } = await ours.call('listAuditLogs', {
      query: { targetId: id, action: 'oidc_client.leak' },
    });
    expect(rows.data).toHaveLength(1);
  });
});
