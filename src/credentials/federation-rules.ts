import { isDeepStrictEqual } from 'node:util';
import type { FederatedSubject, Identity } from './entities/identity.ts';
import { invalid } from '../failure.ts';
import { ownValue } from '../lib/object.ts';
import { exceeding, holds } from '../lib/scope.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import { findAssertionIssuers } from './sql/assertion-issuers.ts';
import { matchesPattern } from './subject-pattern.ts';
import type { Tx } from '../platform/tx.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { type Grantor, requireMayEnd } from '../platform/grants.ts';
import { Distrust } from './issuer-keys.ts';

type Federation = Pick<Identity, 'allowedScopes' | 'federatedSubjects'>;
type Way = Pick<Outgoing, 'mayReach'>;

/**
 * Requires that a token can fulfil each rule, and that no rule lets everybody in by mistake.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireUsable(subjects: readonly FederatedSubject[], { mayReach }: Way): void {
  for (const [at, { issuer, subject, claims = {} }] of subjects.entries()) {
    const allowed = refusalOfUrl(issuer, mayReach);
    if (allowed !== undefined) throw invalid(`federatedSubjects.${at}.issuer`, `must be ${allowed}`);
    if (issuer.includes('?'))
      throw invalid(
        `federatedSubjects.${at}.issuer`,
        'must be an https:// URL without a query such as https://id.example.com',
      );
    // At an issuer for all the world that is all the world.
    if (subject.startsWith('*') && Object.keys(claims).length === 0)
      throw invalid(`federatedSubjects.${at}.subject`, 'must not begin with * where no claims are asked for');
  }
}

/**
 * Requires that no rule trusts an issuer whose identity assertions name people: an issuer is trusted for people or for workloads, never for
 * both. The tenant is locked.
 * @throws {Failure} VALIDATION_ERROR
 */
export async function requireForWorkloads(
  tx: Tx,
  orgId: string,
  subjects: readonly FederatedSubject[],
): Promise<void> {
  if (subjects.length === 0) return;
  const issuers = subjects.map(({ issuer }) => issuer);
  const ofPeople = await findAssertionIssuers(tx, orgId, issuers);
  const at = issuers.findIndex((issuer) => ofPeople.includes(issuer));
  if (at !== -1)
    throw invalid(
      `federatedSubjects.${at}.issuer`,
      'must be another issuer, because a connection of this issuer has acceptAssertions',
    );
}

/**
 * Returns the scopes that tokens of other issuers may obtain of the identity, beyond the scopes of customers
 * (docs/decisions/0023).
 */
export const obtainable = ({ federatedSubjects, allowedScopes }: Federation): readonly string[] =>
  federatedSubjects.length === 0 ? [] : (allowedScopes ?? []);

/**
 * Applies the grant rule to callers who let the tokens of others obtain credentials (decisions 6.13). Such a caller
 * could be the owner of those tokens. So the caller must hold the scope that issues credentials, and the scopes that
 * these may carry. A change of rules and ceiling together needs what each needs alone. A change that only takes rules away ends what
 * tokens obtain: it needs the scopes that these carry, or `credentials.revoke` in an emergency (docs/decisions/0094). A recent proof is
 * asked for where the bounds are compared.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export function requireMayFederate(grantor: Grantor, before: Federation, after: Federation): void {
  const same = isDeepStrictEqual(before.allowedScopes, after.allowedScopes);
  const adds = addsRules(before, after);
  const isFederated = before.federatedSubjects.length + after.federatedSubjects.length > 0;
  const ceilings = [...(adds ? (before.allowedScopes ?? []) : []), ...(after.allowedScopes ?? [])];
  if (adds || (isFederated && !same))
    requireMayEnd(grantor, [...new Set(['credentials.write', ...ceilings])]);
  if (addsRules(after, before) && !holds(grantor.scopes, 'credentials.revoke'))
    requireMayEnd(grantor, obtainable(before));
}

function addsRules(before: Federation, after: Federation): boolean {
  const known = before.federatedSubjects.map(whole);
  return after.federatedSubjects.some((one) => !known.some((other) => allows(other, whole(one))));
}

/** Whether a rule allows what another one allows: they are equal, or the other one may not give what lasts any more. */
const allows = (one: FederatedSubject, other: FederatedSubject): boolean =>
  isDeepStrictEqual(one, other) || isDeepStrictEqual(one, { ...other, mayGiveLasting: true });

/** Whether two rules let in the same tokens, and let their credentials give the same. A field that is absent has its default. */
export const isSameRule = (one: FederatedSubject, other: FederatedSubject): boolean =>
  isDeepStrictEqual(whole(one), whole(other));

/** Whether a rule lets credentials give what lasts that did not before. */
export const letsGiveLasting = (before: Federation, after: Federation): boolean => {
  const known = before.federatedSubjects;
  return after.federatedSubjects.some(
    (one) => one.mayGiveLasting && !known.some((other) => isSameRule(one, other)),
  );
};

/** Whether the tokens of others obtain what they could not obtain before. */
export const givesMore = (before: Federation, after: Federation): boolean =>
  addsRules(before, after) || exceeding([...obtainable(before)], [...obtainable(after)]).length > 0;

const whole = ({ claims = {}, mayGiveLasting = false, ...rest }: FederatedSubject): FederatedSubject => ({
  ...rest,
  claims,
  mayGiveLasting,
});

/** Clocks of others may be off by this much. */
const skewSeconds = 60;
/** Tokens of clusters live for an hour or a few. A token that lives longer does not prove what runs now. */
const longestLifeSeconds = 86_400;

/** @returns when the token ends, with the skew @throws {Distrust} unless it is valid now */
export function requireTimely(claims: Record<string, unknown>, now: Date): Date {
  const [exp, iat, nbf = iat] = ['exp', 'iat', 'nbf'].map((name) => ownValue(claims, name));
  if (!isTime(exp) || !isTime(iat) || !isTime(nbf))
    throw new Distrust('exp, iat or nbf is missing or is not a time');
  const seconds = now.getTime() / 1000;
  if (exp + skewSeconds <= seconds) throw new Distrust('the token has expired');
  if (Math.max(iat, nbf) - skewSeconds > seconds) throw new Distrust('the token is not valid yet');
  if (exp <= iat || exp - iat > longestLifeSeconds)
    throw new Distrust('the token is valid for more than a day');
  return new Date((exp + skewSeconds) * 1000);
}

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0;

/**
 * @returns the rules of the identity, for this issuer, that fit the token as a whole
 * @throws {Distrust} if there is none
 */
export function requireRule(
  rules: readonly FederatedSubject[],
  claims: Record<string, unknown>,
): readonly FederatedSubject[] {
  const audiences = [ownValue(claims, 'aud')].flat();
  const subject = ownValue(claims, 'sub');
  const forUs = rules.filter(({ audience }) => audiences.includes(audience));
  if (forUs.length === 0) throw new Distrust('no rule for this issuer has the aud of the token');
  const ofIt = forUs.filter((rule) => typeof subject === 'string' && matchesPattern(rule.subject, subject));
  if (ofIt.length === 0)
    throw new Distrust('no rule for this issuer and audience matches the sub of the token');
  const fitting = ofIt.filter((rule) => hasClaims(claims, rule.claims ?? {}));
  if (fitting.length === 0) throw new Distrust('the token does not have the claims that the rule requires');
  return fitting;
}

/** A rule is text; a claim may be a number or a truth value, too, or a list of such. */
const hasClaims = (claims: Record<string, unknown>, wanted: Record<string, string>): boolean =>
  Object.entries(wanted).every(([name, value]) =>
    [ownValue(claims, name)].flat().some((one) => !isComposed(one) && String(one) === value),
  );

const isComposed = (value: unknown): boolean => value === undefined || typeof value === 'object';
