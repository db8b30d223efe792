import { lockOne } from '../platform/locked.ts';
import { hash } from 'node:crypto';
import { type Origin, recordAudit } from '../audit/audit.ts';
import { type FederatedSubject, Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Actor } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { isId } from '../lib/id.ts';
import { type FrameFault, framed, type Jwt } from '../lib/jwt.ts';
import { ownValue } from '../lib/object.ts';
import { isManagementScope } from '../lib/scope.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { spendToken } from './sql/presented-secrets.ts';
import { requireRule, requireTimely } from './federation-rules.ts';
import { Distrust, type IssuerKeys } from './issuer-keys.ts';
import {
  type AccessGuard,
  exchangeApplication,
  requireAccessIn,
} from '../conditional-access/judge/machines.ts';
import { type Issued, issueWorkloadCredential, workloadSeconds } from './issuing.ts';
import { PolicyDenied, recordViolations } from '../policies/judge/violations.ts';
import type { Quotas } from '../platform/quotas.ts';
import type { Tx } from '../platform/tx.ts';

/** The request of a workload. */
export interface TokenExchange {
  identityId: string;
  token: string;
  scopes: string[];
  duration: string;
}

/** Who asks, for the audit row, and with what it is decided. */
export interface Surroundings {
  /** Runs work in a transaction of the tenant. */
  inTenant: <T>(work: (tx: Tx, now: Date) => Promise<T>) => Promise<T>;
  issuers: IssuerKeys;
  quotas: Quotas;
  access: AccessGuard;
  origin: Origin;
}

const frameFaults: Readonly<Record<FrameFault, string>> = {
  form: 'the token is not a signed JWT',
  crit: 'the token has the header crit, which is not supported',
  typ: 'the token has the typ of another kind of token',
};

const refused = (): Failure => new Failure('TOKEN_REFUSED');

/**
 * Exchanges a token of another issuer for a short-lived credential of the identity whose rules it fulfils. An issuer
 * is asked only if a rule of the identity names it, and no transaction is held meanwhile.
 * @param answer makes the response in the transaction that issues, where its secret may be wrapped
 * @throws {Failure} TOKEN_REFUSED for every fault of the token, VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function exchangeToken<Answer>(
  asked: TokenExchange,
  surroundings: Surroundings,
  answer: (issued: Issued) => Answer,
): Promise<Answer> {
  const { inTenant, issuers } = surroundings;
  const seconds = workloadSeconds(asked.duration);
  const found = isId('idn', asked.identityId)
    ? await inTenant(async (tx, now) => ({
        identity: await tx.findOne(Identity, { id: asked.identityId }),
        now,
      }))
    : undefined;
  // An unknown id leaves no row, or a caller who knows a tenant's id could fill the tenant's audit log.
  if (!found?.identity) throw refused();
  const { identity, now } = found;
  const believed: Believed = { subject: null };
  try {
    const read = framed(asked.token, 'workload token');
    if ('fault' in read) throw new Distrust(frameFaults[read.fault]);
    const token = read.jwt;
    const issuer = issuerOf(token);
    judge(identity, token, issuer, now);
    await issuers.requireSigned(issuer, token);
    believed.subject = shortened(String(ownValue(token.claims, 'sub')), 200);
    return await inTenant(async (tx) =>
      answer(await issueFor(tx, { asked, seconds, token, issuer }, believed, surroundings)),
    );
  } catch (error) {
    const known = error instanceof Distrust || (error instanceof Failure && error.status < 500);
    if (!known) throw error;
    const failure = error instanceof Distrust ? refused() : error;
    const told = error instanceof Distrust ? error.message : failure.message;
    await inTenant(async (tx) => {
      await recordAudit(tx, [
        {
          ...surroundings.origin,
          action: 'credential.exchange',
          actor: actorOf(believed),
          result: failure.status === 409 ? 'FAILURE' : 'DENIED',
          code: failure.code,
          reason: shortened(`A token for ${identity.id} was refused: ${told}`, 500),
        },
      ]);
      if (failure instanceof PolicyDenied) await recordViolations(tx, failure.violations);
    });
    throw failure;
  }
}

/**
 * The verified subject of a token, for the audit row. The subject is null until the signature is verified,
 * because otherwise anybody could choose it.
 */
interface Believed {
  subject: string | null;
}

const actorOf = ({ subject }: Believed): Actor => ({ type: 'ANONYMOUS', id: null, name: subject });

/** By characters: half of one could not be stored. */
function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

function issuerOf({ claims }: Jwt): string {
  const issuer = ownValue(claims, 'iss');
  if (typeof issuer !== 'string') throw new Distrust('the token has no iss');
  return issuer;
}

/**
 * Everything but the signature, so that an issuer is never asked about a token that would be refused anyway.
 * @returns the rules that fit the token
 */
function judge(identity: Identity, { claims }: Jwt, issuer: string, now: Date): readonly FederatedSubject[] {
  const status = identity.statusAt(now);
  if (status !== 'ACTIVE') throw new Distrust(`the identity is ${status}`);
  const rules = identity.federatedSubjects.filter((rule: FederatedSubject) => rule.issuer === issuer);
  if (rules.length === 0)
    throw new Distrust(`no rule of the identity names the issuer of the token, ${shortened(issuer, 200)}`);
  // A credential works without the key that the token is bound to (RFC 7800), so a stolen token would become useful.
  if (ownValue(claims, 'cnf') !== undefined) throw new Distrust('the token is bound to a key (cnf)');
  requireTimely(claims, now);
  return requireRule(rules, claims);
}

/** Judges once more, what was true before the issuer was asked need not be, and issues. */
async function issueFor(
  tx: Tx,
  what: { asked: TokenExchange; seconds: number; token: Jwt; issuer: string },
  believed: Believed,
  { quotas, origin, access }: Surroundings,
): Promise<Issued> {
  const { orgId, now } = tenancyOf(tx);
  const { asked, seconds, token, issuer } = what;
  const { identityId, scopes } = asked;
  const hashed = hash('sha256', token.signed, 'buffer');
  const ends = requireTimely(token.claims, now);
  const times = { issuedAt: new Date(Number(ownValue(token.claims, 'iat')) * 1000), endsAt: ends };
  if (!(await spendToken(tx, orgId, hashed, times)))
    throw new Distrust('the token was already exchanged, or is older than a restore of the service');
  const lock = await lockTenant(tx, orgId);
  const identity = await lockOne(tx, Identity, { id: identityId });
  if (!identity) throw new Distrust('the identity was deleted');
  const mayGiveLasting = judge(identity, token, issuer, now).some((rule) => rule.mayGiveLasting);
  // Like a verification of the identity, and before anything is issued: the token stays as it was if this throws.
  if (lock.policiesVersion > 0)
    await requireAccessIn(tx, access, lock.policiesVersion, {
      now,
      identityId,
      identityType: identity.type,
      riskScore: identity.riskScore,
      credentialId: null,
      application: exchangeApplication,
      address: origin.ipAddress ?? null,
      requestId: origin.requestId ?? null,
    });
  requireNamed(identity, scopes);

  const actor = actorOf(believed);
  // The token has no user or key behind it that could hold scopes. The scopes it may carry were judged when its rule
  // was written.
  const { requestId } = origin;
  const grantor = { actor, scopes, ...(requestId === undefined ? {} : { requestId }) };
  const issued = await issueWorkloadCredential(
    tx,
    { identityId, scopes, seconds, mayGiveLasting },
    grantor,
    quotas,
  );
  const { id: targetId, name: targetName } = issued.credential;
  const reason = `A token of ${shortened(issuer, 400)}`;
  await recordAudit(tx, [
    { ...origin, action: 'credential.exchange', actor, targetId, targetName, result: 'SUCCESS', reason },
  ]);
  return issued;
}

/**
 * Requires a ceiling. An identity without a ceiling may get every scope from a caller who holds the scope, and this
 * caller holds none.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
function requireNamed({ allowedScopes }: Identity, scopes: readonly string[]): void {
  const unnamed = allowedScopes === null ? scopes.filter(isManagementScope) : [];
  if (unnamed.length > 0) {
    const reason =
      'allowedScopes of the identity is null, which does not include management scopes; name these scopes in allowedScopes';
    throw new Failure('SCOPE_NOT_GRANTABLE', { scopes: unnamed, reason });
  }
}
