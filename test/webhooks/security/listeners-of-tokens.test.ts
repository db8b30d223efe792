// A stream that the command line of a user reads: its proof is used once, and the token, the grant and the session are read again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCommandLine, type CommandLine } from '../../support/command-line.ts';
import { anIdentity, aUser } from '../../support/builders.ts';
import { openStream } from '../../support/listeners.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aListener } from '../../support/webhooks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function listening(line: CommandLine) {
  const listener = await aListener(line.client);
  const { origin } = service;
  const url = `${origin}/api/v1/webhook-listeners/${listener.id}/deliveries`;
  const headers = await line.headers('GET', url, service.ours.orgId);
  const stream = await openStream({ origin, key: undefined }, listener, {}, headers);
  await anIdentity(service.ours, { name: 'seen' });
  expect((await stream.event()).data).toMatchObject({ identityName: 'seen' });
  return stream;
}

const losses: readonly [of: string, take: (line: CommandLine) => Promise<unknown>, code: string][] = [
  [
    'a session that ended',
    ({ userId }) => service.sql('delete from login_sessions where user_id = $1', [userId]),
    'UNAUTHORIZED',
  ],
  [
    'a token that ended',
    ({ userId }) =>
      service.sql(
        "update oidc_artifacts set expires_at = now() - interval '1 s' where model = 'AccessToken' and user_id = $1",
        [userId],
      ),
    'UNAUTHORIZED',
  ],
  [
    'a role that is gone',
    ({ userId }) => service.ours.call('updateUser', { path: { userId }, body: { roles: ['AUDITOR'] } }),
    'INSUFFICIENT_SCOPE',
  ],
];

describe('a stream of the command line ends before the next delivery for', () => {
  test.for(losses)('%s', async ([, take, code]) => {
    const line = await aCommandLine(service, { userId: await aUser(service.ours, { roles: ['OWNER'] }) });
    const stream = await listening(line);
    await take(line);
    await anIdentity(service.ours, { name: 'not seen' });
    expect(await stream.next()).toMatchObject({ type: 'end', reason: 'REFUSED', code });
  });
});
