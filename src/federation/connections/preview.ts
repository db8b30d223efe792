import { Failure } from '../../failure.ts';
import { domainOf } from '../../lib/email.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Grantor, requireAlso } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { nameIdFormats } from '../../saml-messages/names.ts';
import type { Attribute } from '../../saml-messages/read/assertion.ts';
import type { NameId } from '../../saml-messages/read/header.ts';
import type { User } from '../../users/directory/entities/user.ts';
import { findUser, nameOf } from '../../users/directory/users.ts';
import { Group } from '../../users/groups/entities/group.ts';
import type { UserQuota } from '../../users/quotas.ts';
import {
  type AccountPlan,
  decideAccount,
  type FederatedRefusal,
  planFor,
} from '../linking/account-decision.ts';
import type { Claims } from './claims.ts';
import { findConnection } from './connections.ts';
import type { Connection } from './entities/connection.ts';
import { type GroupPlan, isAllowedAfter } from '../linking/federated-groups.ts';
import type { ProfilePlan } from '../linking/federated-profile.ts';
import { provedAt, type Untimely } from '../linking/freshness.ts';
import { identityFrom, type UpstreamIdentity } from '../linking/identity.ts';
import { claimsOf, valuesByName } from './saml-claims.ts';
import { samlIdentity } from './saml-identity.ts';
import { mustReclaimBy } from '../linking/reclaiming.ts';
import { hasVerifiedDomain } from '../linking/sql/routing.ts';
import { failureOf } from './trace-reasons.ts';
import type { SignInTrace } from './traces.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { judgeEmail, type JudgedEmail } from '../linking/vouched-email.ts';

/** The outcome that a sign-in would have. */
export type PreviewOutcome = 'SIGNED_IN' | 'LINKED' | 'RECLAIMED' | 'CREATED' | 'REFUSED';

/** A group that the mapping names for the user, or that the user would leave. */
export interface PreviewGroup {
  id: string;
  name: string;
  change: 'JOINS' | 'STAYS' | 'LEAVES';
}

/** The preview of a sign-in by a connection, from the claims of an account. */
export interface AccountPreview {
  outcome: PreviewOutcome;
  refusal: ({ code: FederatedRefusal | Untimely | 'FEDERATION_CONN_FAILED' } & Failed) | null;
  /** The key of the account in its link; null if nothing names the user. */
  subject: string | null;
  email: JudgedEmail & { isDomainVerified: boolean };
  /** The user that the account leads to, or that the refusal is about. */
  user: { id: string; name: string } | null;
  profile: ProfilePlan;
  groups: PreviewGroup[];
  isAllowed: boolean;
}

/** An account as an administrator describes it: claims of OpenID Connect, or the values of a SAML assertion. */
interface GivenAccount {
  claims?: Claims;
  assertion?: {
    nameId?: Omit<NameId, 'format'> & { format?: string };
    attributes?: readonly Attribute[];
  };
}

type Failed = NonNullable<SignInTrace['failure']>;

/**
 * Shows what a connection makes of an account, and changes nothing.
 * @throws {Failure} CONNECTION_NOT_FOUND, INSUFFICIENT_SCOPE, VALIDATION_ERROR for claims of a SAML connection, or an assertion of
 * an OpenID Connect connection
 */
export async function previewGiven(
  tx: Tx,
  connectionId: string,
  given: GivenAccount,
  { caller, quotas, baseUrl }: { caller: Pick<Grantor, 'scopes'>; quotas: UserQuota; baseUrl: string },
): Promise<AccountPreview> {
  requireAlso(caller, 'directory.read');
  const connection = await findConnection(tx, connectionId);
  const { groupMapping, allowedGroups } = connection;
  if (groupMapping.length > 0 || allowedGroups !== null) requireAlso(caller, 'groups.read');
  const { claims, identity } =
    connection.type === 'SAML' ? ofAssertion(connection, given, baseUrl) : ofClaims(connection, given);
  return previewAccount(tx, connection, claims, { identity, quotas });
}

/** The claims of a given account, and the user in them. */
interface Given {
  claims: Claims;
  identity: UpstreamIdentity | SocialTrouble;
}

function ofClaims(connection: Connection, { claims, assertion }: GivenAccount): Given {
  if (claims === undefined || assertion !== undefined)
    throw new Failure('VALIDATION_ERROR', {
      claims: 'must be sent alone, because the connection is by OpenID Connect',
    });
  return { claims, identity: orTrouble(() => identityFrom(connection, claims)) };
}

function ofAssertion(connection: Connection, { claims, assertion }: GivenAccount, baseUrl: string): Given {
  if (assertion === undefined || claims !== undefined)
    throw new Failure('VALIDATION_ERROR', {
      assertion: 'must be sent alone, because the connection is by SAML',
    });
  const { nameId: name, attributes = [] } = assertion;
  const nameId = name && { format: nameIdFormats.unspecified, ...name };
  const says = { ...(nameId && { nameId }), attributes, authnStatements: [] };
  return {
    claims: claimsOf(valuesByName(attributes), nameId, connection.groupsClaim),
    identity: orTrouble(() => samlIdentity(connection, says, baseUrl)),
  };
}

/** Reads the user; the trouble if nothing names the user. */
function orTrouble(read: () => UpstreamIdentity): UpstreamIdentity | SocialTrouble {
  try {
    return read();
  } catch (error) {
    if (error instanceof SocialTrouble) return error;
    throw error;
  }
}

/** Shows what a sign-in with an account would do, as far as the claims decide. It changes nothing. */
export async function previewAccount(
  tx: Tx,
  connection: Connection,
  claims: Claims,
  { identity, quotas }: { identity: UpstreamIdentity | SocialTrouble; quotas: UserQuota },
): Promise<AccountPreview> {
  const decision = await decisionOn(tx, connection, { identity, quotas });
  const { profile, groups } = decision.plan ?? (await planFor(tx, connection, claims, decision.user));
  const { user } = decision;
  return {
    outcome: decision.outcome,
    refusal: decision.refusal,
    subject: identity instanceof SocialTrouble ? null : identity.key,
    email: await emailIn(tx, connection, claims),
    user: user && { id: user.id, name: nameOf(user).userName },
    profile,
    groups: await namedGroups(tx, groups),
    isAllowed: await isAllowedAfter(tx, connection, groups, user?.id ?? null),
  };
}

/** The outcome of a decision in a preview. Without a plan, nothing would be written. */
interface Decided {
  outcome: PreviewOutcome;
  refusal: AccountPreview['refusal'];
  user: User | null;
  plan: AccountPlan | null;
}

async function decisionOn(
  tx: Tx,
  connection: Connection,
  { identity, quotas }: { identity: UpstreamIdentity | SocialTrouble; quotas: UserQuota },
): Promise<Decided> {
  if (identity instanceof SocialTrouble)
    return refused({
      code: 'FEDERATION_CONN_FAILED',
      step: connection.type === 'SAML' ? 'CLAIMS' : 'TOKEN',
      reason: identity.message,
    });
  const at = provedAt(identity.authTime, undefined, tenancyOf(tx).now, connection.clockSkewSeconds);
  if (typeof at === 'string') return refused({ code: at, ...failureOf(at) });
  const decision = await decideAccount(tx, connection, identity, {
    quotas,
    provedUserId: undefined,
    readUser: findUser,
    keepLink: () => Promise.resolve(true),
    beforeSearch: () => Promise.resolve(),
  });
  const { rule, refusal } = decision;
  const user = rule === 'PROVISION' ? null : await userIn(tx, decision);
  const plan = rule === null ? null : decision;
  if (refusal !== null) return { ...refused({ code: refusal, ...failureOf(refusal) }), user, plan };
  const outcome = { LINKED: 'SIGNED_IN', ADDRESS: 'LINKED', PROVISION: 'CREATED' } as const;
  const isReclaimed = rule === 'ADDRESS' && (await mustReclaimBy(tx, identity, decision.user));
  return { outcome: isReclaimed ? 'RECLAIMED' : outcome[rule], refusal, user, plan };
}

const userIn = async (tx: Tx, decision: { user: User } | { userId: string | null }): Promise<User | null> => {
  if ('user' in decision) return decision.user;
  return decision.userId === null ? null : findUser(tx, decision.userId);
};

const refused = (refusal: NonNullable<AccountPreview['refusal']>): Decided => ({
  outcome: 'REFUSED',
  refusal,
  user: null,
  plan: null,
});

async function emailIn(tx: Tx, connection: Connection, claims: Claims): Promise<AccountPreview['email']> {
  const judged = judgeEmail(connection.issuer ?? connection.idpEntityId ?? '', connection, claims);
  const { address } = judged;
  const of = address !== null && { connectionId: connection.id, domain: domainOf(address) };
  return { ...judged, isDomainVerified: of && (await hasVerifiedDomain(tx, connection.orgId, of)) };
}

async function namedGroups(tx: Tx, { wanted, joins, leaves }: GroupPlan): Promise<PreviewGroup[]> {
  const ids = [...wanted, ...leaves];
  if (ids.length === 0) return [];
  const groups = await tx.find(Group, { id: { $in: ids } }, { orderBy: [{ name: 'asc' }, { id: 'asc' }] });
  const changeOf = (id: string) => (joins.includes(id) ? 'JOINS' : leaves.includes(id) ? 'LEAVES' : 'STAYS');
  return groups.map(({ id, name }) => ({ id, name, change: changeOf(id) }));
}
