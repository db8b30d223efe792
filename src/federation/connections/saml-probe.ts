import { type Outgoing, OutgoingFailure } from '../../platform/outgoing.ts';
import { readCertificate } from '../../saml-messages/certificate.ts';
import type { CertificateFacts } from '../../saml-metadata/certificates.ts';
import type { Outcome } from '../../saml-metadata/published-metadata.ts';
import type { Connection } from './entities/connection.ts';
import type { IdpMetadata } from './idp-metadata.ts';
import type { Probe, ProviderCheck } from './provider-probe.ts';
import { idpCertificatesOf } from './saml-connections.ts';

const timeoutMs = 10_000;
const mostBytes = 65_536;

/** The connection that a probe looks at, with its metadata. */
export interface ProbedSaml {
  connection: Connection;
  /** The metadata at its address, as it was read; null without an address. */
  outcome: Outcome<IdpMetadata> | null;
  now: Date;
}

/**
 * Checks an identity provider by SAML: what it publishes, its certificates and its endpoints. Takes up to 20 seconds, so it may not
 * run in a transaction. Without metadata, the identity provider is unreachable if no server at its endpoints responds.
 */
export async function probeSaml(
  { connection, outcome, now }: ProbedSaml,
  { send }: Pick<Outgoing, 'send'>,
): Promise<Probe> {
  if (outcome && 'unreachable' in outcome && outcome.unreachable) return { unreachable: outcome.trouble };
  const endpoints = await checkEndpoints(connection, send);
  if (outcome === null && endpoints.isUnreachable) return { unreachable: endpoints.detail };
  const checks: ProviderCheck[] = [
    metadataCheck(connection, outcome),
    certificatesCheck(idpCertificatesOf({ certificates: connection.certificates }), now),
    { name: 'endpoints', ok: endpoints.ok, detail: endpoints.detail },
    algorithmsCheck(connection.samlSettings().certificates),
  ];
  return { checks, latencyMs: endpoints.latencyMs };
}

function metadataCheck(
  { pendingChange, idpEntityId }: Connection,
  outcome: ProbedSaml['outcome'],
): ProviderCheck {
  const name = 'metadata';
  if (outcome === null)
    return { name, ok: true, detail: 'metadataUrl is not set. Update the settings when certificates change' };
  if ('trouble' in outcome) return { name, ok: false, detail: outcome.trouble };
  if (outcome.metadata.entityId !== idpEntityId)
    return { name, ok: false, detail: 'The metadata has another entity ID' };
  return {
    name,
    ok: true,
    detail: pendingChange
      ? 'The metadata was read. It asks for a change that waits for your approval'
      : 'The metadata was read, and it has the entity ID of the connection',
  };
}

function certificatesCheck(certificates: readonly CertificateFacts[], now: Date): ProviderCheck {
  const name = 'certificates';
  const valid = certificates.filter(({ notBefore, expiresAt }) => notBefore <= now && expiresAt > now);
  const last = certificates.map(({ expiresAt }) => expiresAt.getTime());
  if (valid.length > 0) {
    const end = new Date(Math.max(...valid.map(({ expiresAt }) => expiresAt.getTime())));
    return { name, ok: true, detail: `A certificate is valid until ${end.toISOString()}` };
  }
  const end = new Date(Math.max(...last)).toISOString();
  return { name, ok: false, detail: `No certificate is valid now. The last one expires at ${end}` };
}

/** Weak keys are refused when they are stored, so this says which keys there are. */
function algorithmsCheck(certificates: readonly string[]): ProviderCheck {
  const keys = certificates.map((pem) => {
    const { modulusLength } = readCertificate(pem).publicKey.asymmetricKeyDetails ?? {};
    return `RSA with ${modulusLength} bits`;
  });
  const detail = `Keyward verifies signatures with SHA-256 or stronger, by these keys: ${[...new Set(keys)].join(', ')}`;
  return { name: 'algorithms', ok: true, detail };
}

interface Endpoints {
  ok: boolean;
  /** Whether none of the endpoints that were called has a server that responds. */
  isUnreachable: boolean;
  detail: string;
  latencyMs: number;
}

/** Browsers call these, and may reach addresses that the service may not. */
async function checkEndpoints({ ssoUrl, sloUrl }: Connection, send: Outgoing['send']): Promise<Endpoints> {
  let latencyMs = 0;
  const unasked: string[] = [];
  const problems: string[] = [];
  let responding = 0;
  for (const [name, url] of Object.entries({ ssoUrl, sloUrl })) {
    if (url === null) continue;
    const { outcome, ...took } = await reach(url, send);
    latencyMs += took.latencyMs;
    if (outcome === 'BLOCKED') unasked.push(name);
    else if (outcome === 'RESPONDS') responding += 1;
    else {
      problems.push(`${name} cannot be reached: ${outcome.problem}.`);
      if (outcome.isThere) responding += 1;
    }
  }
  if (unasked.length > 0)
    problems.push(
      `Keyward may not call ${unasked.join(' and ')}. Check that browsers of the users reach it.`,
    );
  const failed = problems.length - (unasked.length > 0 ? 1 : 0);
  return {
    ok: failed === 0,
    isUnreachable: failed > 0 && responding === 0 && unasked.length === 0,
    detail: problems.length === 0 ? 'The endpoints respond' : problems.join(' ').replace(/\.$/, ''),
    latencyMs,
  };
}

/** The outcome of a call: a response, an address that may not be called, or the reason for no response. */
type Reached = 'RESPONDS' | 'BLOCKED' | { problem: string; isThere: boolean };

/** Without a request of the protocol, every status is right. */
async function reach(url: string, send: Outgoing['send']): Promise<{ outcome: Reached; latencyMs: number }> {
  const began = performance.now();
  try {
    const headers = { 'user-agent': 'Keyward/1' };
    const limits = { timeoutMs, maximumBytes: mostBytes, keepBytes: 0 };
    const { latencyMs } = await send(url, { method: 'GET', headers, ...limits });
    return { outcome: 'RESPONDS', latencyMs };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    const latencyMs = Math.round(performance.now() - began);
    // A large page is a response, too.
    if (error.code === 'RESPONSE_TOO_LARGE') return { outcome: 'RESPONDS', latencyMs };
    if (error.code === 'BLOCKED_ADDRESS') return { outcome: 'BLOCKED', latencyMs };
    // Browsers of a company may accept a certificate that Keyward does not.
    return { outcome: { problem: error.message, isThere: error.code === 'TLS_ERROR' }, latencyMs };
  }
}
