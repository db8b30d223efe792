import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import type { AuditLog } from '../../../generated/types/types.gen.ts';
import { newUserToken } from '../../../src/lib/secret.ts';
import { aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aCommandLine, aProof, aProofKey, type CommandLine, publicUrl } from '../../support/command-line.ts';
import { sendRaw } from '../../support/raw.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// Each request of the command line proves that it holds the key of its token (RFC 9449).

const lineOf = async (service: TestService, roles: string[]): Promise<CommandLine> =>
  aCommandLine(service, { userId: await aUser(service.ours, { roles }) });

const unauthorized = [401, 'UNAUTHORIZED'];

/** Sends a request with a proof that the test makes. */
async function withProof(
  { origin }: Pick<TestService, 'origin'>,
  { tokens, client }: CommandLine,
  proof: string | string[],
  more: Record<string, string> = {},
) {
  const answer = await sendRaw(origin, {
    method: 'GET',
    path: '/api/v1/me',
    headers: {
      authorization: `DPoP ${tokens.access}`,
      'keyward-tenant': client.orgId ?? '',
      dpop: proof,
      ...more,
    },
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
}

const meUrl = ({ origin }: Pick<TestService, 'origin'>): string => publicUrl(origin, `${origin}/api/v1/me`);

describe('the proof of a request', () => {
  test('must be right in each part', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    const now = Math.floor(Date.now() / 1000);
    const { origin, host } = new URL(meUrl(service));
    const rsa = await generateKeyPair('RS256');
    const claimsOf = async (claims: Record<string, unknown>) => aProof(line.key, about, claims);
    const signedBy = async (header: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT({ htm: 'GET', htu: about.url, iat: now, jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', ...header })
        .sign(key);
    const good = await claimsOf({});
    const [head = '', body = ''] = good.split('.');
    const wrong: Record<string, string> = {
      'another method': await claimsOf({ htm: 'POST' }),
      'another path': await claimsOf({ htu: `${origin}/api/v1/identities` }),
      'another host': await claimsOf({ htu: 'http://attacker.example/api/v1/me' }),
      'another scheme': await claimsOf({ htu: `https://${host}/api/v1/me` }),
      'no address': await claimsOf({ htu: undefined }),
      'an old proof': await claimsOf({ iat: now - 301 }),
      'a proof of the future': await claimsOf({ iat: now + 330 }),
      'no time': await claimsOf({ iat: undefined }),
      'a time as a text': await claimsOf({ iat: String(now) }),
      'no name': await claimsOf({ jti: '' }),
      'a long name': await claimsOf({ jti: 'a'.repeat(257) }),
      'a nonce': await claimsOf({ nonce: 'a' }),
      'another token': await claimsOf({ ath: 'a' }),
      'no token': await claimsOf({ ath: undefined }),
      'another key': await aProof(await aProofKey(), about),
      'another type': await signedBy({ typ: 'jwt', jwk: line.key.jwk }, line.key.privateKey),
      'a private key': await signedBy({ jwk: { ...line.key.jwk, d: 'AAAA' } }, line.key.privateKey),
      'no key': await signedBy({}, line.key.privateKey),
      'another algorithm': await signedBy(
        { alg: 'RS256', jwk: await exportJWK(rsa.publicKey) },
        rsa.privateKey,
      ),
      'another signature': `${head}.${body}.${'A'.repeat(86)}`,
      'a changed signature of the text': `${good}=`,
      'no JWT': 'a.b.c',
      'a very long one': `${good}${'A'.repeat(5_000)}`,
    };
    for (const [what, proof] of Object.entries(wrong)) {
      const { status, body: told, headers } = await withProof(service, line, proof);
      expect([what, status, told.code]).toEqual([what, 401, 'DPOP_PROOF_REFUSED']);
      expect([what, told.details.DPoP]).toEqual([what, expect.stringMatching(/^[a-z]/i)]);
      expect(headers['www-authenticate']).toMatch(
        /^DPoP error="invalid_dpop_proof", algs="[\w ]+", resource_metadata="[^"]+"$/,
      );
    }
    expect((await withProof(service, line, [good, good])).status).toBe(401);
    expect((await withProof(service, line, good)).status).toBe(200);
  });

  test('works once, also at another node and at the token endpoint', async ({ service }) => {
    const { ours, origin } = service;
    const line = await lineOf(service, ['ADMIN']);
    const node = await service.startNode({ BASE_URL: publicUrl(origin, `${origin}/`).slice(0, -1) });
    const jti = randomUUID();
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    const dpop = await aProof(line.key, about, { jti });
    const send = async (at: string) => {
      const headers = {
        authorization: `DPoP ${line.tokens.access}`,
        'keyward-tenant': ours.orgId ?? '',
        dpop,
      };
      const answer = await sendRaw(at, { method: 'GET', path: '/api/v1/me', headers });
      return answer.status;
    };
    const all = await Promise.all([origin, node.origin, origin, node.origin].map(send));
    expect(all.toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401]);
    const url = `${line.issuer}/token`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { dpop: await aProof(line.key, { method: 'POST', url }, { jti }) },
      body: new URLSearchParams({
        client_id: 'keyward-cli',
        grant_type: 'refresh_token',
        refresh_token: line.tokens.refresh,
      }),
    });
    expect(response.status).toBe(400);
    expect((await line.refresh()).status).toBe(200);
    await node.stop();
  });

  test('may spell the address as the URL standard allows, and may have a query', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const { host } = new URL(meUrl(service));
    for (const htu of [`HTTP://${host.toUpperCase()}/api/v1/me?x=1#y`, `http://${host}/api/v1/./me`]) {
      const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
      const proof = await aProof(line.key, about, { htu });
      expect([htu, (await withProof(service, line, proof)).status]).toEqual([htu, 200]);
    }
  });

  test('is judged by the public address, and not by the host of the request', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    const behind = { host: 'localhost:9' };
    expect((await withProof(service, line, await aProof(line.key, about), behind)).status).toBe(200);
    const other = await aProof(line.key, { ...about, url: 'http://localhost:9/api/v1/me' });
    expect((await withProof(service, line, other, behind)).status).toBe(401);
  });
});

test('the token endpoint takes no proof by RSA of the command line, before it looks anything up', async ({
  service,
}) => {
  const url = `${issuerOf(service.ours)}/token`;
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const dpop = await new SignJWT({ htm: 'POST', htu: url, jti: randomUUID() })
    .setIssuedAt()
    .setProtectedHeader({ alg: 'RS256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .sign(privateKey);
  const form = { client_id: 'keyward-cli', grant_type: 'refresh_token', refresh_token: 'any' };
  const response = await fetch(url, { method: 'POST', headers: { dpop }, body: new URLSearchParams(form) });
  const told = (await response.json()) as Record<string, string>;
  expect([response.status, told['error'], told['error_description']]).toEqual([
    400,
    'invalid_dpop_proof',
    'the DPoP proof must be a JWT of the type dpop+jwt that is signed with ES256 or EdDSA',
  ]);
});

describe('a refused proof', () => {
  test('is counted, and leaves an audit row for each sign-in, cause and hour, on all nodes', async ({
    service,
  }) => {
    const { ours, origin, sql } = service;
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    /** Each cause twice, at a node that stops: what it has noted is written then. */
    const refuseAll = async (): Promise<string> => {
      const node = await service.startNode({ BASE_URL: publicUrl(origin, `${origin}/`).slice(0, -1) });
      const statusOf = async (proof: string | string[]) =>
        (await withProof(node, line, proof, { 'user-agent': 'thief/1.0' })).status;
      const used = await aProof(line.key, about);
      expect(await statusOf(used)).toBe(200);
      for (let times = 0; times < 2; times++) {
        expect(await statusOf(used)).toBe(401);
        expect(await statusOf(await aProof(await aProofKey(), about))).toBe(401);
        expect(await statusOf(await aProof(line.key, { ...about, method: 'POST' }))).toBe(401);
        for (const token of [line.tokens.access, newUserToken('kd_user_', undefined)])
          expect((await createClient(node.origin, token).call('getMe')).status).toBe(401);
      }
      const { text } = await sendRaw(node.origin, { path: '/metrics' });
      await node.stop();
      return text;
    };
    const rows = async () => {
      const query = { targetId: line.userId, action: 'oidc_grant.refuse_proof', limit: 100 };
      const { body } = await ours.call('listAuditLogs', { query });
      return (body.data as AuditLog[]).toSorted((one, other) =>
        String(one.reason).localeCompare(String(other.reason)),
      );
    };
    const counted = await refuseAll();
    for (const [reason, count] of Object.entries({ MISSING: 4, OTHER_KEY: 2, USED: 2, WRONG: 2 }))
      expect(counted).toContain(`keyward_proof_refusals_total{reason="${reason}"} ${count}\n`);
    await refuseAll();
    const told = await rows();
    const common = {
      actor: { type: 'ANONYMOUS', id: null, name: null },
      target: { type: 'user', id: line.userId },
      result: 'FAILURE',
      code: 'DPOP_PROOF_REFUSED',
      ipAddress: '127.0.0.1',
    };
    expect(told).toMatchObject(
      ['MISSING', 'OTHER_KEY', 'USED', 'WRONG'].map((fault) => ({
        ...common,
        reason: `${fault} Keyward command line (keyward-cli)`,
        ...(fault === 'MISSING' ? {} : { userAgent: 'thief/1.0' }),
      })),
    );
    expect(JSON.stringify(told)).not.toContain(line.tokens.access);
    // In the next hour, there is another row.
    await sql(
      `update oidc_artifacts set expires_at = now() - interval '1 second' where model = 'ReplayDetection' and payload = '{}'`,
    );
    await refuseAll();
    expect(await rows()).toHaveLength(8);
  });
});

describe('a token of a user', () => {
  test('is not a key: as Bearer it is refused with a sentence', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    for (const token of [line.tokens.access, newUserToken('kd_user_', undefined)]) {
      const { status, body, headers } = await createClient(service.origin, token).call('getMe');
      expect([status, body.code, body.details]).toEqual([
        401,
        'DPOP_PROOF_REFUSED',
        { Authorization: 'must be DPoP and the token, beside a proof in the header DPoP' },
      ]);
      expect(headers.get('www-authenticate')).toMatch(/^DPoP /);
    }
    const verified = await service.ours.call('verifyCredential', {
      body: { credential: line.tokens.access },
    });
    expect(verified.body).toMatchObject({ valid: false });
    const inAddress = await service.ours.call('listIdentities', { query: { search: line.tokens.refresh } });
    expect(inAddress.status).toBe(400);
  });

  test('that is unknown, mistyped or sent twice opens nothing', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service) };
    const ask = async (token: string) => {
      const proof = await aProof(line.key, { ...about, token });
      const more = { authorization: `DPoP ${token}` };
      const { status, body, headers } = await withProof(service, line, proof, more);
      expect(headers['www-authenticate']).toMatch(
        /^DPoP error="invalid_token", algs="ES256 EdDSA", resource_metadata="[^"]+"$/,
      );
      expect(body.details.Authorization).toContain('`keyward login`');
      return [status, body.code];
    };
    expect(await ask(newUserToken('kd_user_', undefined))).toEqual(unauthorized);
    expect(await ask(`${line.tokens.access.slice(0, -1)}-`)).toEqual(unauthorized);
    expect(await ask(`${line.tokens.access} ${line.tokens.access}`)).toEqual(unauthorized);
    expect(await ask(service.ours.key ?? '')).toEqual(unauthorized);
    const proof = await aProof(line.key, { ...about, token: line.tokens.access });
    const both = [`DPoP ${line.tokens.access}`, `Bearer ${service.ours.key ?? ''}`];
    for (const authorization of [both, both.toReversed()]) {
      const headers = [
        ...authorization.flatMap((one) => ['authorization', one]),
        'keyward-tenant',
        service.ours.orgId ?? '',
        'dpop',
        proof,
        'host',
        'localhost',
      ];
      const twice = await sendRaw(service.origin, { method: 'GET', path: '/api/v1/me', headers });
      expect([twice.status, twice.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });
});
