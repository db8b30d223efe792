import type { BreachedPasswords } from '../users/passwords/breached-passwords.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Hosted, page } from '../platform/pages/answers.ts';
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
export const isOpen = async (em: EntityManager, { mail }: LinkCall): Promise<boolean> =>
  mail.enabled && isRegistrationOpen(em);

/** Returns the domains that addresses of new accounts must have; none allows every domain. */
export const domainsOf = async (em: EntityManager): Promise<readonly string[]> =>
  (await authConfig(em)).registration.allowedDomains;

/** Says that users cannot create accounts here. */
export const closed = async (em: EntityManager, call: LinkCall): Promise<Hosted> =>
  page(registrationClosedPage(await viewIn(em, call), call.path.orgId), { status: 403 });

/** Says that a user has this address already. */
export const taken = async (em: EntityManager, call: LinkCall, email: string): Promise<Hosted> =>
  page(takenPage(await viewIn(em, call), call.path.orgId, email), { status: 400 });

/** Asks for the address of a new account, if registration is open. */
export async function asked(
  em: EntityManager,
  call: LinkCall,
  typed: { email: string; signIn: string | undefined },
  problem?: LinkProblem,
): Promise<Hosted> {
  if (!(await isOpen(em, call))) return closed(em, call);
  const frame = await frameOf(em, call, registrationForm, problem);
  return answer(call, frame, registrationPage(frame.form, { ...typed, domains: await domainsOf(em) }));
}

/** Asks for the name and the password of a new account, if the link works and no connection is enforced. */
export async function newAccount(
  em: EntityManager,
  call: LinkCall & { path: { link: string } } & { breached: BreachedPasswords },
  displayName: string,
  problem?: LinkProblem,
): Promise<Hosted> {
  const found = await findRegistration(em, call.path.link, call.breached);
  if (!found) return linkOver(em, call, 'overRegistration');
  const led = await ledNewcomer(em, call, found);
  if (led) return led;
  const frame = await frameOf(em, call, registrationForm, problem);
  return answer(call, frame, newAccountPage(frame.form, found.link.email, displayName));
}

/** The response to a user whose address has a connection that is enforced; undefined for others. */
export async function ledNewcomer(
  em: EntityManager,
  call: LinkCall,
  { link: { email, signInId } }: OpenRegistration,
): Promise<Hosted | undefined> {
  const connection = await call.wired.enforcement.ofAddress(em, email);
  return connection && leadToCompany(em, call, connection, { name: email, signInId });
}
