import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { blocksOf } from '../support/blocks.ts';
import { lacksCurl } from '../support/programs.ts';
import { aPerson, begin, call, discovered, issuerOf, signedIn } from '../support/relying-party.ts';
import { test } from '../support/service.ts';
import { openShell } from '../support/shell.ts';
import { post } from '../support/signing-party.ts';

// docs/certification.md: its blocks run here as they stand, but for the first values. The suite itself is not there.
const shown = blocksOf('docs/certification.md');
const sh = (part: string): string => shown('sh', part);
const callback = 'https://suite.example.com/test/a/keyward/callback';

/** One of the clients in a plan. */
interface PlanClient {
  client_id: string;
  client_secret?: string;
  jwks?: { keys: { kid: string; alg: string }[] };
}

type Plan = Record<'client' | 'client2', PlanClient> & {
  server: { discoveryUrl: string };
  resource?: { resourceUrl: string };
  client_secret_post?: PlanClient;
};

describe('docs/certification.md', () => {
  test.skipIf(lacksCurl('the calls of docs/certification.md'))(
    'makes clients and configurations with which the plans can run',
    { timeout: 60_000 },
    async ({ service }) => {
      const { ours, origin } = service;
      const folder = mkdtempSync(join(tmpdir(), 'keyward-suite-'));
      const path = `${resolve('node_modules/.bin')}:${process.env['PATH']}`;
      const terminal = openShell(folder, { PATH: path, HOME: folder });
      const values: Record<string, string> = {
        URL: origin,
        KEY: ours.key ?? '',
        ORG: ours.orgId ?? '',
        SUITE: 'https://suite.example.com',
        ALIAS: 'keyward',
      };
      await terminal.run(
        sh('URL=').replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`),
      );
      expect(JSON.parse(await terminal.run(sh('suite@example.com')))).toMatchObject({ status: 'ACTIVE' });
      for (const part of ['made() {', 'OIDC=', 'pair() {']) await terminal.run(sh(part));
      const planIn = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Plan;

      const oidc = planIn('oidc.json');
      expect(oidc.client_secret_post).toEqual(oidc.client);
      expect(oidc.client2.client_id).not.toBe(oidc.client.client_id);
      const metadata = (await (await fetch(oidc.server.discoveryUrl)).json()) as { issuer: string };
      expect(metadata.issuer).toBe(issuerOf(ours));
      const { issuer } = metadata;
      const browser = await signedIn(service, { issuer, userId: await aPerson(service) });
      for (const { client_id: clientId, client_secret: clientSecret = '' } of [oidc.client, oidc.client2]) {
        const config = await discovered(issuer, clientId, clientSecret);
        const { url } = await begin({ config }, { redirect_uri: callback, scope: 'openid email phone' });
        for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
        const code = (await browser.open(url)).url.searchParams.get('code') ?? '';
        const form = { grant_type: 'authorization_code', code, redirect_uri: callback };
        expect((await call({ issuer, clientId, clientSecret }, '/token', form)).status).toBe(200);
      }

      for (const file of ['fapi.json', 'signing.json']) {
        const plan = planIn(file);
        expect((await fetch(plan.resource?.resourceUrl ?? '')).status).toBe(401);
        for (const { client_id: clientId, jwks } of [plan.client, plan.client2]) {
          const [key] = jwks?.keys ?? [];
          if (!key) throw new Error(`a client of ${file} has no key`);
          const privateKey = await importJWK(key, 'ES256');
          const sign = (claims: Record<string, unknown>) =>
            new SignJWT({ iss: clientId, aud: issuer, ...claims })
              .setProtectedHeader({ alg: 'ES256', kid: key.kid })
              .setIssuedAt()
              .setNotBefore('0 s')
              .setExpirationTime('1 min')
              .sign(privateKey);
          const config = await discovered(issuer, clientId, null);
          const asked = { redirect_uri: `${callback}?dummy1=lorem&dummy2=ipsum`, response_mode: 'jwt' };
          const { url } = await begin({ config }, asked);
          const parameters = Object.fromEntries(url.searchParams);
          const push = async (form: Record<string, string>) => {
            const answer = await post(`${issuer}/par`, {
              ...form,
              client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
              client_assertion: await sign({ sub: clientId, jti: crypto.randomUUID() }),
            });
            return answer.status;
          };
          expect(await push({ request: await sign(parameters) })).toBe(201);
          expect([file, await push(parameters)]).toEqual([file, file === 'signing.json' ? 400 : 201]);
        }
      }
    },
  );
});
