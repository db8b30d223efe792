import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLogout, sendLogout, signedInUpstream } from '../../support/logout-tokens.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  aSubject,
  type Connected,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  tokens,
  type Upstream,
} from '../../support/upstream.ts';

let service: TestService;
let upstream: Upstream;
let one: Connected;
beforeAll(async () => {
  service = await startTestService({ EGRESS_ALLOW: '127.0.0.0/8' });
  upstream = await startUpstream();
  one = await connected(service, upstream);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const timesAsked = () => upstream.asked.filter((path) => path === '/keys').length;
const signIn = async () => outcomeOf(await signedInAs(service, one, aSubject(one)));
const forged = async () => {
  const token = await upstream.sign(aLogout({ sub: 'somebody' }), { kid: crypto.randomUUID() });
  return (await sendLogout(service, one.id, token)).status;
};

describe('an unknown key', () => {
  test('in a token of a stranger has the provider asked once, and holds up no change of keys', async () => {
    expect(await signIn()).toBe('SIGNED_IN');
    const before = timesAsked();
    for (let at = 0; at < 5; at++) expect(await forged()).toBe(400);
    expect(timesAsked() - before).toBe(1);
    // Two changes of keys, one after the other.
    for (let at = 0; at < 2; at++) {
      await upstream.rotate();
      expect([await signIn(), timesAsked() - before]).toEqual(['SIGNED_IN', at + 2]);
    }
    expect(await forged()).toBe(400);
    expect(timesAsked() - before).toBe(3);
  });

  test('in a token of the provider has it asked once, and then not again for every sign-in', async () => {
    const before = timesAsked();
    const { answer } = upstream;
    upstream.answer = async (asked) =>
      tokens(await upstream.idToken(asked, {}, { kid: crypto.randomUUID() }));
    for (let at = 0; at < 3; at++) expect(await signIn()).toBe('FEDERATION_CONN_FAILED');
    upstream.answer = answer;
    expect(timesAsked() - before).toBe(1);
    expect(await signIn()).toBe('SIGNED_IN');
  });

  test('in an honest logout token is found after a change of keys', async () => {
    const fresh = await startUpstream();
    const other = await connected(service, fresh);
    const user = await signedInUpstream(service, other);
    await fresh.rotate();
    const token = await fresh.sign(aLogout({ sub: user.sub }));
    expect((await sendLogout(service, other.id, token)).status).toBe(200);
    expect(await user.logins()).toBe(0);
    await fresh.close();
  });
});
