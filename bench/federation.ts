// Measures the CPU time of an identity provider's response, from the callback to the account. An OpenID Connect
// provider is compared with jose, which verifies the same ID token. A SAML provider is compared with our strict
// verifier, which verifies the same response. Everything else answers from memory, so that neither network, TLS
// nor Postgres counts. Part of `make bench`.
// Options: --rounds=<count> --quick
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { hearProvider } from '../src/federation/openid/dialogue.ts';
import type { Connection } from '../src/federation/connections/entities/connection.ts';
import { identityOf } from '../src/federation/linking/identity.ts';
import { keepSaid, takeSaid } from '../src/federation/connections/kept-responses.ts';
import type { ProviderClient } from '../src/federation/openid/provider-client.ts';
import { samlIdentity } from '../src/federation/connections/saml-identity.ts';
import { judgeResponse } from '../src/federation/connections/saml-responses.ts';
import { spAddresses } from '../src/federation/connections/sp-addresses.ts';
import type { Sql } from '../src/lib/sql.ts';
import type { Outgoing } from '../src/platform/outgoing.ts';
import { createVault } from '../src/platform/vault.ts';
import { buildResponse } from '../src/saml-messages/build/response.ts';
import { receivePost } from '../src/saml-messages/receive/post.ts';
import { redact } from '../src/saml-messages/redact.ts';
import { acceptResponse } from '../src/saml-messages/verify/response.ts';
import { columns, median } from './report.ts';
import { newParty, responseContent } from './saml-parts.ts';
import type { Tx } from '../src/platform/tx.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, quick: { type: 'boolean', default: false } },
});
const [rounds, times] = options.quick ? [2, 300] : [Number(options.rounds), 1_000];
/** A callback may cost so many times the bare verification. */
const most = 3;

const [issuer, clientId, nonce] = ['https://login.acme.example', 'keyward', 'n'.repeat(43)];

/** A provider that signs by an algorithm, and the ID token of one user. */
async function aProvider(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg, use: 'sig' }] };
  const idToken = await new SignJWT({
    nonce,
    email: 'ada@acme.example',
    email_verified: true,
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    groups: ['staff', 'engineers', 'administrators'],
    sid: crypto.randomUUID(),
    auth_time: Math.floor(Date.now() / 1000),
    amr: ['pwd', 'mfa'],
  })
    .setProtectedHeader({ alg, kid: 'one' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  const documents: Record<string, unknown> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: [alg],
      authorization_response_iss_parameter_supported: true,
    },
    '/keys': keys,
    '/token': { access_token: 'x', token_type: 'Bearer', expires_in: 3600, id_token: idToken },
  };
  const send: Outgoing['send'] = async (url) => {
    const body = Buffer.from(JSON.stringify(documents[new URL(url).pathname]));
    return {
      status: 200,
      body: body.toString(),
      bytes: body,
      type: 'application/json',
      latencyMs: 0,
      truncated: false,
    };
  };
  return { alg, idToken, keys, outgoing: { send } };
}

type Provider = Awaited<ReturnType<typeof aProvider>>;

const client: ProviderClient = {
  orgId: 'org_bench',
  id: 'fed_bench',
  version: 1,
  server: { flow: 'oidc', issuer, discoveryUrl: null, isExact: true },
  clientId,
  authentication: { method: 'secret', secret: 'a secret', place: 'header' },
  scopes: ['openid', 'profile', 'email'],
  callbackUrl: 'https://id.example.com/api/v1/federation/oidc/fed_bench/callback',
  nonce: true,
  pkce: true,
  formPost: false,
};
const settings = {
  issuer,
  clientId,
  trustEmail: false,
  userInfo: true,
  attributeMapping: {},
  groupsClaim: 'groups',
  groupMapping: [{ value: 'engineers', groupId: 'grp_bench' }],
};
const connection = settings as unknown as Connection;

interface Run {
  name: string;
  of: string;
  once: () => Promise<unknown>;
  /** So many times fewer than the others, because it takes so many times as long. */
  fewer?: number;
}

const runsOf = ({ alg, idToken, keys, outgoing }: Provider): Run[] => {
  const keySet = createLocalJWKSet(keys);
  const brought = { state: 'state', code: 'code', iss: issuer };
  const asked = { state: 'state', nonce, verifier: 'v'.repeat(43) };
  return [
    {
      name: 'bare verification',
      of: alg,
      once: () => jwtVerify(idToken, keySet, { issuer, audience: clientId, algorithms: [alg] }),
    },
    {
      name: 'callback',
      of: alg,
      once: () =>
        hearProvider(client, brought, asked, outgoing, (configuration, tokens) =>
          identityOf(connection, configuration, tokens),
        ),
    },
  ];
};

/** How a SAML identity provider protects its responses. */
interface Protecting {
  of: string;
  signResponse: boolean;
  isEncrypted?: true;
}

const [baseUrl, samlId] = ['https://id.example.com', 'fed_saml'];
const vault = createVault([randomBytes(32)]);

/** Remembers one response, as Postgres does. */
function aMemory(): Tx {
  let kept: Buffer | undefined;
  const rows = ({ texts, values }: Sql): Promise<object[]> => {
    if (texts[0]?.trimStart().startsWith('insert')) kept = values[4] as Buffer;
    return Promise.resolve([{ kept: kept?.toString('base64') }]);
  };
  const row = async (statement: Sql): Promise<object | undefined> => (await rows(statement))[0];
  const tenancy = { orgId: 'org_bench', environment: 'live', now: new Date() };
  return { rows, row, getFilterParams: () => tenancy } as unknown as Tx;
}

async function samlRunsOf({ of, signResponse, isEncrypted }: Protecting): Promise<Run[]> {
  const [theirs, ours] = [await newParty('identity provider'), await newParty('service provider')];
  const { metadataUrl: spEntityId, acsUrl } = spAddresses(baseUrl, samlId);
  const { assertion, issuer: idpEntityId, issueInstant: now } = responseContent;
  if (!assertion) throw new Error('There is no assertion');
  const xml = buildResponse(
    { ...responseContent, destination: acsUrl, assertion: { ...assertion, audiences: [spEntityId] } },
    {
      key: theirs,
      signAssertion: true,
      signResponse,
      ...(isEncrypted && { encryption: { certificate: ours.certificate, algorithm: 'aes256-gcm' as const } }),
    },
  );
  const form = Buffer.from(xml).toString('base64');
  const privateKeys = [ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()];
  const saml = {
    ...settings,
    id: samlId,
    idpEntityId,
    subjectAttribute: null,
    samlSettings: () => ({
      certificates: [theirs.certificate],
      wantAssertionsSigned: true,
      wantEncrypted: isEncrypted === true,
      clockSkewSeconds: 60,
    }),
  } as unknown as Connection;
  const tx = aMemory();
  const fewer = 10;
  const received = () => receivePost({ parameter: 'SAMLResponse', message: form });
  return [
    {
      name: 'bare verification',
      of,
      fewer,
      once: () =>
        acceptResponse(received(), {
          certificates: [theirs.trusted],
          requireSignedAssertion: true,
          decryption: { privateKeys, allowCbc: true },
        }),
    },
    {
      name: 'callback',
      of,
      fewer,
      // The work of the assertion consumer service, and then of the browser's return with its cookie.
      once: async () => {
        const arrived = received();
        const message = redact(arrived.message);
        const judged = await judgeResponse(arrived, saml, { baseUrl, now, privateKeys });
        if ('refused' in judged) throw new Error(judged.refused.reason);
        const { inResponseTo = '' } = judged.good;
        const identity = samlIdentity(saml, judged.good.assertion, baseUrl);
        const said = { inResponseTo, identity, message };
        const keeping = { connection: saml, vault, said, assertionId: judged.good.assertion.id };
        const handle = (await keepSaid(tx, keeping)) ?? '';
        const taken = await takeSaid(tx, { connectionId: samlId, handle, vault });
        if (typeof taken !== 'object') throw new Error('The response is gone');
      },
    },
  ];
}

const providers = [await aProvider('RS256'), await aProvider('ES256')];
const runs = [
  ...providers.flatMap(runsOf),
  ...(await samlRunsOf({ of: 'SAML, assertion signed', signResponse: false })),
  ...(await samlRunsOf({ of: 'SAML, both signed, encrypted', signResponse: true, isEncrypted: true })),
];

/** @returns CPU milliseconds of one time */
async function cost({ once, fewer = 1 }: Run): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times / fewer; n++) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (times / fewer);
}

// The first times compile what they run.
for (const run of runs) await cost(run);
const costs = new Map(runs.map((run) => [run, [] as number[]]));
for (let round = 0; round < rounds; round++) for (const run of runs) costs.get(run)?.push(await cost(run));

const millis = (run: Run): number => median(costs.get(run) ?? []);
const ratio = (run: Run): string => {
  const bare = runs.find((one) => one.of === run.of);
  const times = bare && bare !== run ? millis(run) / millis(bare) : undefined;
  return times === undefined ? '' : `${times.toFixed(2)} ${times <= most ? 'reached' : 'missed'}`;
};
process.stdout.write(
  `${columns([
    ['', '', 'CPU ms', `times the bare one, aim ${most}`],
    ...runs.map((run) => [run.of, run.name, millis(run).toFixed(3), ratio(run)]),
  ])}\n`,
);
