import type { BreachedPasswords } from '../users/passwords/breached-passwords.ts';
import { type Hosted, page } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { viewIn } from './hosted.ts';
import { answer, frameOf, leadToCompany, type LinkCall, linkOver } from './link-frame.ts';
import type { LinkProblem } from './pages/link-form.ts';
import { newAccountPage, registrationClosedPage, registrationPage, takenPage } from './pages/registration.ts';
import { authConfig } from '../users/auth-config.ts';
import { findRegistration, type OpenRegistration } from '../users/registration/registration.ts';
import { isRegistrationOpen } from '../users/registration/rules.ts';

/** The last part of the path of the pages. */
export const registrationForm = 'create-account';

/** Tells whether users can create accounts: the organization allows it, and links reach them by mail. */
export const isOpen = async (tx: Tx, { mail }: LinkCall): Promise<boolean> =>
  mail.enabled && isRegistrationOpen(tx);

/** Returns the domains that addresses of new accounts must have; none allows every domain. */
export const domainsOf = async (tx: Tx): Promise<readonly string[]> =>
  (await authConfig(tx)).registration.allowedDomains;

/** Says that users cannot create accounts here. */
export const closed = async (tx: Tx, call: LinkCall): Promise<Hosted> =>
  page(registrationClosedPage(await viewIn(tx, call), call.path.orgId), { status: 403 });

/** Says that a user has this address already. */
export const taken = async (tx: Tx, call: LinkCall, email: string): Promise<Hosted> =>
  page(takenPage(await viewIn(tx, call), call.path.orgId, email), { status: 400 });

/** Asks for the address of a new account, if registration is open. */
export async function asked(
  tx: Tx,
  call: LinkCall,
  typed: { email: string; signIn: string | undefined },
  problem?: LinkProblem,
): Promise<Hosted> {
  if (!(await isOpen(tx, call))) return closed(tx, call);
  const frame = await frameOf(tx, call, registrationForm, problem);
  return answer(call, frame, registrationPage(frame.form, { ...typed, domains: await domainsOf(tx) }));
}

/** Asks for the name and the password of a new account, if the link works and no connection is enforced. */
export async function newAccount(
  tx: Tx,
  call: LinkCall & { path: { link: string } } & { breached: BreachedPasswords },
  displayName: string,
  problem?: LinkProblem,
): Promise<Hosted> {
  const found = await findRegistration(tx, call.path.link, call.breached);
  if (!found) return linkOver(tx, call, 'overRegistration');
  const led = await ledNewcomer(tx, call, found);
  if (led) return led;
  const frame = await frameOf(tx, call, registrationForm, problem);
  return answer(call, frame, newAccountPage(frame.form, found.link.email, displayName));
}

/** The response to a user whose address has a connection that is enforced; undefined for others. */
export async function ledNewcomer(
  tx: Tx,
  call: LinkCall,
  { link: { email, signInId } }: OpenRegistration,
): Promise<Hosted | undefined> {
  const connection = await call.wired.enforcement.ofAddress(tx, email);
  return connection && leadToCompany(tx, call, connection, { name: email, signInId });
}
