import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { pythonTools } from '../../../scripts/python-tools.ts';
import { aUser } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { freePort } from '../../support/free-port.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { Browser, issuerOf, type Shown } from '../../support/relying-party.ts';
import { serve } from '../../support/served.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { apacheFolder, apacheModule } from './apache.ts';

// A user signs in to third-party relying parties. Their configurations follow their manuals.
const password = 'vivid-harbor-cello-42';

const tools = pythonTools([3, 11]);
const withoutPython = 'missing' in tools && lacks(undefined, `Authlib as a relying party: ${tools.missing}`);
const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');

const apache = existsSync(apacheModule) ? programOf('apache2') : undefined;
const withoutApache = lacks(
  apache,
  'mod_auth_openidc as a relying party (Debian: apt-get install apache2-bin libapache2-mod-auth-openidc)',
);

async function aParty(api: Client, callback: string) {
  const port = await freePort();
  const { status, body } = await api.call('createOidcClient', {
    body: {
      name: 'Intranet',
      redirectUris: [`http://localhost:${port}${callback}`],
      postLogoutRedirectUris: [`http://localhost:${port}/bye.shtml`],
    },
  });
  expect(status).toBe(201);
  const { clientId, clientSecret } = body as { clientId: string; clientSecret: string };
  return { port, origin: `http://localhost:${port}`, issuer: issuerOf(api), clientId, clientSecret };
}

const titleOf = ({ text }: Shown) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];

/** Returns a user with a browser that shows each side only its own cookies. */
function somebodyAt({ origin, issuer }: { origin: string; issuer: string }) {
  const there = new Browser(origin);
  const here = new Browser(issuer);
  return {
    there,
    here,
    async signIn(path: string, email: string): Promise<Shown> {
      const name = await here.open((await there.open(path)).url);
      expect(titleOf(name)).toBe('Sign in');
      const secret = await here.send(name, { username: email });
      const consent = await here.send(secret, { password });
      expect(titleOf(consent), consent.text + consent.url).toBe('Allow Intranet to access your account?');
      const back = await here.send(consent, { answer: 'allow' });
      expect(back.url.origin).toBe(origin);
      return there.open(back.url);
    },
  };
}

describe('a third-party relying party', { timeout: 60_000 }, () => {
  test.skipIf(withoutPython)('can be Authlib, with its own check of the ID token', async ({ service }) => {
    const { origin } = await startServiceProcess(service);
    const api = createClient(origin, service.organizations.ours.live.key, service.ours.orgId);
    const email = anEmail();
    const userId = await aUser(api, { email, password, displayName: 'Ada Lovelace' });
    const party = await aParty(api, '/callback');
    const env = {
      ISSUER: party.issuer,
      CLIENT_ID: party.clientId,
      CLIENT_SECRET: party.clientSecret,
      PORT: String(party.port),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    await serve(python, ['test/oidc/relying-parties/authlib_app.py'], { env }, party.port);
    const shown = await somebodyAt(party).signIn('/', email);
    expect(shown.status, shown.text).toBe(200);
    expect(JSON.parse(shown.text)).toMatchObject({
      id_token: { iss: party.issuer, aud: party.clientId, sub: userId, amr: ['pwd'] },
      userinfo: { sub: userId, name: 'Ada Lovelace', email },
    });
  });

  test.skipIf(withoutApache)(
    'can be Apache with mod_auth_openidc, which signs out as well',
    async ({ service }) => {
      const api = service.ours;
      const email = anEmail();
      const userId = await aUser(api, { email, password, displayName: 'Ada Lovelace' });
      const party = await aParty(api, '/private/callback');
      const { words, user, remove } = apacheFolder(party);
      onTestFinished(remove);
      await serve(apache ?? '', words, user, party.port);
      const somebody = somebodyAt(party);
      const shown = await somebody.signIn('/private/', email);
      expect([shown.status, shown.url.pathname]).toEqual([200, '/private/']);
      expect(Object.fromEntries(shown.text.split('\n').map((line) => line.split('=')))).toMatchObject({
        sub: userId,
        name: 'Ada Lovelace',
        email,
        iss: party.issuer,
        aud: party.clientId,
        acr: 'urn:keyward:acr:single',
      });

      const bye = encodeURIComponent(`${party.origin}/bye.shtml`);
      const leaving = await somebody.there.open(`/private/callback?logout=${bye}`);
      const asked = await somebody.here.open(leaving.url);
      expect(titleOf(asked)).toBe('Sign out?');
      const left = await somebody.here.send(asked, { logout: 'yes' });
      expect((await somebody.there.open(left.url)).text).toBe('signed out');
      const again = await somebody.there.open('/private/');
      expect(titleOf(await somebody.here.open(again.url))).toBe('Sign in');
    },
  );
});
