import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { audience, tokenExchange } from '../../support/identity-assertions.ts';
import { aRelyingParty, issuerOf, redirectUri } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

describe('createOidcClient with assertionAudiences', () => {
  test('keeps what fits together, and names what does not', async ({ service }) => {
    const { ours } = service;
    const { clientId: signInClientId } = await aRelyingParty(ours);
    const { clientId: foreign } = await aRelyingParty(service.theirs);
    const entry = {
      issuer: audience,
      clientId: 'wiki',
      signInClientId,
      scopes: ['a'],
      resources: ['https://a.example'],
    };
    const create = (entries: object[], fields: Record<string, unknown> = {}) =>
      ours.call('createOidcClient', {
        body: {
          name: 'Wiki',
          redirectUris: [redirectUri],
          grantTypes: ['authorization_code', tokenExchange],
          assertionAudiences: entries,
          ...fields,
        },
      });
    const { status, body } = await create([entry]);
    expect([status, body.assertionAudiences]).toEqual([201, [entry]]);
    const refused: [string, object[], Record<string, unknown>?][] = [
      ['assertionAudiences', [entry], { grantTypes: ['authorization_code'] }],
      ['assertionAudiences', [entry], { subjectType: 'pairwise' }],
      ['assertionAudiences.0.issuer', [{ ...entry, issuer: 'http://auth.example.com' }]],
      ['assertionAudiences.0.issuer', [{ ...entry, issuer: 'https://auth.example.com?a' }]],
      ['assertionAudiences.0.issuer', [{ ...entry, issuer: issuerOf(ours).replace('http:', 'https:') }]],
      ['assertionAudiences.1.issuer', [entry, entry]],
      ['assertionAudiences.0.signInClientId', [{ ...entry, signInClientId: foreign }]],
      ['assertionAudiences.0.resources.0', [{ ...entry, resources: ['a#b'] }]],
      ['assertionAudiences.0.scopes.0', [{ ...entry, scopes: ['a b'] }]],
    ];
    for (const [field, entries, fields] of refused) {
      const answer = await create(entries, fields);
      expect([field, answer.status, Object.keys(answer.body.details ?? {})]).toEqual([field, 400, [field]]);
    }
  });

  test('counts a new audience as something that lasts, and one that is taken out as nothing', async ({
    service,
  }) => {
    const { ours } = service;
    const { clientId: signInClientId } = await aRelyingParty(ours);
    const { clientId } = await aRelyingParty(ours, { grantTypes: ['authorization_code', tokenExchange] });
    const entry = { issuer: audience, clientId: 'wiki', signInClientId, scopes: [], resources: [] };
    const { caller: ending } = await aCallerWith(service, ['oidc.*'], {
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const set = (caller: typeof ours, assertionAudiences: object[]) =>
      caller.call('updateOidcClient', { path: { clientId }, body: { assertionAudiences } });
    expect(await set(ending, [entry])).toMatchObject({ status: 403, body: { code: 'BOUND_NOT_GRANTABLE' } });
    expect(await set(ours, [entry])).toMatchObject({ status: 200 });
    expect(await set(ending, [])).toMatchObject({ status: 200, body: { assertionAudiences: [] } });
  });
});
