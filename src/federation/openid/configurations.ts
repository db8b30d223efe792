import { isDeepStrictEqual } from 'node:util';
import * as client from 'openid-client';
import { clientAuthOf } from './client-authentication.ts';
import { processSeconds } from '../../lib/process-clock.ts';
import { type Outgoing, OutgoingFailure } from '../../platform/outgoing.ts';
import { keySetOf } from './key-sets.ts';
import type { ProviderClient } from './provider-client.ts';
import { fetchOf, type KeysSeen, newlyPublished, type Published } from './published.ts';
import { noAnswerToCode, requireTokens } from './redeemed-code.ts';
import { SocialTrouble } from './trouble.ts';

type Way = Pick<Outgoing, 'send'>;

/** The number of providers that are remembered. */
const mostKnown = 500;
const timeoutSeconds = 10;
const mostBytes = 262_144;

/** By the way out, which lasts as long as the service. */
const known = new WeakMap<object, Map<string, Published>>();

/** Returns what a provider publishes; asks again when Keyward's entry of the provider has changed. */
function publishedBy({ orgId, id, version }: ProviderClient, outgoing: Way): Published {
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
export async function configurationOf(
  provider: ProviderClient,
  outgoing: Way,
): Promise<client.Configuration> {
  const { server, clientId } = provider;
  const published = publishedBy(provider, outgoing);
  const made = readyConfiguration(published, provider);
  if (made) return made;
  const send = guardedFetch(outgoing);
  const authentication = await clientAuthOf(provider);
  if (server.flow === 'oauth') {
    const { endpoints } = server;
    const known = {
      issuer: endpoints.issuer,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
    };
    const configuration = new client.Configuration(known, clientId, undefined, authentication);
    configuration[client.customFetch] = send;
    configuration.timeout = timeoutSeconds;
    return configuration;
  }
  const learned: { keys?: KeysSeen } = {};
  const discovering = client.discovery(new URL(server.issuer), clientId, undefined, authentication, {
    // Without this check, a token that came over TLS would be believed with any signature.
    execute: [client.enableNonRepudiationChecks],
    [client.customFetch]: fetchOf(published, send, {
      discoveryUrl: server.discoveryUrl,
      keys: () => learned.keys,
      // The library notes in a configuration when it asked for keys, and then refuses an unknown `kid` for a minute.
      renewing: () => ready.delete(published),
    }),
    timeout: timeoutSeconds,
  });
  const found = discovering.then((configuration) => {
    // The library compares URLs, and makes exceptions.
    if (server.isExact && metadataOf(configuration).issuer !== server.issuer)
      throw new SocialTrouble('The discovery document of the provider names another issuer');
    return configuration;
  });
  const configuration = await found.catch((error: unknown) => {
    published.discovery.forget();
    throw error;
  });
  const seen = published.keys.fresh();
  const jwks = seen && keySetOf(seen.text);
  learned.keys = { address: metadataOf(configuration).jwks_uri, seen: jwks && seen };
  if (jwks) giveKeys(configuration, jwks);
  const discovery = published.discovery.fresh();
  if (jwks && discovery)
    ready.set(published, { configuration, discovery, keys: seen, authentication: provider.authentication });
  return configuration;
}

/** A configuration with the documents and the secret that it was made of. The library has imported the keys. */
interface Ready {
  configuration: client.Configuration;
  discovery: object;
  keys: object | undefined;
  authentication: ProviderClient['authentication'];
}

const ready = new WeakMap<Published, Ready>();

/** Returns the configuration of an earlier sign-in, as long as it would be made of the same. To import a key takes long. */
function readyConfiguration(
  published: Published,
  { authentication }: ProviderClient,
): client.Configuration | undefined {
  const found = ready.get(published);
  return found &&
    found.discovery === published.discovery.fresh() &&
    found.keys === published.keys.fresh() &&
    // The keys of the tenant change without a new version of the connection.
    isDeepStrictEqual(found.authentication, authentication)
    ? found.configuration
    : undefined;
}

const metadata = new WeakMap<client.Configuration, ReturnType<client.Configuration['serverMetadata']>>();

/** Returns what a provider says of itself. The library copies it for each call. */
export function metadataOf(
  configuration: client.Configuration,
): ReturnType<client.Configuration['serverMetadata']> {
  const found = metadata.get(configuration) ?? configuration.serverMetadata();
  metadata.set(configuration, found);
  return found;
}

/** The keys that a provider signs with. */
export interface ProviderKeys {
  keys: client.JWKS;
  /** Asks for the keys again, for a `kid` that they lack. How often the provider is asked is bounded (published.ts). */
  renewed: () => Promise<client.JWKS>;
}

/**
 * Returns the keys of a provider by OpenID Connect, for a token that came without a sign-in. They are those that sign-ins use.
 * Must not be called in a transaction.
 * @throws {SocialTrouble}
 */
export async function providerKeysOf(provider: ProviderClient, outgoing: Way): Promise<ProviderKeys> {
  const configuration = await configurationOf(provider, outgoing);
  const address = metadataOf(configuration).jwks_uri;
  if (address === undefined) throw new SocialTrouble('The discovery document of the provider names no keys');
  const { keys } = publishedBy(provider, outgoing);
  const send = guardedFetch(outgoing);
  const go = () =>
    send(address, { method: 'GET', headers: { accept: 'application/json' }, body: null, redirect: 'manual' });
  const read = (text: string): client.JWKS => {
    const set = keySetOf(text);
    if (!set) throw new SocialTrouble('The keys of the provider cannot be read');
    return set;
  };
  const seen = keys.fresh() ?? (await keys.ask(go));
  return {
    keys: read(seen.text),
    renewed: async () => read((await keys.askAgain(seen, go, 'stranger')).text),
  };
}

/**
 * Hands remembered keys to openid-client. For a `kid` that they lack it asks the provider again only when they are a minute
 * old, so that a provider which has just rotated its keys would be refused for a minute. They are therefore said to be that
 * old: how often the provider is asked again is bounded by us (published.ts). Written for openid-client 6.8.9.
 */
function giveKeys(configuration: client.Configuration, jwks: client.JWKS): void {
  client.setJwksCache(configuration, { jwks, uat: processSeconds() - 60 });
}

const bodyless = new Set([204, 205, 304]);

/**
 * Every call goes the guarded way out, and no answer is large or slow (security.md section 2). The requests by POST bring
 * a code to the token endpoint.
 */
function guardedFetch({ send }: Way): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const isCode = method === 'POST';
    const sent = body === undefined || body === null ? {} : { body: Buffer.from(textOf(body)) };
    const answer = await send(url, {
      method: isCode ? 'POST' : 'GET',
      headers: { ...headers, 'user-agent': 'Keyward/1' },
      ...sent,
      // Its time is ours, and ours says what happened.
      ...(signal && !isCode ? { signal } : {}),
      timeoutMs: timeoutSeconds * 1000,
      maximumBytes: mostBytes,
      keepBytes: mostBytes,
    }).catch((error: unknown) => {
      throw isCode && error instanceof OutgoingFailure ? noAnswerToCode(error) : error;
    });
    if (isCode) requireTokens(answer);
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
