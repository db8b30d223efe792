import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { describe, expect } from 'vitest';
import { accessCache } from '../../../src/conditional-access/judge/cache.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import type { Database } from '../../../src/database/open.ts';
import { oidcEngine } from '../../../src/oidc/oidc-engine.ts';
import { parseForm } from '../../../src/lib/form.ts';
import { claimedClient, claimedToken } from '../../../src/oidc/engine/claimed-client.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { wiring } from '../../../src/wiring.ts';
import { testMasterKey } from '../../support/master-key.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  call,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test } from '../../support/scim-database.ts';

/** The engine behind a server of its own, on a pool that keeps the names of its statements. */
async function engineOn({ hot, orm }: Database, issuer: string) {
  const statements: string[] = [];
  const pool = {
    query(statement: { name: string; text: string }) {
      statements.push(statement.name);
      return hot.query(statement);
    },
  } as unknown as Pool;
  const nobody = () => Promise.reject(new Error('this test shows no page and sends no request'));
  const engine = oidcEngine({
    pool,
    vault: createVault([Buffer.from(testMasterKey, 'base64')]),
    outgoing: { send: nobody },
    endings: wiring.endings,
    access: {
      cache: accessCache(hot),
      decisions: { noteUse: () => undefined, noteUser: () => undefined, noteAlone: () => true },
      matches: { note: () => undefined, stop: nobody },
      geoIp: undefined,
    },
    baseUrl: () => new URL(issuer).origin,
    inTenant: (tenant, work) => inTransaction(orm, tenant, work),
    reader: () => orm.em.fork(),
    failed: (error) => expect.unreachable(String(error)),
  });
  const server = createServer((request, response) => {
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = parseForm(Buffer.concat(chunks));
      const { authorization } = request.headers;
      const instance = await engine.open(issuer.split('/').at(-1) ?? '', {
        clientId: claimedClient(authorization, form),
        token: claimedToken(authorization, form),
      });
      const visit = {
        address: '127.0.0.1',
        browserToken: undefined,
        requestId: 'req',
        program: true,
        userCode: '',
      };
      await instance?.answer(request, response, { ...visit, form: undefined, page: nobody }, form);
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    issuer: `http://127.0.0.1:${port}${new URL(issuer).pathname}`,
    /** Returns the statements of some work, once an instance is there. */
    async during(work: () => Promise<{ status: number }>) {
      await work();
      statements.length = 0;
      expect((await work()).status).toBe(200);
      return [...statements];
    },
    close() {
      server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  };
}

describe('the load on Postgres', () => {
  test('is one statement for an introspection and for userinfo, and one more for a token', async ({
    service,
    database,
  }) => {
    const fields = { scopes: ['openid', 'email'], grantTypes: ['authorization_code', 'client_credentials'] };
    const parties = await Promise.all(
      ['opaque', 'jwt'].map((accessTokenFormat) =>
        aRelyingParty(service.ours, { ...fields, accessTokenFormat }),
      ),
    );
    for (const party of parties) {
      const userId = await aPerson(service);
      const browser = await signedIn(service, { issuer: party.issuer, userId });
      const { access_token: ofPerson } = await (await authorized(party, browser)).exchange();
      const engine = await engineOn(database, party.issuer);
      const here: RelyingParty = { ...party, issuer: engine.issuer };
      const issue = () => call(here, '/token', { grant_type: 'client_credentials' });
      const { access_token: ofMachine } = (await issue()).body;
      const userinfo = () =>
        fetch(`${here.issuer}/userinfo`, { headers: { authorization: `Bearer ${ofPerson}` } });
      try {
        for (const token of [ofPerson, String(ofMachine)])
          expect(await engine.during(() => call(here, '/introspect', { token }))).toEqual([
            'read-oidc-requests',
          ]);
        expect(await engine.during(userinfo)).toEqual(['read-oidc-requests']);
        expect(await engine.during(issue)).toEqual(['read-oidc-requests', 'save-oidc-artifacts']);
      } finally {
        await engine.close();
      }
    }
  });
});
