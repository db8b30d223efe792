import { describe, expect } from 'vitest';
import * as oidc from 'openid-client';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { verify } from '../../support/builders.ts';
import { anExchange } from '../../support/issuer.ts';
import { aRelyingParty, discovered } from '../../support/relying-party.ts';
import type { TestService } from '../../support/service.ts';

const tokensOf = async ({ sql }: TestService, clientId: string): Promise<number> =>
  (await sql(`select from oidc_artifacts where model = 'ClientCredentials' and client_id = $1`, [clientId]))
    .length;

describe('client_credentials', () => {
  /** An application without users, with openid-client. */
  async function aMachine(service: TestService) {
    const { issuer, clientId, clientSecret } = await aRelyingParty(service.ours, {
      applicationType: 'machine',
      grantTypes: ['client_credentials'],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    const config = await discovered(issuer, clientId, clientSecret);
    return { clientId, ask: () => oidc.clientCredentialsGrant(config) };
  }

  test('answers unauthorized_client to a blocked client, and stores no token', async ({ service }) => {
    const { ours, sql } = service;
    const { clientId, ask } = await aMachine(service);
    const other = await aMachine(service);
    expect((await ask()).access_token).toEqual(expect.any(String));
    const conditions = { clientTypes: ['machine'], applications: { include: [clientId] } };
    const policyId = await anAccessPolicy(ours, { name: 'No nights', conditions });
    const refused = await ask().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 400, error: 'unauthorized_client' });
    const { cause } = refused as { cause: Record<string, unknown> };
    expect(cause).toMatchObject({
      code: 'POLICY_DENIED',
      requestId: expect.stringMatching(/^req_/) as string,
    });
    // The answer is for a program of anybody: it tells neither the policy nor its conditions.
    expect(JSON.stringify(cause)).not.toMatch(/No nights|cap_/);
    expect(await tokensOf(service, clientId)).toBe(1);
    expect((await other.ask()).access_token).toEqual(expect.any(String));
    const told = () =>
      sql<{ data: object }>(
        `select data from events where type = 'access.denied' and data ->> 'policyId' = $1`,
        [policyId],
      );
    await expect
      .poll(async () => (await told()).map(({ data }) => data), { timeout: 20_000 })
      .toMatchObject([{ outcome: 'DENIED', identityId: null, application: clientId, count: 1 }]);
    await ours.call('deleteAccessPolicy', { path: { id: policyId } });
    expect((await ask()).access_token).toEqual(expect.any(String));
  });

  test('is judged by the address of the request, and has no identity that could exempt it', async ({
    service,
  }) => {
    const { ours } = service;
    const { clientId, ask } = await aMachine(service);
    const here = await aLocation(ours, { ipRanges: ['127.0.0.0/8'] });
    const applications = { include: [clientId] };
    const conditions = { clientTypes: ['machine'], applications };
    const outside = await anAccessPolicy(ours, {
      conditions: { ...conditions, locations: { exclude: [here] } },
    });
    expect((await ask()).access_token).toEqual(expect.any(String));
    await ours.call('deleteAccessPolicy', { path: { id: outside } });
    await anAccessPolicy(ours, { conditions: { applications, identities: { exclude: ['idn_other'] } } });
    await expect(ask()).rejects.toMatchObject({ error: 'unauthorized_client' });
  });
});

describe('exchangeToken', () => {
  test('issues nothing under a policy that blocks the identity, and leaves the token unspent', async ({
    service,
  }) => {
    const { ours, anonymous, sql } = service;
    const body = { ...(await anExchange(ours)), scopes: ['deploy.execute'] };
    const { identityId } = body;
    const applications = { include: ['keyward:exchange'] };
    const conditions = { identities: { include: [identityId] }, applications };
    const policyId = await anAccessPolicy(ours, { name: 'No exchange', conditions });
    const refused = await anonymous.call('exchangeToken', { body });
    expect([refused.status, refused.body.code, refused.body.details.policyId]).toEqual([
      403,
      'POLICY_DENIED',
      policyId,
    ]);
    expect(await sql('select from credentials where identity_id = $1', [identityId])).toHaveLength(0);
    const [audited] = await sql(
      `select result, code from audit_logs where action = 'credential.exchange' order by created_at desc limit 1`,
    );
    expect(audited).toMatchObject({ result: 'DENIED', code: 'POLICY_DENIED' });
    await ours.call('updateAccessPolicy', { path: { id: policyId }, body: { status: 'REPORT_ONLY' } });
    const { status, body: issued } = await anonymous.call('exchangeToken', { body });
    expect(status).toBe(201);
    // The credential is judged as such from then on, and not as an exchange.
    await ours.call('updateAccessPolicy', { path: { id: policyId }, body: { status: 'ENABLED' } });
    expect((await verify(ours, issued.credential)).code).toBe('VALID');
  });

  test('tells a stranger nothing of policies: a token that is not believed is refused as before', async ({
    service,
  }) => {
    const { ours, anonymous } = service;
    const { token, ...body } = await anExchange(ours);
    await anAccessPolicy(ours, { conditions: { identities: { include: [body.identityId] } } });
    const forged = `${token.slice(0, -6)}AAAAAA`;
    const { status, body: answer } = await anonymous.call('exchangeToken', {
      body: { ...body, token: forged },
    });
    expect([status, answer.code, answer.details]).toEqual([401, 'TOKEN_REFUSED', {}]);
  });
});
