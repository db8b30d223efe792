import { type Contract, operationsOf } from '../../src/lib/contract.ts';
import { makeAnomalies } from './anomalies.ts';
import { makeDeadLetters } from './dead-letters.ts';
import type { FuzzIssuer } from './issuer.ts';
import { makePasskeys } from './passkeys.ts';
import { limit } from './service.ts';
import { makeSessions } from './sessions.ts';

/** A service to fuzz, with a full key of a tenant. */
interface Fuzzed {
  origin: string;
  key: string;
  orgId: string;
}

/**
 * Makes the resources that no request of a run can make, for the operations of a run.
 * @param called the operations of the run; all, if it is empty
 * @returns the variables with which test/fuzz finds them
 */
export async function prepared(
  contract: Contract,
  { origin, key, orgId }: Fuzzed,
  issuer: FuzzIssuer,
  called: readonly string[],
): Promise<Record<string, string>> {
  const paths = operationsOf(contract).flatMap(({ id, path }) =>
    called.length === 0 || called.includes(id) ? [path] : [],
  );
  const has = (part: string): boolean => paths.some((path) => path.includes(part));
  const signal = AbortSignal.timeout(limit);
  const makeRows = async (): Promise<string[]> => {
    const letters = has('/dead-letters') ? await makeDeadLetters(origin, key, signal) : [];
    // These make identities, and each identity would be another delivery to wait for.
    if (has('/anomalies') || has('/alerts')) await makeAnomalies(origin, key, signal);
    return letters;
  };
  const [deadLetters, passkeys, sessions] = await Promise.all([
    makeRows(),
    has('/auth/webauthn/users') ? makePasskeys(origin, key, orgId) : [],
    has('/sessions') ? makeSessions(origin, key, orgId) : [],
  ]);
  return {
    KEYWARD_DEAD_LETTERS: deadLetters.join(' '),
    KEYWARD_PASSKEYS: passkeys.join(' '),
    KEYWARD_SESSIONS: sessions.join(' '),
    KEYWARD_ISSUER: issuer.url,
    ...(has('/credentials/exchange')
      ? { KEYWARD_WORKLOADS: await issuer.serveBodies(origin, key, orgId) }
      : {}),
    KEYWARD_SCIM_TOKEN: await createScimToken(origin, key),
  };
}

/** Creates a token for the SCIM operations, of the tenant that the key belongs to. */
async function createScimToken(origin: string, key: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/directory/scim/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'fuzz' }),
    signal: AbortSignal.timeout(limit),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`There is no SCIM token to fuzz with: ${answer.status}`);
  return token;
}
