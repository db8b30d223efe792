// The other side of identity assertions, by software of others.
import { resolve } from 'node:path';
import { decodeJwt } from 'jose';
import { describe, expect } from 'vitest';
import { pythonTools } from '../../../scripts/python-tools.ts';
import { freePort } from '../../support/free-port.ts';
import { aTrustedIssuer, audience, issuingParty, jwtBearer } from '../../support/identity-assertions.ts';
import { json } from '../../support/issuer.ts';
import { lacks } from '../../support/programs.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { serve } from '../../support/served.ts';
import { test, type TestService } from '../../support/service.ts';

const tools = pythonTools([3, 11]);
const withoutPython =
  'missing' in tools && lacks(undefined, `Authlib as the other side of assertions: ${tools.missing}`);
const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');

/** Starts Authlib as the other side. @returns its address */
async function anotherSide({ ours }: Pick<TestService, 'ours'>): Promise<string> {
  const port = await freePort();
  const env = {
    PORT: String(port),
    ISSUER: issuerOf(ours),
    AUDIENCE: audience,
    AUTHLIB_INSECURE_TRANSPORT: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  await serve(python, ['test/oidc/relying-parties/authlib_assertions.py'], { env }, port);
  return `http://localhost:${port}`;
}

const bodyOf = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

describe('Authlib as the other side of identity assertions', { timeout: 60_000 }, () => {
  test.skipIf(withoutPython)('accepts the assertion of a signed-in user', async ({ service }) => {
    const side = await anotherSide(service);
    const { exchange, userId } = await issuingParty(service);
    const present = async (assertion: unknown) =>
      bodyOf(
        await fetch(`${side}/token`, {
          method: 'POST',
          body: new URLSearchParams({ grant_type: jwtBearer, assertion: String(assertion) }),
        }),
      );
    const { body } = await exchange();
    expect(await present(body['access_token'])).toMatchObject({ access_token: userId });
    const elsewhere = { entry: { issuer: 'https://auth.mail.example' } };
    const other = await issuingParty(service, elsewhere);
    const { body: foreign } = await other.exchange({ audience: 'https://auth.mail.example' });
    expect(await present(foreign['access_token'])).toMatchObject({ error: 'invalid_grant' });
  });

  test.skipIf(withoutPython)(
    'gets a token for the assertion of its identity provider',
    async ({ service }) => {
      const side = await anotherSide(service);
      const key = await bodyOf(await fetch(`${side}/key`));
      const { issuer, subject, party, userId } = await aTrustedIssuer(service);
      issuer.pages['/keys'] = (response) => json(response, { keys: [key] });
      const { clientId, clientSecret } = party;
      const tokens = await bodyOf(
        await fetch(`${side}/present`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ issuer: issuer.url, subject, clientId, clientSecret }),
        }),
      );
      expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'profile' });
      expect(decodeJwt(String(tokens['access_token'])).sub).toBe(userId);
    },
  );
});
