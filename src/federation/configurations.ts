import * as client from 'openid-client';
import { JsonRefusal, parseJson } from '../lib/json.ts';
import { isObject } from '../lib/object.ts';
import { processSeconds } from '../lib/process-clock.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Preset } from './presets.ts';
import { fetchOf, type KeysSeen, newlyPublished, type Published } from './published.ts';

type Way = Pick<Outgoing, 'send'>;

/** A provider as it is spoken to. */
export interface SocialClient {
  orgId: string;
  id: string;
  version: number;
  preset: Preset;
  /** The issuer that the tenant has set; null for that of the preset. */
  issuer: string | null;
  clientId: string;
  clientSecret: string | undefined;
  scopes: readonly string[];
  callbackUrl: string;
}

/** The number of providers that are remembered. */
const mostKnown = 500;
const timeoutSeconds = 10;
const mostBytes = 262_144;

/** By the way out, which lasts as long as the service. */
const known = new WeakMap<object, Map<string, Published>>();

/** Returns what a provider publishes; asks again when Keyward's entry of the provider has changed. */
function publishedBy({ orgId, id, version }: SocialClient, outgoing: Way): Published {
  const ours = known.get(outgoing) ?? new Map<string, Published>();
  known.set(outgoing, ours);
  const key = `${orgId} ${id} ${version}`;
  const found = ours.get(key) ?? newlyPublished();
  ours.delete(key);
  ours.set(key, found);
  if (ours.size > mostKnown) ours.delete(ours.keys().next().value ?? '');
  return found;
}

/**
 * Returns how to talk to a provider for one sign-in. The documents that the provider publishes are remembered
 * (published.ts).
 */
export async function configurationOf(provider: SocialClient, outgoing: Way): Promise<client.Configuration> {
  const { preset, clientId, clientSecret, issuer } = provider;
  const send = guardedFetch(outgoing);
  if (preset.flow === 'oauth') {
    const endpoints = preset.endpoints(issuer);
    const server = {
      issuer: endpoints.issuer,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
    };
    const configuration = new client.Configuration(server, clientId, clientSecret);
    configuration[client.customFetch] = send;
    configuration.timeout = timeoutSeconds;
    return configuration;
  }
  const published = publishedBy(provider, outgoing);
  const learned: { keys?: KeysSeen } = {};
  const authentication = clientSecret === undefined ? client.None() : bySecret(clientSecret);
  const address = new URL(issuer ?? preset.issuer ?? '');
  const discovering = client.discovery(address, clientId, undefined, authentication, {
    // Without this check, a token that came over TLS would be believed with any signature.
    execute: [client.enableNonRepudiationChecks],
    [client.customFetch]: fetchOf(published, send, () => learned.keys),
    timeout: timeoutSeconds,
  });
  const configuration = await discovering.catch((error: unknown) => {
    published.discovery.forget();
    throw error;
  });
  const seen = published.keys.fresh();
  const jwks = seen && keySetOf(seen.text);
  learned.keys = { address: configuration.serverMetadata().jwks_uri, seen: jwks && seen };
  if (jwks) giveKeys(configuration, jwks);
  return configuration;
}

/** @returns undefined for what the library would refuse as well */
function keySetOf(text: string): client.JWKS | undefined {
  try {
    const value = parseJson(Buffer.from(text));
    return isKeySet(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonRefusal) return undefined;
    throw error;
  }
}

const isKeySet = (value: unknown): value is client.JWKS =>
  isObject(value) && Array.isArray(value['keys']) && value['keys'].every(isObject);

/**
 * Hands remembered keys to openid-client. For a `kid` that they lack it asks the provider again only when they are a minute
 * old, so that a provider which has just rotated its keys would be refused for a minute. They are therefore said to be that
 * old: how often the provider is asked again is bounded by us (published.ts). Written for openid-client 6.8.9.
 */
function giveKeys(configuration: client.Configuration, jwks: client.JWKS): void {
  client.setJwksCache(configuration, { jwks, uat: processSeconds() - 60 });
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
  throw new TypeError('requests to providers must be forms');
}
