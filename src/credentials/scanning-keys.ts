import { createPublicKey, type KeyObject } from 'node:crypto';
import { Failure } from '../failure.ts';
import { remembered } from './remembered.ts';
import type { Outgoing } from '../platform/outgoing.ts';

/** The keys that sign reports of leaked secrets, by their identifiers. */
export interface ScanningKeys {
  /**
   * @returns undefined for one that there is not
   * @throws {Failure} SERVICE_UNAVAILABLE when the keys cannot be had
   */
  find(identifier: string): Promise<KeyObject | undefined>;
}

/** A key that was withdrawn is believed no longer than this. */
const keptMs = 3_600_000;
/** Anybody can name an identifier that there is not, and make us ask. */
const restMs = 60_000;
const mostKeys = 100;
const mostBytes = 65_536;
const timeoutMs = 10_000;

/**
 * Asks for the keys where they are published, and keeps them for an hour. Asks at most once a minute, even if a
 * request fails. Must not be called in a transaction. jose cannot read this list, which is not a JWK set.
 * @param clock milliseconds that never go back; for tests
 */
export function scanningKeys(
  outgoing: Pick<Outgoing, 'send'>,
  url: string,
  clock = (): number => performance.now(),
): ScanningKeys {
  const keys = remembered(() => askFor(outgoing, url), { keptMs, restMs, clock });
  return {
    async find(identifier) {
      const known = keys.fresh()?.get(identifier);
      if (known) return known;
      try {
        await keys.renew();
      } catch (error) {
        throw unavailable(error);
      }
      const fresh = keys.fresh();
      if (!fresh) throw unavailable(undefined);
      return fresh.get(identifier);
    },
  };
}

const unavailable = (cause: unknown): Failure => new Failure('SERVICE_UNAVAILABLE', {}, cause);

async function askFor(outgoing: Pick<Outgoing, 'send'>, url: string): Promise<Map<string, KeyObject>> {
  const { status, body } = await outgoing.send(url, {
    method: 'GET',
    // GitHub rejects requests without a name.
    headers: { accept: 'application/json', 'user-agent': 'keyward' },
    timeoutMs,
    maximumBytes: mostBytes,
    keepBytes: mostBytes,
  });
  if (status !== 200) throw new Error(`the keys of the secret scanning could not be fetched: ${status}`);
  const { public_keys: listed } = JSON.parse(body) as { public_keys?: unknown };
  const keys = new Map(Array.isArray(listed) ? listed.slice(0, mostKeys).flatMap(readKey) : []);
  if (keys.size === 0) throw new Error('the response has no keys of the secret scanning');
  return keys;
}

/** Returns nothing for a value that is not a key of the one kind that signs (ECDSA-NIST-P256V1-SHA256). */
function readKey(one: unknown): [string, KeyObject][] {
  const { key_identifier: identifier, key } = (one ?? {}) as { key_identifier?: unknown; key?: unknown };
  if (typeof identifier !== 'string' || typeof key !== 'string') return [];
  try {
    const read = createPublicKey({ key, format: 'pem' });
    return read.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? [[identifier, read]] : [];
  } catch {
    return [];
  }
}
