import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUserToken } from '../../../src/lib/secret.ts';
import { aUser } from '../../support/builders.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
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

/** The audit rows of leaks of a user. */
const rowsOf = async (userId: string) =>
  (await service.ours.call('listAuditLogs', { query: { targetId: userId, action: 'oidc_grant.leak' } })).body
    .data;

describe('receiveLeakedSecrets', () => {
  test.for(['access', 'refresh'] as const)(
    'ends the sign-in of the command line whose %s token it is, and no other one',
    async (kind) => {
      const { ours } = service;
      const userId = await aUser(ours, { roles: ['ADMIN'], displayName: 'Ada' });
      const line = await aCommandLine(service, { userId });
      const other = await aCommandLine(service, line, { browser: line.browser });
      const statusOf = async ({ client }: typeof line) => (await client.call('getMe')).status;
      expect([await statusOf(line), await statusOf(other)]).toEqual([200, 200]);
      const leaked = report(line.tokens[kind], { type: 'keyward_user_token' });
      expect(
        await labels(
          leaked,
          leaked,
          report(newUserToken(`kd_${kind === 'access' ? 'user' : kind}_`, undefined)),
        ),
      ).toEqual(['true_positive', 'true_positive', 'false_positive']);
      expect([await statusOf(line), await statusOf(other)]).toEqual([401, 200]);
      expect((await line.refresh()).body['error']).toBe('invalid_grant');
      expect((await other.refresh()).status).toBe(200);
      expect(await rowsOf(userId)).toMatchObject([
        {
          actor: { type: 'SYSTEM', id: null, name: 'GitHub secret scanning' },
          target: { type: 'user', id: userId, name: 'Ada' },
          result: 'SUCCESS',
          reason: `LEAKED: commit ${url}`,
          clientId: null,
        },
      ]);
      // A sign-in that has ended is unknown.
      expect(await labels(leaked)).toEqual(['false_positive']);
      expect(await rowsOf(userId)).toHaveLength(1);
    },
  );
});
