import type { Origin } from '../../audit/audit.ts';
import type { BreachedPasswords } from '../passwords/breached-passwords.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { hashSecret } from '../../lib/secret.ts';
import { acceptInvitationRow, findInvitee, type Invitee } from './sql/invitations.ts';
import { userActor } from '../sessions/login-sessions.ts';
import { isLinkToken } from '../links/mailed-links.ts';
import { oneAtATime } from '../passwords/one-at-a-time.ts';
import { newPasswordHash, type PasswordRules } from '../passwords/passwords.ts';
import { ownerOf, passwordRules } from '../passwords/user-passwords.ts';
import { recordUserChange } from '../directory/user-changes.ts';

/** An invitation that works, read before a password is hashed, which no transaction waits for. */
export interface OpenInvitation {
  invitee: Invitee;
  rules: PasswordRules;
}

/** @returns undefined when it does not work (any more) */
export async function findInvitation(
  tx: Tx,
  token: string,
  breached: BreachedPasswords,
): Promise<OpenInvitation | undefined> {
  if (!isLinkToken(token)) return undefined;
  const invitee = await findInvitee(tx, tenancyOf(tx).orgId, hashSecret(token));
  return invitee && { invitee, rules: await passwordRules(tx, breached) };
}

/** Outside any transaction. @throws {Failure} PASSWORD_POLICY_VIOLATION, USER_STATE_CONFLICT, and what `newPasswordHash` throws */
export const hashFirstPassword = ({ invitee, rules }: OpenInvitation, password: string): Promise<string> =>
  oneAtATime(invitee.id, () => newPasswordHash(password, ownerOf(invitee), [], rules, invitee.id));

/** Makes an invited user ACTIVE. @returns the user; undefined when another request was quicker */
export async function acceptInvitation(
  tx: Tx,
  token: string,
  passwordHash: string,
  origin: Origin,
): Promise<{ id: string } | undefined> {
  const accepted = await acceptInvitationRow(tx, tenancyOf(tx).orgId, {
    tokenHash: hashSecret(token),
    passwordHash,
  });
  if (!accepted) return undefined;
  const { id, name, wasVerified } = accepted;
  const actor = userActor(id, name);
  const changes = [
    { field: 'status', from: 'INVITED', to: 'ACTIVE' },
    { field: 'password', from: null, to: null },
    ...(wasVerified ? [] : [{ field: 'emailVerified', from: false, to: true }]),
  ];
  await recordUserChange(tx, { userId: id, userName: name }, changes, { actor, origin });
  return { id };
}
