import { JsonRefusal, parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/object.ts';
import { type MayReach, refusalOfUrl } from '../../lib/public-url.ts';
import { type Outgoing, OutgoingFailure } from '../../platform/outgoing.ts';
import type { OidcSettings } from './entities/connection.ts';

/** One check of a provider. The contract names them (`ConnectionCheckName`). */
export interface ProviderCheck {
  name:
    | 'discovery'
    | 'issuer'
    | 'endpoints'
    | 'keys'
    | 'algorithms'
    | 'authentication'
    | 'metadata'
    | 'certificates';
  ok: boolean;
  /** For the administrator. It quotes what the provider said, in short. */
  detail: string;
}

/** The checks of what a provider publishes, or the reason why it could not be reached. */
export type Probe = { checks: ProviderCheck[]; latencyMs: number } | { unreachable: string };

/** Tells whether the provider was reached, and every check succeeded. */
export const hasPassed = (probe: { checks: readonly ProviderCheck[] } | { unreachable: string }): boolean =>
  'checks' in probe && probe.checks.every(({ ok }) => ok);

export type ProbeWay = Pick<Outgoing, 'send' | 'mayReach'>;

/** A connection, as far as a probe compares it with what the provider publishes. */
export type Probed = OidcSettings & { issuer: string | null };

const timeoutMs = 10_000;
const mostBytes = 262_144;

/** Signatures that openid-client verifies, and that use no secret. */
const verified: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);
const keyTypes: ReadonlySet<string> = new Set(['RSA', 'EC', 'OKP']);

/** Returns the address of the discovery document (OpenID Connect Discovery section 4). */
export const discoveryUrlOf = ({ issuer, discoveryUrl }: Pick<Probed, 'issuer' | 'discoveryUrl'>): string =>
  discoveryUrl ?? `${(issuer ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Reads what a provider publishes, and checks it. Takes up to 20 seconds, so it may not run in a transaction. */
export async function probeProvider(connection: Probed, way: ProbeWay): Promise<Probe> {
  const read = await reading(discoveryUrlOf(connection), way);
  if ('unreachable' in read) return { unreachable: read.unreachable };
  const checks: ProviderCheck[] = [];
  const check = (name: ProviderCheck['name'], problem: string | undefined, detail: string): void =>
    void checks.push({ name, ok: problem === undefined, detail: problem ?? detail });
  const { document } = read;
  if (!document) {
    check('discovery', `The discovery document cannot be used: ${read.problem}.`, '');
    return { checks, latencyMs: read.latencyMs };
  }
  check('discovery', undefined, 'The discovery document was read');
  check('issuer', issuerProblem(document, connection), `The issuer is ${quoted(document['issuer'])}`);
  const [endpoints, keys] = await Promise.all([
    checkEndpoints(document, connection, way),
    checkKeys(document, way),
  ]);
  check('endpoints', endpoints.problem, 'All endpoints are https, and they respond');
  check('keys', keys.problem, 'The signing keys were read');
  const algorithms = textsOf(document['id_token_signing_alg_values_supported']);
  const usable = algorithms.filter((one) => verified.has(one));
  check(
    'algorithms',
    usable.length > 0
      ? undefined
      : `The provider signs ID tokens with ${shownList(algorithms)}. Keyward verifies ${[...verified].join(', ')}.`,
    `Keyward verifies ${shownList(usable)}`,
  );
  check(
    'authentication',
    authenticationProblem(document, connection),
    'The provider knows this way to authenticate',
  );
  return { checks, latencyMs: read.latencyMs + endpoints.latencyMs + keys.latencyMs };
}

/** How long a call took that got no answer, in milliseconds. */
const since = (began: number): number => Math.round(performance.now() - began);

type Document = Readonly<Record<string, unknown>>;

type Reading =
  | { document?: Document; problem?: string; latencyMs: number }
  | { unreachable: string; latencyMs: number };

/** Reads a document of a provider. No redirect is followed. */
async function reading(url: string, { send }: ProbeWay): Promise<Reading> {
  const began = performance.now();
  try {
    const headers = { accept: 'application/json', 'user-agent': 'Keyward/1' };
    const limits = { timeoutMs, maximumBytes: mostBytes, keepBytes: mostBytes };
    const { status, bytes, latencyMs } = await send(url, { method: 'GET', headers, ...limits });
    if (status !== 200) return { unreachable: `${url} responded with the status ${status}.`, latencyMs };
    try {
      const document = parseJson(bytes);
      return isObject(document) ? { document, latencyMs } : { problem: 'it is not a JSON object', latencyMs };
    } catch (error) {
      if (!(error instanceof JsonRefusal)) throw error;
      return { problem: 'it is not JSON', latencyMs };
    }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return { unreachable: `${url} cannot be reached: ${error.message}.`, latencyMs: since(began) };
  }
}

/** The issuer is compared character by character (OpenID Connect Discovery section 4.3). */
function issuerProblem({ issuer: found }: Document, { issuer }: Probed): string | undefined {
  if (found === issuer) return undefined;
  return `The discovery document names the issuer ${quoted(found)}. The issuer of the connection is ${quoted(issuer)}, and both must be the same.`;
}

interface Checked {
  problem: string | undefined;
  latencyMs: number;
}

/** Endpoints that the service calls must respond over TLS. Only browsers call the authorization endpoint. */
async function checkEndpoints(document: Document, { userInfo }: Probed, way: ProbeWay): Promise<Checked> {
  const { authorization_endpoint: page, token_endpoint: token, userinfo_endpoint: claims } = document;
  let latencyMs = 0;
  const called = {
    token_endpoint: token,
    ...(userInfo && claims !== undefined && { userinfo_endpoint: claims }),
  };
  const isPage = typeof page === 'string' && URL.canParse(page) && new URL(page).protocol === 'https:';
  if (!isPage) return { problem: endpointProblem('authorization_endpoint', page), latencyMs };
  for (const [name, url] of Object.entries(called)) {
    const { problem, ...took } = await checkEndpoint(name, url, way);
    latencyMs += took.latencyMs;
    if (problem !== undefined) return { problem, latencyMs };
  }
  return { problem: undefined, latencyMs };
}

const endpointProblem = (name: string, url: unknown): string =>
  `${name} is ${quoted(url)}, and must be an https URL that Keyward may call.`;

async function checkEndpoint(name: string, url: unknown, { send, mayReach }: ProbeWay): Promise<Checked> {
  if (!isCallable(url, mayReach)) return { problem: endpointProblem(name, url), latencyMs: 0 };
  const began = performance.now();
  try {
    const limits = { timeoutMs, maximumBytes: mostBytes, keepBytes: 0 };
    const headers = { 'user-agent': 'Keyward/1' };
    const { status, latencyMs } = await send(url, { method: 'GET', headers, ...limits });
    // Without a request of the protocol, every other status is right.
    const problem = status >= 500 ? `${name} responded with the status ${status}.` : undefined;
    return { problem, latencyMs };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return { problem: `${name} cannot be reached: ${error.message}.`, latencyMs: since(began) };
  }
}

const isCallable = (url: unknown, mayReach: MayReach): url is string =>
  typeof url === 'string' && refusalOfUrl(url, mayReach) === undefined;

async function checkKeys({ jwks_uri: url }: Document, way: ProbeWay): Promise<Checked> {
  if (!isCallable(url, way.mayReach)) return { problem: endpointProblem('jwks_uri', url), latencyMs: 0 };
  const read = await reading(url, way);
  const { latencyMs } = read;
  if ('unreachable' in read) return { problem: `The keys cannot be read: ${read.unreachable}`, latencyMs };
  const { document, problem } = read;
  if (!document) return { problem: `The keys cannot be read: ${problem}.`, latencyMs };
  const keys: readonly unknown[] = Array.isArray(document['keys']) ? document['keys'] : [];
  const isUsable = keys.some(
    (key) => isObject(key) && key['use'] !== 'enc' && keyTypes.has(String(key['kty'])),
  );
  return {
    problem: isUsable ? undefined : 'The provider publishes no key that verifies signatures.',
    latencyMs,
  };
}

/** A document that does not say which ways it knows is believed to know this one: many leave it out. */
function authenticationProblem(
  document: Document,
  { tokenEndpointAuthMethod, pkce }: Probed,
): string | undefined {
  const methods = document['token_endpoint_auth_methods_supported'];
  const method = tokenEndpointAuthMethod ?? '';
  if (Array.isArray(methods) && !methods.includes(method))
    return `The provider does not accept tokenEndpointAuthMethod ${method}. It accepts ${shownList(textsOf(methods))}.`;
  const challenges = document['code_challenge_methods_supported'];
  if (pkce && Array.isArray(challenges) && !challenges.includes('S256'))
    return 'The provider does not know PKCE with S256. Set pkce to false.';
  return undefined;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const shownList = (texts: readonly string[]): string =>
  texts.length === 0
    ? 'none'
    : texts
        .slice(0, 10)
        .map((text) => quoted(text))
        .join(', ');

/** A value of the provider as text: quoted, short, and in ASCII, so that it cannot pass for words of ours. */
const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? `"${value.slice(0, 100).replaceAll(/[^\x20-\x7e]|"/g, '?')}"`
    : value === undefined
      ? 'missing'
      : 'not a text';
