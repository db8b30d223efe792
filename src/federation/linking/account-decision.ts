import { domainOf, spellingsOf } from '../../lib/email.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from '../../users/directory/entities/user.ts';
import { namesTaken, userOfAddress, type UserOfAddress } from '../../users/directory/sql/names.ts';
import { holdsManagementScopes } from '../../users/directory/user-rights.ts';
import { seesRoomForUser, type UserQuota } from '../../users/quotas.ts';
import { enforcement } from './enforcement.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { SocialLink } from '../social/entities/social-provider.ts';
import { type GroupPlan, isAllowedAfter, planGroups } from './federated-groups.ts';
import { planNewProfile, planProfile, type ProfilePlan } from './federated-profile.ts';
import type { UpstreamIdentity } from './identity.ts';
import { linkOf } from './people.ts';
import { hasVerifiedDomain } from './sql/routing.ts';

/** Why an account of an identity provider cannot sign in. */
export type FederatedRefusal =
  /** The identity provider vouches for no address of a domain that this connection has proved. */
  | 'DOMAIN_NOT_VERIFIED'
  /** The account has no user, and the connection neither links nor creates one. */
  | 'NOT_CONNECTED'
  /** A user has the address, and the connection does not link by address. */
  | 'EMAIL_TAKEN'
  /** The user with the address proves their identity here before the link: the address is not enough. */
  | 'SIGN_IN_FIRST'
  /** The same, and the user must sign in by this connection. */
  | 'PROVE_FIRST'
  | 'CONNECTED_ELSEWHERE'
  | 'NOT_ALLOWED'
  | 'NOT_ACTIVE'
  | 'NO_ROOM'
  /** The attribute schema requires an attribute that the identity provider does not say. */
  | 'INCOMPLETE';

/** The profile and the groups that the user of an account gets. */
export interface AccountPlan {
  profile: ProfilePlan;
  groups: GroupPlan;
}

/**
 * The outcome for an account of an identity provider, and the rule that decided. A refusal without a rule names
 * the user that it is about, if any.
 */
export type Decision<Row extends User> =
  | ({
      rule: 'LINKED';
      link: SocialLink;
      user: Row;
      refusal: 'NOT_ACTIVE' | 'NOT_ALLOWED' | null;
    } & AccountPlan)
  | ({ rule: 'ADDRESS'; user: Row; refusal: null } & AccountPlan)
  | ({ rule: 'PROVISION'; email: string; refusal: null } & AccountPlan)
  | { rule: null; refusal: FederatedRefusal; userId: string | null; canConnect: boolean };

/** The parts of an identity that decide about its account. */
export type JudgedIdentity = Pick<UpstreamIdentity, 'key' | 'vouchedEmail' | 'claims'>;

/** How a decision reads. A sign-in locks what it reads; a preview does not. */
export interface Reading<Row extends User> {
  quotas: UserQuota;
  /** The user who is proved by more than the address: by the link of an invitation, or by factors of Keyward. */
  provedUserId: string | undefined;
  readUser: (tx: Tx, id: string) => Promise<Row>;
  /** Tells whether the connection of a link is still there. A sign-in keeps it, before it locks the user. */
  keepLink: (tx: Tx, link: SocialLink) => Promise<boolean>;
  /** Is called if the account has no link, before more is read. */
  beforeSearch: (tx: Tx) => Promise<void>;
}

/**
 * Decides which user an account of an identity provider leads to. It changes nothing: sign-ins, tests and previews share it, so that
 * they cannot differ. The link decides. If there is no link, the user with the address does, if the connection has proved the
 * domain. If there is no user, one is created.
 */
export async function decideAccount<Row extends User>(
  tx: Tx,
  connection: Connection,
  identity: JudgedIdentity,
  reading: Reading<Row>,
): Promise<Decision<Row>> {
  const subject = { subject: identity.key };
  const link = await linkOf(tx, connection, subject);
  if (link) return decideLinked(tx, connection, identity, { link, reading });
  await reading.beforeSearch(tx);
  const meanwhile = await linkOf(tx, connection, subject);
  if (meanwhile) return decideLinked(tx, connection, identity, { link: meanwhile, reading });
  const { accountLinking, jitProvisioning } = connection;
  const mayLink =
    accountLinking === 'VERIFIED_DOMAIN' ||
    reading.provedUserId !== undefined ||
    (accountLinking === 'EXPLICIT' && connection.enforced);
  if (!mayLink && !jitProvisioning) return notConnected(connection);
  const email = await provedAddress(tx, connection, identity);
  if (email === undefined) return refusedWith('DOMAIN_NOT_VERIFIED');
  const found = await userOfAddress(tx, connection.orgId, spellingsOf(email));
  return found
    ? decideByAddress(tx, connection, identity, { found, reading })
    : decideNewUser(tx, connection, identity, { email, reading });
}

const refusedWith = (refusal: FederatedRefusal, userId: string | null = null, canConnect = false) => ({
  rule: null,
  refusal,
  userId,
  canConnect,
});

/** Users of an enforced connection have no other way in. */
const notConnected = ({ accountLinking, enforced }: Connection) =>
  refusedWith('NOT_CONNECTED', null, accountLinking !== 'NONE' && !enforced);

async function decideLinked<Row extends User>(
  tx: Tx,
  connection: Connection,
  { claims }: JudgedIdentity,
  { link, reading }: { link: SocialLink; reading: Reading<Row> },
): Promise<Decision<Row>> {
  if (!(await reading.keepLink(tx, link))) return refusedWith('NOT_CONNECTED');
  const user = await reading.readUser(tx, link.userId);
  const plans = await planFor(tx, connection, claims, user);
  const of = { rule: 'LINKED', link, user, ...plans } as const;
  if (!mayEnter(tx, user)) return { ...of, refusal: 'NOT_ACTIVE' };
  const isAllowed = await isAllowedAfter(tx, connection, plans.groups, user.id);
  return { ...of, refusal: isAllowed ? null : 'NOT_ALLOWED' };
}

/**
 * Decides about the user who has the address of an account. E-mail never links a user who holds management scopes: there the user
 * proves both. So does a user who must sign in by this connection, if the connection does not link by address: the user could sign
 * in nowhere otherwise (docs/decisions/0067).
 */
async function decideByAddress<Row extends User>(
  tx: Tx,
  connection: Connection,
  { claims }: JudgedIdentity,
  { found: { id: userId, isOwn }, reading }: { found: UserOfAddress; reading: Reading<Row> },
): Promise<Decision<Row>> {
  const { accountLinking } = connection;
  // The link of an invitation proves the user, and would set a password otherwise.
  const isProved = reading.provedUserId === userId;
  const isLinkable = isProved || (accountLinking === 'VERIFIED_DOMAIN' && isOwn);
  if (!isLinkable && (accountLinking === 'NONE' || !(await isEnforcedFor(tx, connection, userId))))
    return refusedWith('EMAIL_TAKEN', userId, isOwn && accountLinking !== 'NONE');
  const user = await reading.readUser(tx, userId);
  if (!mayEnter(tx, user)) return refusedWith('NOT_ACTIVE', userId);
  // The address may have gone to another account of the identity provider.
  const own = await tx.findOne(SocialLink, { providerId: connection.id, userId });
  if (own) return refusedWith('CONNECTED_ELSEWHERE', userId);
  const plans = await planFor(tx, connection, claims, user);
  const isAllowed = await isAllowedAfter(tx, connection, plans.groups, userId);
  if (!isAllowed) return refusedWith('NOT_ALLOWED', userId);
  // The user must sign in by this connection, as was found above.
  if (!isLinkable) return refusedWith('PROVE_FIRST', userId);
  if (!isProved && (await holdsManagementScopes(tx, user))) {
    const isEnforced = await isEnforcedFor(tx, connection, userId);
    return refusedWith(isEnforced ? 'PROVE_FIRST' : 'SIGN_IN_FIRST', userId);
  }
  return { rule: 'ADDRESS', user, refusal: null, ...plans };
}

/** Decides whether a user of an account is created (just-in-time provisioning). */
async function decideNewUser<Row extends User>(
  tx: Tx,
  connection: Connection,
  { claims }: JudgedIdentity,
  { email, reading }: { email: string; reading: Reading<Row> },
): Promise<Decision<Row>> {
  const { orgId } = connection;
  if (!connection.jitProvisioning) return notConnected(connection);
  const plans = await planFor(tx, connection, claims, null);
  if (!(await isAllowedAfter(tx, connection, plans.groups, null))) return refusedWith('NOT_ALLOWED');
  if (!(await seesRoomForUser(tx, orgId, reading.quotas))) return refusedWith('NO_ROOM');
  const taken = await namesTaken(tx, orgId, { email, username: email }, '');
  if (taken.email || taken.username) return refusedWith('EMAIL_TAKEN');
  if (plans.profile.kept !== null) return refusedWith('INCOMPLETE');
  return { rule: 'PROVISION', email, refusal: null, ...plans };
}

/**
 * Plans what becomes of a user, and changes nothing.
 * @param user null for a user who does not exist yet
 */
export async function planFor(
  tx: Tx,
  connection: Connection,
  claims: JudgedIdentity['claims'],
  user: User | null,
): Promise<AccountPlan> {
  return {
    profile: user
      ? await planProfile(tx, connection, claims, user)
      : await planNewProfile(tx, connection, claims),
    groups: await planGroups(tx, connection, claims, user?.id ?? null),
  };
}

function mayEnter(tx: Tx, user: User): boolean {
  const status = user.statusAt(tenancyOf(tx).now);
  return status === 'ACTIVE' || status === 'INVITED';
}

/** Returns the address that is vouched for, if this connection has proved its domain. */
async function provedAddress(
  tx: Tx,
  connection: Connection,
  { vouchedEmail }: JudgedIdentity,
): Promise<string | undefined> {
  if (vouchedEmail === null) return undefined;
  const of = { connectionId: connection.id, domain: domainOf(vouchedEmail) };
  return (await hasVerifiedDomain(tx, connection.orgId, of)) ? vouchedEmail : undefined;
}

/** Tells whether a user must sign in by this connection. Such a user cannot sign in first, to connect the account. */
async function isEnforcedFor(tx: Tx, { id }: Connection, userId: string): Promise<boolean> {
  const found = await enforcement.ofUser(tx, userId);
  return found?.connections.some((connection) => connection.id === id) ?? false;
}
