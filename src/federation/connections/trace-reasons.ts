import type { FederatedRefusal } from '../linking/account-decision.ts';
import type { Untimely } from '../linking/freshness.ts';
import type { SignInTrace } from './traces.ts';

type Failed = NonNullable<SignInTrace['failure']>;

/** Why an account does not sign in, besides the refusals. */
type SignInRefusal =
  | FederatedRefusal
  | Untimely
  /** The connection was disabled during the sign-in. */
  | 'CONNECTION_DISABLED'
  /** The user signs in by another connection only. */
  | 'CONNECTION_ENFORCED'
  /** Conditional access refuses the user. */
  | 'ACCESS_BLOCKED';

/** Why an account cannot sign in, in words for administrators. */
const failures: Readonly<Record<SignInRefusal, Failed>> = {
  NOT_FRESH: {
    step: 'CLAIMS',
    reason: 'The sign-in at the identity provider is too old or has ended, or auth_time is missing',
  },
  CLOCK_SKEW: {
    step: 'CLAIMS',
    reason: 'auth_time or AuthnInstant is in the future: the clock of the identity provider is ahead of ours',
  },
  DOMAIN_NOT_VERIFIED: {
    step: 'LINKING',
    reason: 'The identity provider vouches for no email address of a verified domain of this connection',
  },
  NOT_CONNECTED: {
    step: 'LINKING',
    reason: 'The account has no user, and the connection neither links nor creates one',
  },
  EMAIL_TAKEN: {
    step: 'LINKING',
    reason: 'A user has the email address, and the connection does not link by address',
  },
  SIGN_IN_FIRST: {
    step: 'LINKING',
    reason:
      'The user with the email address holds management scopes, and must connect the account on the account page',
  },
  PROVE_FIRST: {
    step: 'LINKING',
    reason:
      'The user with the email address holds management scopes, or the connection links no user by address. The user proves their identity here before the first link',
  },
  CONNECTED_ELSEWHERE: {
    step: 'LINKING',
    reason: 'The user is connected with another account of the identity provider',
  },
  NO_ROOM: { step: 'PROVISIONING', reason: 'The organization has no room for another user' },
  INCOMPLETE: {
    step: 'PROVISIONING',
    reason: 'The claims lack an attribute that the attribute schema requires',
  },
  NOT_ALLOWED: { step: 'ACCESS', reason: 'The user is in none of the groups in allowedGroups' },
  CONNECTION_ENFORCED: { step: 'ACCESS', reason: 'Another connection is enforced for the user' },
  CONNECTION_DISABLED: { step: 'ACCESS', reason: 'The connection was disabled before the sign-in ended' },
  NOT_ACTIVE: { step: 'ACCESS', reason: 'The user is not ACTIVE' },
  ACCESS_BLOCKED: { step: 'ACCESS', reason: 'Conditional access refuses the user' },
};

export const failureOf = (refusal: SignInRefusal): Failed => failures[refusal];
