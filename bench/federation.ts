// What the response of an identity provider costs in CPU time: from the code in the callback to the account, beside the bare
// verification of the same ID token by jose. The identity provider answers from memory, so that neither network nor TLS counts. Part
// of `make bench`. Options: --rounds=<count> --quick
import { parseArgs } from 'node:util';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { hearProvider } from '../src/federation/dialogue.ts';
import type { Connection } from '../src/federation/entities/connection.ts';
import { identityOf } from '../src/federation/identity.ts';
import type { ProviderClient } from '../src/federation/provider-client.ts';
import type { Outgoing } from '../src/platform/outgoing.ts';
import { columns, median } from './report.ts';

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
const connection = {
  issuer,
  clientId,
  trustEmail: false,
  userInfo: true,
  attributeMapping: {},
  groupsClaim: 'groups',
  groupMapping: [{ value: 'engineers', groupId: 'grp_bench' }],
} as unknown as Connection;

interface Run {
  name: string;
  of: string;
  once: () => Promise<unknown>;
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

const providers = [await aProvider('RS256'), await aProvider('ES256')];
const runs = providers.flatMap(runsOf);

/** @returns CPU milliseconds of one time */
async function cost({ once }: Run): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
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
