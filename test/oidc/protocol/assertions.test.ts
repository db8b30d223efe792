import { describe, expect } from 'vitest';
import { begin, redirectUri } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';
import { aSigningParty, post, type SigningParty } from '../../support/signing-party.ts';

/** Pushes a request with an assertion for this audience. Returns the status of the response. */
async function push(party: SigningParty, aud: unknown): Promise<number> {
  const { url } = await begin(party, { redirect_uri: redirectUri });
  const assertion = await party.assertion({ aud: aud as string });
  return (await post(`${party.issuer}/par`, { ...Object.fromEntries(url.searchParams), ...assertion }))
    .status;
}

const ask = async (party: SigningParty, aud: unknown): Promise<number> =>
  (
    await post(`${party.issuer}/token`, {
      grant_type: 'client_credentials',
      ...(await party.assertion({ aud: aud as string })),
    })
  ).status;

describe('an assertion of a client', () => {
  test('names no stranger beside the provider', async ({ service }) => {
    const party = await aSigningParty(service.ours, {
      grantTypes: ['authorization_code', 'client_credentials'],
    });
    const stranger = 'https://other.example/';
    for (const aud of [
      [party.issuer, stranger],
      [stranger, `${party.issuer}/par`],
      stranger,
      [stranger],
      [],
      '',
      5,
    ])
      expect({ aud, pushed: await push(party, aud), asked: await ask(party, aud) }).toEqual({
        aud,
        pushed: 401,
        asked: 401,
      });
    // Another tenant of this service is a stranger, too.
    const theirs = party.issuer.replace(service.ours.orgId ?? '', service.theirs.orgId ?? '');
    expect(await push(party, [party.issuer, theirs])).toBe(401);
  });

  test('may name the address that it is sent to, unless the client is held to the issuer', async ({
    service,
  }) => {
    const grantTypes = ['authorization_code', 'client_credentials'];
    const party = await aSigningParty(service.ours, { grantTypes });
    const { issuer } = party;
    for (const aud of [issuer, [issuer], `${issuer}/par`, `${issuer}/token`, [issuer, `${issuer}/par`]])
      expect({ aud, status: await push(party, aud) }).toEqual({ aud, status: 201 });
    // The address of another endpoint is not the one that is called.
    expect(await ask(party, `${issuer}/par`)).toBe(401);
    const strict = await aSigningParty(service.ours, { grantTypes, requireIssuerAudience: true });
    expect(await push(strict, issuer)).toBe(201);
    expect(await ask(strict, issuer)).toBe(200);
    for (const aud of [[issuer], `${issuer}/par`, `${issuer}/token`, [issuer, `${issuer}/par`], `${issuer}/`])
      expect({ aud, pushed: await push(strict, aud), asked: await ask(strict, aud) }).toEqual({
        aud,
        pushed: 401,
        asked: 401,
      });
  });
});
