// A provider of another language and library. It follows the manual of Authlib.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, fetch as fetchFrom } from 'undici';
import { describe, expect, onTestFinished } from 'vitest';
import { pythonTools } from '../../../scripts/python-tools.ts';
import { freePort } from '../../support/free-port.ts';
import { lacks } from '../../support/programs.ts';
import { receiverCa, trustReceivers } from '../../support/receiver.ts';
import { serve } from '../../support/served.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf, pathOf } from '../../support/social.ts';
import { aConnection, aDomain, verifiedDomain } from '../../support/stored-connections.ts';
import { typed } from '../../support/upstream.ts';

const tools = pythonTools([3, 11]);
const withoutPython = 'missing' in tools && lacks(undefined, `Authlib as a provider: ${tools.missing}`);
const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');
const dispatcher = new Agent({ connect: { ca: receiverCa.ca } });

// Authlib does not decode the secret in the header (RFC 6749 section 2.3.1), so it has no character that is encoded.
const clientSecret = 'secret-of-the-test';

async function aProvider(service: TestService) {
  trustReceivers();
  const folder = mkdtempSync(join(tmpdir(), 'keyward-authlib-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { cert, key } = await receiverCa.issue();
  const [CERT, KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(CERT, cert);
  writeFileSync(KEY, key);
  const [port, control] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    CONTROL: String(control),
    CERT,
    KEY,
    CLIENT_SECRET: clientSecret,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  await serve(python, ['test/federation/protocol/authlib_provider.py'], { env }, control);
  const tell = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`http://localhost:${control}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  const { id, callbackUrl } = await aConnection(service, {
    issuer: `https://localhost:${port}`,
    clientSecret,
    attributeMapping: { department: { from: ['department'] } },
  });
  await tell('/register', { redirectUri: callbackUrl });
  const domain = aDomain();
  await verifiedDomain(service, id, domain);
  return {
    id,
    domain,
    tell,
    /** Signs the user in who is at the provider. */
    signIn: async () => {
      const { person, led } = await typed(service, `somebody@${domain}`);
      const sent = await fetchFrom(led.location, { redirect: 'manual', dispatcher });
      expect([sent.status, await sent.text()]).toEqual([302, expect.any(String)]);
      return person.open(pathOf(sent.headers.get('location') ?? ''));
    },
  };
}

describe('Authlib as the identity provider', { timeout: 60_000 }, () => {
  test.skipIf(withoutPython)('signs a user in, with what UserInfo says, and again', async ({ service }) => {
    const { id, domain, tell, signIn } = await aProvider(service);
    const sub = crypto.randomUUID();
    const email = `${sub}@${domain}`;
    await tell('/become', {
      sub,
      email,
      email_verified: true,
      name: 'Ada Lovelace',
      family_name: 'Lovelace',
    });
    const { body: tested } = await service.ours.call('testOidcConnection', { path: { id } });
    expect(tested.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    const first = await signIn();
    expect(first.title, first.text).toBe('Your account');
    const [link] = await linksOf(service, sub);
    expect(link).toMatchObject({ email, email_verified: true, source: 'FEDERATION' });
    const { body } = await service.ours.call('getUser', { path: { userId: link?.user_id ?? '' } });
    expect(body).toMatchObject({ sourceConnectionId: id, lastName: 'Lovelace', displayName: 'Ada Lovelace' });
    expect((await signIn()).title).toBe('Your account');
    expect(await linksOf(service, sub)).toEqual([link]);
  });

  test.skipIf(withoutPython)(
    'changes its keys, with and without an overlap, and no sign-in fails',
    async ({ service }) => {
      const { domain, tell, signIn } = await aProvider(service);
      const sub = crypto.randomUUID();
      await tell('/become', { sub, email: `${sub}@${domain}`, email_verified: true });
      expect((await signIn()).title).toBe('Your account');
      await tell('/rotate', { overlaps: true });
      for (let at = 0; at < 2; at++) expect((await signIn()).title).toBe('Your account');
      // Keys are asked for again once in ten seconds, so this provider is another one for the service.
      const other = await aProvider(service);
      await other.tell('/become', { sub, email: `${sub}@${other.domain}`, email_verified: true });
      expect((await other.signIn()).title).toBe('Your account');
      await other.tell('/rotate', { overlaps: false });
      const seen = await Promise.all(Array.from({ length: 4 }, () => other.signIn()));
      expect(seen.map(({ title }) => title)).toEqual(Array.from({ length: 4 }, () => 'Your account'));
    },
  );
});
