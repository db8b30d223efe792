import type { BreachedPasswords } from '../users/passwords/breached-passwords.ts';
import { findInvitation, type OpenInvitation } from '../users/invitations/accepting-invitations.ts';
import { findBrowser } from '../users/sessions/browsers.ts';
import { findLink } from '../users/links/mailed-links.ts';
import { findReset, type OpenReset } from '../users/passwords/password-resets.ts';
import { findSignInLink } from './steps/magic-link.ts';
import { noteInvitation } from './invited.ts';
import { Failure } from '../failure.ts';
import { type Hosted, page } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import {
  confirmSignInPage,
  elsewherePage,
  forgottenPage,
  invitationPage,
  resetPage,
  verificationPage,
} from './pages/mailed-links.ts';
import type { LinkProblem } from './pages/link-form.ts';
import { tokenOf, viewIn } from './hosted.ts';
import { answer, frameOf, leadToCompany, type LinkCall, linkOver } from './link-frame.ts';

/** The call of a page whose path has the token of a link. */
export type TokenCall = LinkCall & { path: { link: string } };

/** The length of the column `return_to` of a sign-in. In characters. */
export const mostReturnTo = 4096;

/** Makes the refusal of an address that links may not lead to. */
export const refused = (): Failure =>
  new Failure('VALIDATION_ERROR', {
    redirect_uri: 'is not in redirectAllowlist of the magic-link settings',
  });

/** Says which rules of the organization a new password breaks. */
export const broken = (rules: readonly string[]): LinkProblem => ({
  text: 'rules',
  field: 'new_password',
  rules,
});

/** Asks whether to sign in by a link, or says why the link does not work in this browser. */
export async function confirmation(tx: Tx, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const browser = await findBrowser(tx, tokenOf(call));
  const found = await findSignInLink(tx, call.path.link, browser?.id);
  if (found.state === 'elsewhere')
    return page(elsewherePage(await viewIn(tx, call), call.path.orgId), { status: 403 });
  if (found.state !== 'works') return linkOver(tx, call);
  const frame = await frameOf(tx, call, 'magic-link', problem);
  return answer(call, frame, confirmSignInPage(frame.form, found.link.email));
}

/** Asks for the name of the user who forgot the password. */
export async function forgotten(
  tx: Tx,
  call: LinkCall,
  asked: { name: string; signIn: string | undefined },
  problem?: LinkProblem,
): Promise<Hosted> {
  const frame = await frameOf(tx, call, 'forgot-password', problem);
  return answer(call, frame, forgottenPage(frame.form, asked));
}

/** Asks for a new password, if the link works and the user may have one. */
export async function reset(tx: Tx, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const found = await findReset(tx, call.path.link);
  if (!found) return linkOver(tx, call);
  const barred = await barredReset(tx, call, found);
  if (barred) return barred;
  const frame = await frameOf(tx, call, 'reset-password', problem);
  return answer(call, frame, resetPage(frame.form, found.change.own.username));
}

/** Asks an invited user for the first password, or leads the user to the identity provider. */
export async function invitation(
  tx: Tx,
  call: TokenCall & { breached: BreachedPasswords },
  problem?: LinkProblem,
): Promise<Hosted> {
  const found = await findInvitation(tx, call.path.link, call.breached);
  if (!found) return linkOver(tx, call, 'overInvitation');
  const led = await ledInvitee(tx, call, found, 200);
  if (led) return led;
  const frame = await frameOf(tx, call, 'invite', problem);
  return answer(call, frame, invitationPage(frame.form, found.invitee.username));
}

/** The response to a user who has no use for a password; undefined for others. Owners keep theirs. */
export async function barredReset(tx: Tx, call: TokenCall, { link }: OpenReset): Promise<Hosted | undefined> {
  const { userId, email, signInId } = link;
  const found = userId === null ? undefined : await call.wired.enforcement.ofUser(tx, userId);
  if (!found || found.isOwner) return undefined;
  return leadToCompany(tx, call, found.connections[0], { name: email, signInId });
}

/**
 * Leads an invited user to the identity provider, instead of asking for a password; undefined if no connection is enforced.
 * Owners are led there, too: with a first password alone, they could not sign in.
 */
export async function ledInvitee(
  tx: Tx,
  call: TokenCall,
  { invitee }: OpenInvitation,
  status: number,
): Promise<Hosted | undefined> {
  const found = await call.wired.enforcement.ofUser(tx, invitee.id);
  if (!found) return undefined;
  // The user has typed nothing.
  return leadToCompany(tx, call, found.connections[0], {
    name: null,
    signInId: null,
    status,
    prepare: (signIn) => noteInvitation(signIn, call.path.link),
  });
}

/** Asks whether an address is to be verified. */
export async function verification(tx: Tx, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const link = await findLink(tx, 'VERIFY_EMAIL', call.path.link);
  if (!link) return linkOver(tx, call);
  const frame = await frameOf(tx, call, 'verify-email', problem);
  return answer(call, frame, verificationPage(frame.form, link.email));
}
