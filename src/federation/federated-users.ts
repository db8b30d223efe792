import type { EntityManager } from '@mikro-orm/postgresql';
import { type Origin, recordAudit } from '../audit/audit.ts';
import { newId } from '../lib/id.ts';
import { domainOf, spellingsOf } from '../lib/email.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { systemActor } from '../platform/grants.ts';
import { type Locked, ownRow } from '../platform/locked.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { User } from '../users/directory/entities/user.ts';
import { reclaimAccount } from '../users/directory/reclaiming.ts';
import { namesTaken, userOfAddress, type UserOfAddress } from '../users/directory/sql/names.ts';
import { flushUnlessTaken } from '../users/directory/user-names.ts';
import { holdsManagementScopes } from '../users/directory/user-rights.ts';
import { lockUser, nameOf } from '../users/directory/users.ts';
import type { Endings } from '../users/endings.ts';
import { forgetInvitation } from '../users/invitations/sql/invitations.ts';
import { hasRoomForUser, type UserQuota } from '../users/quotas.ts';
import { enforcement } from './enforcement.ts';
import type { Connection } from './entities/connection.ts';
import { SocialLink } from './entities/social-provider.ts';
import { applyGroups, isAllowedUser, willBeAllowed } from './federated-groups.ts';
import { applyProfile, doFit, writeChanges } from './federated-profile.ts';
import type { UpstreamIdentity } from './identity.ts';
import { mapped, mappingOfNewUser } from './mapping.ts';
import { linkOf, linkWith, tellOfLink } from './people.ts';
import { keepConnection } from './sql/connections.ts';
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
  | 'CONNECTED_ELSEWHERE'
  | 'NOT_ALLOWED'
  | 'NOT_ACTIVE'
  | 'NO_ROOM'
  /** The attribute schema requires an attribute that the identity provider does not say. */
  | 'INCOMPLETE';

export type FederatedOutcome =
  | { userId: string }
  | (Refused & { refusal: Exclude<FederatedRefusal, 'SIGN_IN_FIRST'> })
  /** The user whose identity must be proved here, too. */
  | (Refused & { refusal: 'SIGN_IN_FIRST'; refused: string });

interface Refused {
  /** The user of the account or of its address, if there is one. */
  refused?: string;
  /** Whether the user could sign in without the connection, and connect the account on the account page. */
  canConnect?: boolean;
}

interface Site {
  origin: Origin;
  quotas: UserQuota;
  wired: { endings: Endings };
  /** The user whose invitation the browser came by. The link proves that the user receives the mail. */
  invitedUserId: string | undefined;
}

interface Context {
  em: EntityManager;
  connection: Connection;
  identity: UpstreamIdentity;
  site: Site;
}

/**
 * Finds the user of an account of an identity provider by its link. If there is no link, it looks for the user with the address,
 * if the connection has proved the domain. If there is no user, it creates one. Applies the mappings of the connection.
 */
export async function userOfIdentity(
  em: EntityManager,
  connection: Connection,
  identity: UpstreamIdentity,
  site: Site,
): Promise<FederatedOutcome> {
  const context = { em, connection, identity, site };
  const subject = { subject: identity.key };
  const link = await linkOf(em, connection, subject);
  if (link) return admitLinked(context, link);
  // Two browsers may come at once with one account that has no user yet.
  await lockTenant(em, connection.orgId);
  const meanwhile = await linkOf(em, connection, subject);
  if (meanwhile) return admitLinked(context, meanwhile);
  const { accountLinking, jitProvisioning } = connection;
  const mayLink =
    accountLinking === 'VERIFIED_DOMAIN' ||
    site.invitedUserId !== undefined ||
    (accountLinking === 'EXPLICIT' && connection.enforced);
  if (!mayLink && !jitProvisioning) return notConnected(connection);
  const email = await provedAddress(context);
  if (email === undefined) return { refusal: 'DOMAIN_NOT_VERIFIED' };
  const found = await userOfAddress(em, connection.orgId, spellingsOf(email));
  return found ? linkByAddress(context, found) : provision(context, email);
}

/** Users of an enforced connection have no other way in. */
const notConnected = ({ accountLinking, enforced }: Connection): FederatedOutcome => ({
  refusal: 'NOT_CONNECTED',
  canConnect: accountLinking !== 'NONE' && !enforced,
});

/** Links an account with the signed-in user, who has proved both. */
export async function connectIdentity(
  em: EntityManager,
  connection: Connection,
  { key }: UpstreamIdentity,
  of: { userId: string; origin: Origin },
): Promise<{ userId: string } | { refusal: 'CONNECTED_ELSEWHERE' | 'NOT_CONNECTED' }> {
  if (connection.accountLinking === 'NONE') return { refusal: 'NOT_CONNECTED' };
  return linkWith(em, connection, { subject: key }, of);
}

/** Returns the address that is vouched for, if this connection has proved its domain. */
async function provedAddress({ em, connection, identity }: Context): Promise<string | undefined> {
  const { vouchedEmail } = identity;
  if (vouchedEmail === null) return undefined;
  const of = { connectionId: connection.id, domain: domainOf(vouchedEmail) };
  return (await hasVerifiedDomain(em, connection.orgId, of)) ? vouchedEmail : undefined;
}

async function admitLinked(context: Context, link: SocialLink): Promise<FederatedOutcome> {
  const { em } = context;
  // A request that deletes the connection locks it before its links.
  if (!(await keepConnection(em, link))) return { refusal: 'NOT_CONNECTED' };
  link.lastUsedAt = tenancyOf(em).now;
  return admit(context, await lockUser(em, link.userId), []);
}

/** Lets a user in, with what the identity provider says of the user now. @param changes what changed before */
async function admit(
  { em, connection, identity, site: { origin } }: Context,
  user: Locked<User>,
  changes: FieldChange[],
): Promise<FederatedOutcome> {
  const { now } = tenancyOf(em);
  const trail = { reason: `Signed in by ${connection.name} (${connection.id})`, origin };
  const status = user.statusAt(now);
  const refused = user.id;
  if (status !== 'ACTIVE' && status !== 'INVITED') return { refusal: 'NOT_ACTIVE', refused };
  if (status === 'INVITED') {
    // The invitation would set a password.
    await forgetInvitation(em, user.orgId, user.id);
    Object.assign(user, { status: 'ACTIVE', activatedAt: user.activatedAt ?? now });
    changes.push({ field: 'status', from: 'INVITED', to: 'ACTIVE' });
  }
  changes.push(...(await applyProfile(em, connection, identity.claims, user)));
  await writeChanges(em, user, changes, trail);
  await applyGroups(em, connection, identity.claims, user, trail);
  const isAllowed = await isAllowedUser(em, connection, user.id);
  return isAllowed ? { userId: user.id } : { refusal: 'NOT_ALLOWED', refused };
}

/**
 * Links an account with the user who has its address. E-mail never links a user who holds management scopes: there the user proves
 * both. So does a user who must sign in by this connection, if the connection does not link by address: the user could sign in
 * nowhere otherwise (docs/decisions/0067). If the address was not verified before, an attacker may have created the user.
 */
async function linkByAddress(
  context: Context,
  { id: userId, isOwn }: UserOfAddress,
): Promise<FederatedOutcome> {
  const { em, connection, identity, site } = context;
  const { accountLinking } = connection;
  // The link of the invitation proves the user, and would set a password otherwise.
  const isInvited = site.invitedUserId === userId;
  const isLinkable = isInvited || (accountLinking === 'VERIFIED_DOMAIN' && isOwn);
  if (!isLinkable && (accountLinking === 'NONE' || !(await isEnforcedFor(context, userId))))
    return { refusal: 'EMAIL_TAKEN', refused: userId, canConnect: isOwn && accountLinking !== 'NONE' };
  const user = await lockUser(em, userId);
  const status = user.statusAt(tenancyOf(em).now);
  if (status !== 'ACTIVE' && status !== 'INVITED') return { refusal: 'NOT_ACTIVE', refused: userId };
  // The address may have gone to another account of the identity provider.
  const own = await em.findOne(SocialLink, { providerId: connection.id, userId });
  if (own) return { refusal: 'CONNECTED_ELSEWHERE', refused: userId };
  if (!(await willBeAllowed(em, connection, identity.claims, userId)))
    return { refusal: 'NOT_ALLOWED', refused: userId };
  if (!isInvited && (!isLinkable || (await holdsManagementScopes(em, user))))
    return { refusal: 'SIGN_IN_FIRST', refused: userId };
  const changes = user.emailVerified ? [] : await reclaim(context, user);
  em.create(SocialLink, {
    providerId: connection.id,
    subject: identity.key,
    userId,
    lastUsedAt: tenancyOf(em).now,
  });
  await em.flush();
  const outcome = await admit(context, user, changes);
  await tellOfLink(em, 'user.link', connection, { userId, origin: site.origin });
  return outcome;
}

/** Tells whether a user must sign in by this connection. */
async function isEnforcedFor({ em, connection }: Context, userId: string): Promise<boolean> {
  const found = await enforcement.ofUser(em, userId);
  return found?.connections.some(({ id }) => id === connection.id) ?? false;
}

/** Ends everything that opened the account before its address was proved, other links too. */
async function reclaim({ em, site }: Context, user: Locked<User>): Promise<FieldChange[]> {
  const links = await em.find(SocialLink, { userId: user.id });
  for (const link of links) em.remove(link);
  await em.flush();
  const changes = await reclaimAccount(em, user, systemActor, site.wired.endings);
  return [
    ...changes,
    ...links.map(({ providerId: id }) => ({ field: 'socialAccounts', from: { id }, to: null })),
  ];
}

/** Creates the user of an account (just-in-time provisioning). */
async function provision(context: Context, email: string): Promise<FederatedOutcome> {
  const { em, connection, identity, site } = context;
  const { orgId, now } = tenancyOf(em);
  const { claims, key } = identity;
  if (!connection.jitProvisioning) return notConnected(connection);
  if (!(await willBeAllowed(em, connection, claims, null))) return { refusal: 'NOT_ALLOWED' };
  if (!(await hasRoomForUser(em, orgId, site.quotas))) return { refusal: 'NO_ROOM' };
  const names = { email, username: email };
  const taken = await namesTaken(em, orgId, names, '');
  if (taken.email || taken.username) return { refusal: 'EMAIL_TAKEN' };
  const { fields, attributes } = mapped(mappingOfNewUser(connection.attributeMapping), claims);
  if (!(await doFit(em, { ...attributes }))) return { refusal: 'INCOMPLETE' };
  const id = newId('usr');
  const user = em.create(User, {
    ...names,
    ...fields,
    id,
    emailVerified: true,
    attributes: { ...attributes },
    roles: ['MEMBER'],
    status: 'ACTIVE',
    activatedAt: now,
    source: 'FEDERATION',
    sourceConnectionId: connection.id,
    createdBy: connection.id,
  });
  await flushUnlessTaken(em);
  em.create(SocialLink, { providerId: connection.id, subject: key, userId: id, lastUsedAt: now });
  await em.flush();
  await tellOfUser(context, user);
  return admit(context, ownRow(user), []);
}

async function tellOfUser({ em, connection, site }: Context, user: User): Promise<void> {
  const { userId, userName } = nameOf(user);
  const reason = `Provisioned by ${connection.name} (${connection.id})`;
  await recordAudit(em, [
    {
      action: 'user.create',
      actor: systemActor,
      targetId: userId,
      targetName: userName,
      result: 'SUCCESS',
      reason,
      ...site.origin,
    },
  ]);
  const { status, email, roles, source } = user;
  await emit(em, [
    {
      type: 'user.created',
      data: { userId, userName, status, email, roles, source, createdBy: systemActor },
    },
  ]);
}
