import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JwtKind } from '../../src/lib/jwt.ts';
import { signingKeyPurpose } from '../../src/oidc/signing-keys.ts';
import { createVault } from '../../src/platform/vault.ts';
import { exchange } from '../support/exchange.ts';
import { aTrustedIssuer } from '../support/identity-assertions.ts';
import { aWorkload, type Issuer, startIssuer } from '../support/issuer.ts';
import { aLogout, sendLogout } from '../support/logout-tokens.ts';
import { testMasterKey } from '../support/master-key.ts';
import { aPerson, aRelyingParty, authorized, redirectUri, signedIn } from '../support/relying-party.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { aSigningParty, post } from '../support/signing-party.ts';
import {
  aSubject,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  tokens,
  type Upstream,
} from '../support/upstream.ts';

let service: TestService;
/** A node whose engine answers all requests of clients. The other node answers those of machines by itself. */
let engine: Awaited<ReturnType<TestService['startNode']>>;
let issuer: Issuer;
let upstream: Upstream;
beforeAll(async () => {
  service = await startTestService();
  const baseUrl = service.origin.replace('127.0.0.1', 'localhost');
  engine = await service.startNode({ BASE_URL: baseUrl }, { oauthBy: 'engine' });
  issuer = await startIssuer();
  upstream = await startUpstream();
});
afterAll(async () => {
  await engine.stop();
  await service.stop();
  await issuer.close();
  await upstream.close();
});

/** How a test spells a JWT: with more header parameters, and with another text for the same bytes. */
interface Spelling {
  header: Record<string, unknown>;
  respelled: (token: string) => string;
}

/** One place of the service that takes JWTs. */
interface Verifier {
  kind: JwtKind;
  /** The values of `typ` besides the one that the test sends by itself. */
  types: readonly (string | undefined)[];
  /** Prepares what the tokens need. The result presents a token and tells whether the service accepted it. */
  prepare: () => Promise<(spelling: Spelling) => Promise<boolean>>;
}

const machine = { applicationType: 'machine', grantTypes: ['client_credentials'], redirectUris: [] };
/** Returns the address of the token endpoint at a node. */
const tokenUrlAt = (node: string, tokenIssuer: string): string =>
  `${node}${new URL(tokenIssuer).pathname}/token`;

const assertions = (node: () => string): Verifier => ({
  kind: 'client assertion',
  types: [undefined, 'JWT', 'jwt', 'client-authentication+jwt', 'application/client-authentication+jwt'],
  async prepare() {
    const party = await aSigningParty(service.ours, { ...machine, postLogoutRedirectUris: [] });
    return async ({ header, respelled }) => {
      const form = await party.assertion({}, header);
      form['client_assertion'] = respelled(form['client_assertion'] ?? '');
      const asked = { grant_type: 'client_credentials', ...form };
      return (await post(tokenUrlAt(node(), party.issuer), asked)).status === 200;
    };
  },
});

const proofs = (node: () => string): Verifier => ({
  kind: 'DPoP proof',
  types: ['dpop+jwt', 'application/dpop+jwt'],
  async prepare() {
    const party = await aRelyingParty(service.ours, { ...machine, postLogoutRedirectUris: [] });
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const basic = Buffer.from(`${party.clientId}:${party.clientSecret}`).toString('base64');
    return async ({ header, respelled }) => {
      const proof = await new SignJWT({ htm: 'POST', htu: `${party.issuer}/token`, jti: randomUUID() })
        .setIssuedAt()
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey);
      const sent = { authorization: `Basic ${basic}`, dpop: respelled(proof) };
      const form = { grant_type: 'client_credentials' };
      return (await post(tokenUrlAt(node(), party.issuer), form, sent)).status === 200;
    };
  },
});

/** Signs as the tenant does, because no other party can sign a token of ours with another header. */
async function signedByTenant(
  claims: JWTPayload,
  alg: 'RS256' | 'ES256',
  header: Record<string, unknown>,
): Promise<string> {
  const { orgId } = service.organizations.ours.live;
  const [row] = await service.sql<{ id: string; private_key: Buffer }>(
    `select id, private_key from signing_keys where org_id = $1 and algorithm = $2 and status = 'ACTIVE'`,
    [orgId, alg],
  );
  const vault = createVault([Buffer.from(testMasterKey, 'base64')]);
  const jwk = JSON.parse(
    vault.open(row?.private_key ?? Buffer.alloc(0), orgId, signingKeyPurpose(row?.id ?? '')),
  );
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid: row?.id ?? '', ...header })
    .sign(await importJWK(jwk, alg));
}

const claimsIn = (token: string): JWTPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;

const verifiers: Record<string, Verifier> = {
  'assertions of clients': assertions(() => service.origin),
  'assertions of clients, in the engine': assertions(() => engine.origin),
  'DPoP proofs': proofs(() => service.origin),
  'DPoP proofs, in the engine': proofs(() => engine.origin),
  'request objects': {
    kind: 'request object',
    types: [undefined, 'JWT', 'jwt', 'oauth-authz-req+jwt', 'application/oauth-authz-req+jwt'],
    async prepare() {
      const party = await aSigningParty(service.ours);
      const claims = {
        client_id: party.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      };
      return async ({ header, respelled }) => {
        const request = respelled(await party.sign(claims, header));
        return (await post(`${party.issuer}/par`, { request, ...(await party.assertion()) })).status === 201;
      };
    },
  },
  'tokens of workloads': {
    kind: 'workload token',
    types: [undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+jwt', 'JOSE'],
    async prepare() {
      const identityId = await aWorkload(service.ours, issuer);
      return async ({ header, respelled }) => {
        const token = respelled(await issuer.sign({}, header));
        return (await exchange(service, { identityId, token })).status === 201;
      };
    },
  },
  'ID tokens of identity providers': {
    kind: 'ID token',
    types: [undefined, 'JWT', 'jwt'],
    async prepare() {
      const connection = await connected(service, upstream);
      return async ({ header, respelled }) => {
        upstream.answer = async (asked) => tokens(respelled(await upstream.idToken(asked, {}, header)));
        return outcomeOf(await signedInAs(service, connection, aSubject(connection))) === 'SIGNED_IN';
      };
    },
  },
  'logout tokens of identity providers': {
    kind: 'logout token',
    types: [undefined, 'JWT', 'jwt', 'logout+jwt', 'application/logout+jwt'],
    async prepare() {
      const connection = await connected(service, upstream);
      return async ({ header, respelled }) => {
        const claims = aLogout({ sub: randomUUID() });
        const answer = await sendLogout(
          service,
          connection.id,
          respelled(await upstream.sign(claims, header)),
        );
        return answer.status === 200;
      };
    },
  },
  'identity assertions of identity providers': {
    kind: 'identity assertion',
    types: ['oauth-id-jag+jwt', 'OAUTH-ID-JAG+JWT', 'application/oauth-id-jag+jwt'],
    async prepare() {
      const { assertion, present } = await aTrustedIssuer(service);
      return async ({ header, respelled }) =>
        (await present(respelled(await assertion({}, header)))).status === 200;
    },
  },
  'our ID tokens, as id_token_hint': {
    kind: 'ID token',
    types: [undefined, 'JWT', 'jwt'],
    async prepare() {
      const party = await aRelyingParty(service.ours);
      const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
      const { id_token: own = '' } = await (await authorized(party, browser)).exchange();
      const end = String(party.config.serverMetadata().end_session_endpoint);
      return async ({ header, respelled }) => {
        const id_token_hint = respelled(await signedByTenant(claimsIn(own), 'RS256', header));
        const { status } = await fetch(`${end}?${new URLSearchParams({ id_token_hint }).toString()}`, {
          redirect: 'manual',
        });
        return status < 400;
      };
    },
  },
  'our access tokens': {
    kind: 'access token',
    types: ['at+jwt', 'application/at+jwt'],
    async prepare() {
      const party = await aRelyingParty(service.ours, { ...machine, postLogoutRedirectUris: [] });
      const { access_token: own } = await oidc.clientCredentialsGrant(party.config);
      return async ({ header, respelled }) => {
        const token = respelled(await signedByTenant(claimsIn(own), 'ES256', { typ: 'at+jwt', ...header }));
        return (await oidc.tokenIntrospection(party.config, token)).active;
      };
    },
  },
};

const asIs = (token: string): string => token;

/** Base64url ends in bits that say nothing. A lenient reader accepts any of them. */
function withOtherEnd(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1];
}

const foreignTypes: readonly string[] = [
  'dpop+jwt',
  'logout+jwt',
  'oauth-authz-req+jwt',
  'secevent+jwt',
  'JWS',
];

const hasType = ({ types }: Verifier, typ: string): boolean =>
  types.some((one) => one?.toLowerCase() === typ.toLowerCase());

describe.each(Object.entries(verifiers))('%s', (_name, verifier) => {
  test('are accepted with each type of their kind', async () => {
    const accepts = await verifier.prepare();
    for (const typ of verifier.types)
      expect(await accepts({ header: { typ }, respelled: asIs }), String(typ)).toBe(true);
  });

  test('are refused with the type of another kind, with crit, and in a second spelling', async () => {
    const accepts = await verifier.prepare();
    const refused: Record<string, Spelling> = {
      crit: { header: { crit: ['b64'], b64: true }, respelled: asIs },
      'a padded signature': { header: {}, respelled: (token) => `${token}==` },
      'a signature with another end': { header: {}, respelled: withOtherEnd },
      'a number as typ': { header: { typ: 7 }, respelled: asIs },
    };
    for (const typ of foreignTypes.filter((one) => !hasType(verifier, one)))
      refused[typ] = { header: { typ }, respelled: asIs };
    const accepted = [];
    for (const [name, spelling] of Object.entries(refused)) if (await accepts(spelling)) accepted.push(name);
    expect(accepted).toEqual([]);
  });
});

test('the table has each kind of JWT', () => {
  const source = readFileSync('src/lib/jwt.ts', 'utf8');
  const kinds = [...source.matchAll(/^ {2}'([^']+)': \[/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(5);
  expect(new Set(kinds)).toEqual(new Set(Object.values(verifiers).map(({ kind }) => kind)));
});

describe('the sources', () => {
  const verifying = /\b(?:jwtVerify|compactVerify|flattenedVerify|generalVerify|authorizationCodeGrant)\(/;
  const decoding = /\b(?:decodeJwt|decodeProtectedHeader)\b/;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const text = (name: string): string => readFileSync(`src/${name}`, 'utf8');

  test('verify no signature in a file that does not check the frame', () => {
    const unchecked = files.filter(
      (name) => verifying.test(text(name)) && !/[^`]\b(?:framed|isFramed)\(/.test(text(name)),
    );
    // Its caller has read the token with framed().
    expect(unchecked).toEqual(['credentials/issuer-keys.ts']);
    expect(text('credentials/token-exchange.ts')).toContain("framed(asked.token, 'workload token')");
  });

  test('read no JWT with the lenient readers of jose', () => {
    expect(files.filter((name) => decoding.test(text(name)))).toEqual([]);
  });
});
