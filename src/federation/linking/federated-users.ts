import { watchGroups } from '../../conditional-access/resources/groups-lockout.ts';
import { type Origin, recordAudit } from '../../audit/audit.ts';
import type { AccessGuard } from '../../conditional-access/judge/machines.ts';
import { newId } from '../../lib/id.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import { systemActor } from '../../platform/grants.ts';
import { type Locked, ownRow } from '../../platform/locked.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { User } from '../../users/directory/entities/user.ts';
import { reclaimAccount } from '../../users/directory/reclaiming.ts';
import { flushUnlessTaken } from '../../users/directory/user-names.ts';
import { lockUser, nameOf } from '../../users/directory/users.ts';
import type { Endings } from '../../users/endings.ts';
import { forgetInvitation } from '../../users/invitations/sql/invitations.ts';
import type { UserQuota } from '../../users/quotas.ts';
import {
  decideAccount,
  type Decision,
  type FederatedRefusal,
  type JudgedIdentity,
} from './account-decision.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { SocialLink } from '../social/entities/social-provider.ts';
import { applyGroups } from './federated-groups.ts';
import { applyProfile, writeChanges } from './federated-profile.ts';
import { linkWith, tellOfLink } from './people.ts';
import { mustReclaimBy } from './reclaiming.ts';
import { keepConnection } from '../connections/sql/connections.ts';
import { addLink } from './sql/pending-links.ts';

export type FederatedOutcome =
  | { userId: string }
  | ({ refusal: Exclude<FederatedRefusal, 'PROVE_FIRST'> } & Refused)
  /** The user whose identity must be proved here, too. */
  | ({ refusal: 'PROVE_FIRST'; refused: string } & Refused);

interface Refused {
  /** The user of the account or of its address, if there is one. */
  refused?: string;
  /** Whether the user could sign in without the connection, and connect the account on the account page. */
  canConnect?: boolean;
}

/** The parts that a link needs. */
export interface LinkingSite {
  origin: Origin;
  access: Pick<AccessGuard, 'geoIp'>;
  wired: { endings: Endings };
}

interface Site extends LinkingSite {
  quotas: UserQuota;
  /** The user whose invitation the browser came by. The link proves that the user receives the mail. */
  provedUserId: string | undefined;
}

interface Context {
  tx: Tx;
  connection: Connection;
  identity: JudgedIdentity;
  site: LinkingSite;
}

/**
 * Carries out what {@link decideAccount} decides: lets the user of an account in, links the account with a user, or creates a user.
 * Applies the mappings of the connection.
 */
export async function userOfIdentity(
  tx: Tx,
  connection: Connection,
  identity: JudgedIdentity,
  site: Site,
): Promise<FederatedOutcome> {
  const context = { tx, connection, identity, site };
  const decision = await decideAccount(tx, connection, identity, {
    ...site,
    readUser: lockUser,
    // A request that deletes the connection locks it before its links.
    keepLink: keepConnection,
    // Two browsers may come at once with one account that has no user yet.
    beforeSearch: async () => void (await lockTenant(tx, connection.orgId)),
  });
  if (decision.rule === 'LINKED') return enter(context, decision);
  if (decision.rule === 'ADDRESS') return linkByAddress(context, decision);
  if (decision.rule === 'PROVISION') return provision(context, decision);
  const { refusal, userId, canConnect } = decision;
  if (refusal !== 'PROVE_FIRST')
    return { refusal, canConnect, ...(userId === null ? {} : { refused: userId }) };
  if (userId === null) throw new Error('the refusal PROVE_FIRST names no user');
  return { refusal, refused: userId };
}

/**
 * Links an account with a user who has proved both at the sign-in, and applies the mappings of the connection. Call it under the
 * lock of the user. It does not lock the tenant, which comes before users: the keys of the table decide between requests.
 * @returns false if the decision is another one by now
 */
export async function linkProvedUser(
  tx: Tx,
  connection: Connection,
  identity: JudgedIdentity,
  site: LinkingSite & { provedUserId: string },
): Promise<boolean> {
  const context = { tx, connection, identity, site };
  const decision = await decideAccount(tx, connection, identity, {
    quotas: { maxUsers: 0 },
    provedUserId: site.provedUserId,
    readUser: lockUser,
    keepLink: () => Promise.resolve(true),
    beforeSearch: () => Promise.resolve(),
  });
  if (decision.refusal !== null || decision.rule === 'PROVISION') return false;
  if (decision.user.id !== site.provedUserId) return false;
  const outcome = await (decision.rule === 'LINKED'
    ? enter(context, decision)
    : linkByAddress(context, decision));
  return 'userId' in outcome;
}

/** Links an account with the signed-in user, who has proved both. */
export async function connectIdentity(
  tx: Tx,
  connection: Connection,
  { key }: JudgedIdentity,
  of: { userId: string; origin: Origin },
): Promise<{ userId: string } | { refusal: 'CONNECTED_ELSEWHERE' | 'NOT_CONNECTED' }> {
  if (connection.accountLinking === 'NONE') return { refusal: 'NOT_CONNECTED' };
  return linkWith(tx, connection, { subject: key }, of);
}

type Decided<Rule> = Extract<Decision<Locked<User>>, { rule: Rule }>;

async function enter(
  context: Context,
  { link, user, refusal, ...plans }: Decided<'LINKED'>,
): Promise<FederatedOutcome> {
  link.lastUsedAt = tenancyOf(context.tx).now;
  if (refusal === 'NOT_ACTIVE') return { refusal, refused: user.id };
  // The identity provider may have taken the user out of the groups that are allowed: the user leaves them here, too.
  await admit(context, user, plans, []);
  return refusal === null ? { userId: user.id } : { refusal, refused: user.id };
}

/** Writes what the identity provider says of the user now. @param changes what changed before */
async function admit(
  { tx, connection, site: { origin, access } }: Context,
  user: Locked<User>,
  { profile, groups }: Pick<Decided<'ADDRESS'>, 'profile' | 'groups'>,
  changes: FieldChange[],
): Promise<void> {
  const { now } = tenancyOf(tx);
  const trail = { reason: `Signed in by ${connection.name} (${connection.id})`, origin };
  if (user.status === 'INVITED') {
    // The invitation would set a password.
    await forgetInvitation(tx, user.orgId, user.id);
    Object.assign(user, { status: 'ACTIVE', activatedAt: user.activatedAt ?? now });
    changes.push({ field: 'status', from: 'INVITED', to: 'ACTIVE' });
  }
  changes.push(...applyProfile(profile, user));
  await writeChanges(tx, user, changes, trail);
  const apply = () => applyGroups(tx, groups, user, trail);
  if (!user.roles.includes('OWNER')) return apply();
  const { geoIp } = access;
  await watchGroups(tx, [...groups.joins, ...groups.leaves], { actor: systemActor, geoIp }, apply);
}

/**
 * Links an account with the user who has its address. If something was made before the address was proved, an attacker may have
 * made it. The same holds if an issuer opened the account that does not vouch for the domain.
 */
async function linkByAddress(
  context: Context,
  { user, ...plans }: Decided<'ADDRESS'>,
): Promise<FederatedOutcome> {
  const { tx, connection, identity, site } = context;
  const { id: userId } = user;
  const isReclaimed = !mustKeepFactors(user) && (await mustReclaimBy(tx, identity, user));
  const changes = isReclaimed ? await reclaim(context, user) : [];
  const link = { connectionId: connection.id, subject: identity.key, userId };
  if ((await addLink(tx, connection.orgId, link)) === 'TAKEN')
    return { refusal: 'CONNECTED_ELSEWHERE', refused: userId };
  await admit(context, user, plans, changes);
  await tellOfLink(tx, 'user.link', connection, { userId, origin: site.origin });
  return { userId };
}

/** An owner keeps two factors of Keyward, and has proved one of them: only owners who proved both, or are invited, are linked. */
const mustKeepFactors = ({ roles, status }: User): boolean => roles.includes('OWNER') && status === 'ACTIVE';

/** Ends everything that opened the account before its address was proved, other links too. */
async function reclaim({ tx, connection, site }: Context, user: Locked<User>): Promise<FieldChange[]> {
  const links = await tx.find(SocialLink, { userId: user.id });
  for (const link of links) tx.remove(link);
  await tx.flush();
  const changes = await reclaimAccount(tx, user, connection.id, site.wired.endings);
  return [
    ...changes,
    ...links.map(({ providerId: id }) => ({ field: 'socialAccounts', from: { id }, to: null })),
  ];
}

/** Creates the user of an account (just-in-time provisioning). */
async function provision(
  context: Context,
  { email, profile, groups }: Decided<'PROVISION'>,
): Promise<FederatedOutcome> {
  const { tx, connection, identity } = context;
  const { now } = tenancyOf(tx);
  const id = newId('usr');
  const user = tx.create(User, {
    email,
    username: email,
    ...profile.fields,
    id,
    attributes: { ...profile.attributes },
    roles: ['MEMBER'],
    status: 'ACTIVE',
    activatedAt: now,
    source: 'FEDERATION',
    sourceConnectionId: connection.id,
    createdBy: connection.id,
  });
  user.noteProof({ by: 'BY_ISSUER', issuerId: connection.id });
  await flushUnlessTaken(tx);
  tx.create(SocialLink, { providerId: connection.id, subject: identity.key, userId: id, lastUsedAt: now });
  await tx.flush();
  await tellOfUser(context, user);
  await admit(context, ownRow(user), { profile, groups }, []);
  return { userId: id };
}

async function tellOfUser({ tx, connection, site }: Context, user: User): Promise<void> {
  const { userId, userName } = nameOf(user);
  const reason = `Provisioned by ${connection.name} (${connection.id})`;
  await recordAudit(tx, [
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
  await emit(tx, [
    {
      type: 'user.created',
      data: { userId, userName, status, email, roles, source, createdBy: systemActor },
    },
  ]);
}
