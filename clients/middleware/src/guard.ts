import { isKeywardKey, type Keyward } from '@keyward/client';
import { accessTokenJudge } from './access-token.ts';
import type { KeywardCaller } from './caller.ts';
import { refusalOf } from './codes.ts';
import { type Decision, type Denial, deny, type Judgement } from './decision.ts';
import { isIpAddress } from './ip-address.ts';
import { callOptionsOf, checkOptions, type RequireKeyOptions } from './options.ts';
import { presentedBy, type RequestFacts } from './presented.ts';

type Verification = Awaited<ReturnType<Keyward['credentials']['verify']>>;

/** Judges one request. It never rejects. */
export type Guard = (facts: RequestFacts) => Promise<Decision>;

/**
 * Returns the function that every adapter asks. Use it for a framework that has no adapter.
 * @throws {TypeError} when an option cannot be what it should
 */
export function createGuard(options: RequireKeyOptions<never>): Guard {
  checkOptions(options);
  const scopes = [...(options.scopes ?? [])];
  const header = options.header?.toLowerCase();
  const judgeToken = options.accessTokens && accessTokenJudge(options.accessTokens, scopes, options);
  const judge = async (facts: RequestFacts): Promise<Judgement> => {
    const presented = presentedBy(facts, header, scopes);
    if (!('secret' in presented)) return presented;
    const { secret } = presented;
    if (isKeywardKey(secret)) return verified(secret, addressOf(facts), scopes, options);
    // Check digits tell a key that was copied wrongly, so no request is needed.
    if (!judgeToken || /^(kd|scim)_/.test(secret)) return malformed();
    return judgeToken(secret);
  };
  // A shared cache would give a response to others, because it knows no other header than `Authorization`.
  const headers = { 'Cache-Control': 'private', Vary: options.header ?? 'Authorization' };
  return async (facts) => {
    try {
      const judgement = await judge(facts);
      return judgement.allowed ? { ...judgement, headers: { ...headers } } : judgement;
    } catch (error) {
      void tell(options, error);
      return unavailable(error);
    }
  };
}

const addressOf = ({ ipAddress }: RequestFacts): string | undefined =>
  typeof ipAddress === 'function' ? ipAddress() : ipAddress;

async function verified(
  credential: string,
  ipAddress: string | undefined,
  scopes: string[],
  options: RequireKeyOptions<never>,
): Promise<Judgement> {
  const { client, consume, context } = options;
  const verification = await client.credentials.verify(
    {
      credential,
      scopes,
      ...(consume === undefined ? {} : { consume }),
      ...(context === undefined ? {} : { context }),
      ...(isIpAddress(ipAddress) ? { ipAddress } : {}),
    },
    callOptionsOf(options),
  );
  const caller = callerOf(verification);
  if (caller) return { allowed: true, caller };
  const { code } = verification;
  return deny({ ...refusalOf(code), code, scopes });
}

/** Returns the caller of a verification, and undefined if the secret is not valid. @throws if the answer contradicts itself */
function callerOf({ valid, code, identity, credential, ...more }: Verification): KeywardCaller | undefined {
  if (!valid) return undefined;
  if (code !== 'VALID' || !identity || !credential)
    throw new Error('The verification is valid and names no caller');
  const { id, name, scopes, expiresAt } = credential;
  return {
    kind: 'API_KEY',
    identity: {
      id: identity.id,
      name: identity.name,
      type: identity.type,
      tags: identity.tags,
      riskScore: identity.riskScore,
    },
    credential: { id, name, scopes, expiresAt, clientId: null, gracePeriod: more.gracePeriod },
    limits: { remainingUses: more.remainingUses },
  };
}

const malformed = (): Denial =>
  deny({ status: 401, code: 'MALFORMED', message: 'This is not an API key', bearer: 'invalid_token' });

/** Returns the response when no judgement came. The cause is for the log of the service and not for its caller. */
function unavailable(error: unknown): Denial {
  const asked = (error as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds;
  return deny({
    status: 503,
    code: 'VERIFICATION_UNAVAILABLE',
    message: 'The credential cannot be verified now. Try again later',
    retryAfterSeconds: typeof asked === 'number' && Number.isFinite(asked) ? asked : undefined,
  });
}

async function tell({ onUnavailable }: RequireKeyOptions<never>, error: unknown): Promise<void> {
  try {
    await onUnavailable?.(error);
  } catch {
    // A log that fails must not change the response.
  }
}
