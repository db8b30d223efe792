// Requests of a profile: the token of the user, and a proof of its key for each request (RFC 9449).
import { importJWK, SignJWT } from 'jose';
import { watchSignals } from '../by-hand/child.ts';
import { signInEnded } from './failure.ts';
import { locked } from './lock.ts';
import type { Profile, Profiles } from './store.ts';

/** A token that ends sooner is renewed, because the request must arrive before. */
const shortestLifeMs = 30_000;

/** A profile of this user and its place. */
export interface Named {
  name: string;
  profiles: Profiles;
  /** The tenant that the requests work in. */
  tenant: string;
  fetch: typeof fetch;
  /** The scopes of the tokens, if they are fewer than those of the profile. Such tokens are not stored. */
  scope?: string | undefined;
  mayRenew?: boolean | undefined;
}

/** Returns a `fetch` that sends requests as the user of a profile. Each attempt has a proof of its own. */
export function signingFetch(first: Profile, named: Named): typeof fetch {
  // The stored token has all scopes of the profile.
  let profile = named.scope === undefined ? first : { ...first, expiresAt: 0 };
  let renewing: Promise<Profile> | undefined;
  /** Requests at the same time share the new token. */
  const renew = async (former: Profile): Promise<Profile> => {
    if (profile !== former) return profile;
    if (named.mayRenew === false) throw signInEnded(named.name);
    renewing ??= renewedOnce(former, named).finally(() => {
      renewing = undefined;
    });
    profile = await renewing;
    return profile;
  };
  return async (input, init = {}) => {
    const address = new Request(input).url;
    if (!isWithin(first.url, address)) throw new Error('A token goes to its own service only.');
    const before = profile;
    const now = before.expiresAt - Date.now() < shortestLifeMs ? await renew(before) : before;
    const response = await send(address, init, now, named);
    if (!(await hasEnded(response))) return response;
    // The service may have ended the token before its time, for example because another command renewed it.
    return send(address, init, await renew(now), named);
  };
}

/** Compares the parts of addresses. A profile may hold the address as the user wrote it: `https://Keyward.Example:443`. */
function isWithin(url: string, address: string): boolean {
  const [own, other] = [new URL(url), new URL(address)];
  return own.origin === other.origin && other.pathname.startsWith(`${own.pathname.replace(/\/+$/, '')}/`);
}

/** Sends one request with the token of a profile as it is. */
export async function send(
  address: string,
  init: RequestInit,
  profile: Profile,
  { tenant, fetch: own }: Named,
) {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `DPoP ${profile.accessToken}`);
  headers.set('DPoP', await proofOf(profile, init.method ?? 'GET', address));
  headers.set('Keyward-Tenant', tenant);
  return own(address, { redirect: 'manual', credentials: 'omit', ...init, headers });
}

/** Whether the service no longer takes the token. A proof that is refused is not helped by another token. */
async function hasEnded(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const text = await response.clone().text();
  return !text.includes('"DPOP_PROOF_REFUSED"');
}

async function proofOf({ key, accessToken }: Profile, method: string, address: string): Promise<string> {
  const { d: _, ...jwk } = key;
  const { origin, pathname } = new URL(address);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(accessToken));
  return new SignJWT({
    htm: method.toUpperCase(),
    htu: `${origin}${pathname}`,
    jti: crypto.randomUUID(),
    ath: Buffer.from(digest).toString('base64url'),
  })
    .setIssuedAt()
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .sign(await importJWK({ ...key }, 'ES256'));
}

/** Renews the tokens, unless another command has renewed them meanwhile. @param former the profile whose token is of no more use */
async function renewedOnce(former: Profile, { name, profiles, fetch: own, scope }: Named): Promise<Profile> {
  return locked(`${profiles.fileOf(name)}.lock`, async () => {
    const now = profiles.read(name);
    // The user has signed out meanwhile.
    if (!now) throw signInEnded(name);
    const isNew = now.accessToken !== former.accessToken && now.expiresAt - Date.now() >= shortestLifeMs;
    if (isNew && scope === undefined) return now;
    // Loaded late: most runs find a token that works.
    const { renewed } = await import('./provider.ts');
    return untilWritten(async () => {
      const tokens = await renewed(name, now, { fetch: own }, scope);
      const profile = { ...now, ...tokens };
      // The refresh token works once, and belongs to all runs.
      profiles.write(name, scope === undefined ? profile : { ...now, refreshToken: tokens.refreshToken });
      return profile;
    });
  });
}

/** Holds signals back during a renewal, because a process that ends before it has written the new refresh token ends the sign-in. */
async function untilWritten<Result>(work: () => Promise<Result>): Promise<Result> {
  const signals = watchSignals();
  try {
    return await work();
  } finally {
    signals.stop();
    // The other listeners have got it already.
    const { first } = signals;
    if (first !== undefined && process.listenerCount(first) === 0) process.kill(process.pid, first);
  }
}
