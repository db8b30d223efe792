import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { lockAddress } from '../../users/links/sql/send-link.ts';
import { isOneMailbox } from '../../lib/email.ts';
import type { LiveLink } from '../../users/links/sql/use-link.ts';
import { User } from '../../users/directory/entities/user.ts';
import { userIdByEmail } from '../../users/directory/sql/names.ts';
import { authConfig } from '../../users/auth-config.ts';
import { askForLink, findLink, noteVerified, useLink } from '../../users/links/mailed-links.ts';
import { createNewcomer } from '../../users/registration/newcomers.ts';
import type { EnforcedConnection, Enforcement } from '../../users/enforcement.ts';
import { hasRoomForUser, type UserQuota } from '../../users/quotas.ts';
import type { Factor } from './factors.ts';

/** Offered to every user of the tenant or to none, or it would reveal which users exist. */
export const magicLink: Factor = {
  name: 'magic-link',
  kind: 'first',
  offered: async (tx) => (await authConfig(tx)).magicLink.enabled,
};

/** The value of RFC 8176 for proof by a secret that works once. */
export const magicLinkProof = ['otp'];

/**
 * Sends the user who has the name of this sign-in a link, if there is one.
 * @param address where the request came from
 */
export async function askToSignIn(
  tx: Tx,
  signIn: SignIn,
  address: string,
  locale: string | undefined,
): Promise<void> {
  const { identifier, browserId, id } = signIn;
  if (identifier === null) return;
  await askForLink(
    tx,
    'SIGN_IN',
    { name: identifier, browserId, address, signInId: id },
    locale ?? signIn.locale ?? undefined,
  );
  signIn.state = { ...signIn.state, linkFor: identifier };
}

/** Whether a link was asked for in the name that this sign-in has now. */
export const isLinkAsked = ({ state, identifier }: SignIn): boolean =>
  identifier !== null && state['linkFor'] === identifier;

export type FoundLink = { state: 'works'; link: LiveLink } | { state: 'elsewhere' } | { state: 'none' };

/** Returns what a link to sign in is worth in a browser, without using it up. */
export async function findSignInLink(
  tx: Tx,
  token: string,
  browserId: string | undefined,
): Promise<FoundLink> {
  const { magicLink: config } = await authConfig(tx);
  const link = config.enabled ? await findLink(tx, 'SIGN_IN', token) : undefined;
  if (!link) return { state: 'none' };
  return config.bindToBrowser && link.browserId !== browserId
    ? { state: 'elsewhere' }
    : { state: 'works', link };
}

/** The result of a used link. */
export type UsedLink = { email: string; signInId: string | null } & (
  | { userId: string }
  /** The address has no user, and its users sign in by a connection only. */
  | { connection: EnforcedConnection }
);

/** Uses a link up. @returns who it signs in, and what was begun with it */
export async function useSignInLink(
  tx: Tx,
  token: string,
  browserId: string,
  { origin, quotas, wired }: { origin: Origin; quotas: UserQuota; wired: { enforcement: Enforcement } },
): Promise<UsedLink | undefined> {
  const { magicLink: config } = await authConfig(tx);
  if (!config.enabled) return undefined;
  const link = await useLink(tx, 'SIGN_IN', token, { browser: config.bindToBrowser ? browserId : null });
  if (!link) return undefined;
  const { email, signInId } = link;
  const connection = link.userId === null ? await wired.enforcement.ofAddress(tx, email) : undefined;
  if (connection) return { connection, email, signInId };
  const userId = link.userId ?? (await signUp(tx, email, config, { origin, quotas }));
  if (userId === undefined) return undefined;
  await noteVerified(tx, { userId, email }, origin);
  return { userId, email, signInId };
}

/**
 * Makes a new user of an address that no user has. If a user has got the address since, the link signs this user in. A user who got another
 * spelling of it may have another mailbox, and is not signed in.
 */
async function signUp(
  tx: Tx,
  email: string,
  { allowSignUp }: { allowSignUp: boolean },
  { origin, quotas }: { origin: Origin; quotas: UserQuota },
): Promise<string | undefined> {
  const { orgId } = tenancyOf(tx);
  await lockAddress(tx, orgId, email);
  const known = await userIdByEmail(tx, orgId, email);
  if (known !== undefined) {
    const user = await tx.findOneOrFail(User, { id: known });
    return user.email !== null && isOneMailbox(user.email, email) ? known : undefined;
  }
  if (!allowSignUp) return undefined;
  if (!(await hasRoomForUser(tx, orgId, quotas))) return undefined;
  const { id } = await createNewcomer(tx, { email, displayName: null }, 'signed up by a link', {
    origin,
    quotas,
  });
  return id;
}

/** Whether a link may lead there: compared exactly. */
export async function mayLeadTo(tx: Tx, address: string): Promise<boolean> {
  const { enabled, redirectAllowlist } = (await authConfig(tx)).magicLink;
  return enabled && redirectAllowlist.includes(address);
}
