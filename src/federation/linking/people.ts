import { hash } from 'node:crypto';
import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { SocialLink, type SocialProvider } from '../social/entities/social-provider.ts';
import { User } from '../../users/directory/entities/user.ts';
import { emit } from '../../platform/events.ts';
import { domainOf } from '../../lib/email.ts';
import { newId } from '../../lib/id.ts';
import { refusalOfUserName } from '../../lib/user-name.ts';
import { namesTaken } from '../../users/directory/sql/names.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { userActor } from '../../users/sessions/login-sessions.ts';
import { tellByMail } from '../../users/notices.ts';
import { flushUnlessTaken } from '../../users/directory/user-names.ts';
import { hasRoomForUser, type UserQuota } from '../../users/quotas.ts';
import type { EnforcedConnection } from '../../users/enforcement.ts';
import type { SocialAccount } from '../openid/accounts.ts';
import { enforcement } from './enforcement.ts';
import { fullNameOf } from '../connections/mapping.ts';
import { trustOf } from '../social/presets.ts';
import { isProvedDomain } from './sql/routing.ts';
import { recordUserChange } from '../../users/directory/user-changes.ts';

/** The reason why an account cannot sign in. */
export type SocialRefusal = 'DOMAIN_NOT_ALLOWED' | 'NOT_CONNECTED' | 'EMAIL_TAKEN' | 'CONNECTED_ELSEWHERE';

type Outcome = { userId: string } | { refusal: SocialRefusal };

/** The outcome of a sign-in with an account. */
type SignInOutcome =
  | Outcome
  /** Users with this address sign in by a connection only, so none is created. */
  | { connection: EnforcedConnection };

/**
 * Finds the user of an account by its subject and never by its e-mail address. If the account has no user, and the
 * provider may create users, makes a new user.
 */
export async function personOfAccount(
  tx: Tx,
  provider: SocialProvider,
  account: SocialAccount,
  { origin, quotas }: { origin: Origin; quotas: UserQuota },
): Promise<SignInOutcome> {
  const claimed = claimedEmail(provider, account);
  if (!isAllowed(provider, claimed)) return { refusal: 'DOMAIN_NOT_ALLOWED' };
  const link = await linkOf(tx, provider, account);
  if (link) {
    link.lastUsedAt = tenancyOf(tx).now;
    return { userId: link.userId };
  }
  if (!provider.allowSignUp) return { refusal: 'NOT_CONNECTED' };
  const connection = claimed === null ? undefined : await enforcement.ofAddress(tx, claimed);
  if (connection) return { connection };
  // Two browsers may come at once with one account that has no user yet.
  await lockTenant(tx, provider.orgId);
  const meanwhile = await linkOf(tx, provider, account);
  if (meanwhile) return { userId: meanwhile.userId };
  // A full organization gets no new user.
  if (!(await hasRoomForUser(tx, provider.orgId, quotas))) return { refusal: 'NOT_CONNECTED' };
  const email = await provenEmail(tx, provider, claimed);
  // Other letters than names may have would look like another name.
  const isName = email !== null && refusalOfUserName(email) === undefined;
  const username = isName ? email : `${provider.provider}-${digestOf(provider, account)}`;
  const taken = await namesTaken(tx, provider.orgId, { email, username }, '');
  if (taken.email || taken.username) return { refusal: 'EMAIL_TAKEN' };
  return { userId: await signUp(tx, provider, account, { email, username }, origin) };
}

/**
 * Connects an account with the signed-in user.
 * @returns why not: another user has the account, or the user has another one of the same provider
 */
export async function connectAccount(
  tx: Tx,
  provider: SocialProvider,
  account: SocialAccount,
  { userId, origin }: { userId: string; origin: Origin },
): Promise<Outcome> {
  if (!isAllowed(provider, claimedEmail(provider, account))) return { refusal: 'DOMAIN_NOT_ALLOWED' };
  return linkWith(tx, provider, account, { userId, origin });
}

/** A social provider or a connection: a link belongs to one of them. */
export type Linked = Pick<SocialProvider, 'orgId' | 'id' | 'name'>;

/**
 * Links an account with a user who has proved both.
 * @returns why not: another user has the account, or the user has another one of the same provider
 */
export async function linkWith(
  tx: Tx,
  provider: Linked,
  { subject }: { subject: string },
  { userId, origin }: { userId: string; origin: Origin },
): Promise<{ userId: string } | { refusal: 'CONNECTED_ELSEWHERE' }> {
  await lockTenant(tx, provider.orgId);
  const link = await linkOf(tx, provider, { subject });
  const own = await tx.findOne(SocialLink, { providerId: provider.id, userId });
  if (link?.userId === userId) return { userId };
  if (link || own) return { refusal: 'CONNECTED_ELSEWHERE' };
  tx.create(SocialLink, { providerId: provider.id, subject, userId });
  await tx.flush();
  await tellOfLink(tx, 'user.link', provider, { userId, origin });
  return { userId };
}

/** Returns the links of a user with accounts of social providers and connections. */
export const linksOf = (tx: Tx, userId: string): Promise<SocialLink[]> => tx.find(SocialLink, { userId });

/** Returns the address that the provider says to have verified, if the provider may speak for its domain at all. */
function claimedEmail(
  { provider, issuer, allowedDomains }: SocialProvider,
  { email, emailVerified, hostedDomain }: SocialAccount,
): string | null {
  if (email === null || !emailVerified) return null;
  const domain = domainOf(email);
  const trust = trustOf(provider, issuer);
  const hosted = domain === 'gmail.com' || domain === hostedDomain?.toLowerCase();
  const trusted =
    trust === 'claim' ||
    (trust === 'google' && hosted) ||
    (trust === 'domains' && allowedDomains.includes(domain));
  return trusted ? email : null;
}

/**
 * Returns the address that is the user's beyond doubt, or none. An address that any user could have entered identifies no user. A
 * server of the tenant's own counts for domains only that a connection of the tenant has proved: a caller writes `allowedDomains`, which
 * proves nothing (docs/decisions/0094).
 */
async function provenEmail(
  tx: Tx,
  { orgId, provider, issuer }: SocialProvider,
  claimed: string | null,
): Promise<string | null> {
  if (claimed === null || trustOf(provider, issuer) !== 'domains') return claimed;
  return (await isProvedDomain(tx, orgId, domainOf(claimed))) ? claimed : null;
}

const isAllowed = ({ allowedDomains }: SocialProvider, email: string | null): boolean =>
  allowedDomains.length === 0 || (email !== null && allowedDomains.includes(domainOf(email)));

/** Finds the link of an account. */
export const linkOf = (tx: Tx, { id }: Pick<Linked, 'id'>, { subject }: { subject: string }) =>
  tx.findOne(SocialLink, { providerId: id, subject });

/** Returns a name that was not chosen, for users without an address that Keyward may believe, or that may be a name. */
const digestOf = ({ id }: SocialProvider, { subject }: SocialAccount): string =>
  hash('sha256', `${id} ${subject}`).slice(0, 16);

async function signUp(
  tx: Tx,
  provider: SocialProvider,
  { subject, firstName, lastName, ...account }: SocialAccount,
  names: { email: string | null; username: string },
  origin: Origin,
): Promise<string> {
  const { now } = tenancyOf(tx);
  const id = newId('usr');
  const displayName = account.displayName ?? fullNameOf({ firstName, lastName }) ?? null;
  const user = tx.create(User, {
    ...names,
    id,
    displayName,
    firstName,
    lastName,
    attributes: {},
    roles: ['MEMBER'],
    status: 'ACTIVE',
    activatedAt: now,
    source: 'FEDERATION',
    sourceConnectionId: provider.id,
    createdBy: id,
  });
  if (names.email !== null) user.noteProof({ by: 'BY_ISSUER', issuerId: provider.id });
  await flushUnlessTaken(tx);
  tx.create(SocialLink, { providerId: provider.id, subject, userId: id, lastUsedAt: now });
  await tx.flush();
  const userName = displayName ?? names.username;
  const actor = userActor(id, userName);
  const target = { targetId: id, targetName: userName, result: 'SUCCESS' as const };
  const reason = `Signed up with ${provider.name} (${provider.id})`;
  await recordAudit(tx, [{ action: 'user.create', actor, ...target, reason, ...origin }]);
  const { status, email, roles, source } = user;
  await emit(tx, [
    { type: 'user.created', data: { userId: id, userName, status, email, roles, source, createdBy: actor } },
  ]);
  return id;
}

/** Writes an audit entry, an event and a mail for what users do to their own account, too. */
export async function tellOfLink(
  tx: Tx,
  action: 'user.link' | 'user.unlink',
  { id, name }: Pick<Linked, 'id' | 'name'>,
  { userId, origin }: { userId: string; origin: Origin },
): Promise<void> {
  const { displayName, username } = await tx.findOneOrFail(User, { id: userId });
  const userName = displayName ?? username;
  const actor = userActor(userId, userName);
  const isLinked = action === 'user.link';
  const [from, to] = isLinked ? [null, { id, name }] : [{ id, name }, null];
  const changes = [{ field: 'socialAccounts', from, to }];
  await recordUserChange(tx, { userId, userName }, changes, { actor, origin, action });
  await tellByMail(tx, userId, isLinked ? 'ACCOUNT_CONNECTED' : 'ACCOUNT_DISCONNECTED', actor);
}
