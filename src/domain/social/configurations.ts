import * as client from 'openid-client';
import type { Outgoing } from '../../outgoing.ts';
import type { Preset } from './presets.ts';

type Way = Pick<Outgoing, 'send'>;

/** A provider as it is spoken to. */
export interface SocialClient {
  orgId: string;
  id: string;
  version: number;
  preset: Preset;
  /** Of the tenant's own; null for that of the preset. */
  issuer: string | null;
  clientId: string;
  clientSecret: string | undefined;
  scopes: readonly string[];
  callbackUrl: string;
}

interface Known {
  configuration: client.Configuration;
  since: number;
}

/** As long endpoints and keys that a provider has withdrawn may still be used. */
const freshMs = 10 * 60_000;
const mostKnown = 500;
const timeoutSeconds = 10;
const mostBytes = 262_144;

/** By the way out, which lasts as long as the service. */
const known = new WeakMap<object, Map<string, Known>>();

/** How a provider is configured; what it publishes is asked for again after ten minutes, and when we have changed it. */
export async function configurationOf(provider: SocialClient, outgoing: Way): Promise<client.Configuration> {
  const ours = known.get(outgoing) ?? new Map<string, Known>();
  known.set(outgoing, ours);
  const key = `${provider.orgId} ${provider.id} ${provider.version}`;
  const found = ours.get(key);
  if (found && performance.now() - found.since < freshMs) return found.configuration;
  const configuration = await configured(provider, outgoing);
  ours.delete(key);
  ours.set(key, { configuration, since: performance.now() });
  if (ours.size > mostKnown) ours.delete(ours.keys().next().value ?? '');
  return configuration;
}

async function configured(provider: SocialClient, outgoing: Way): Promise<client.Configuration> {
  const { preset, clientId, clientSecret, issuer } = provider;
  const fetch = guardedFetch(outgoing);
  if (preset.flow === 'oauth') {
    const endpoints = preset.endpoints(issuer);
    const server = {
      issuer: endpoints.issuer,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
    };
    const configuration = new client.Configuration(server, clientId, clientSecret);
    configuration[client.customFetch] = fetch;
    configuration.timeout = timeoutSeconds;
    return configuration;
  }
  const authentication = clientSecret === undefined ? client.None() : bySecret(clientSecret);
  return client.discovery(new URL(issuer ?? preset.issuer ?? ''), clientId, undefined, authentication, {
    // Without it a token that came over TLS would be believed whoever has signed it.
    execute: [client.enableNonRepudiationChecks],
    [client.customFetch]: fetch,
    timeout: timeoutSeconds,
  });
}

/** In the header where the provider takes that (RFC 6749 section 2.3.1), else in the body. */
function bySecret(secret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

const bodyless = new Set([204, 205, 304]);

/** Every call goes the guarded way out, and no answer is large or slow (security.md section 2). */
function guardedFetch({ send }: Way): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const sent = body === undefined || body === null ? {} : { body: Buffer.from(textOf(body)) };
    const answer = await send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'user-agent': 'Keyward/1' },
      ...sent,
      ...(signal ? { signal } : {}),
      timeoutMs: timeoutSeconds * 1000,
      maximumBytes: mostBytes,
      keepBytes: mostBytes,
    });
    return new Response(bodyless.has(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: answer.type === undefined ? {} : { 'content-type': answer.type },
    });
  };
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('only forms are sent to providers');
}
