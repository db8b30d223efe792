import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { hashSecret } from '../lib/secret.ts';
import { findInvitee, type Invitee } from '../users/invitations/sql/invitations.ts';
import type { SignIn } from './entities/sign-in.ts';

const key = 'invitation';

/**
 * Notes that the user of a sign-in has come by the link of an invitation. The link proves that the user receives the mail. The
 * sign-in keeps only the hash of the link.
 */
export function noteInvitation(signIn: SignIn, token: string): void {
  signIn.state = { ...signIn.state, [key]: hashSecret(token).toString('base64url') };
}

/** @returns the invited user whose link began this sign-in; undefined if the invitation has ended since */
export async function invitedUser(tx: Tx, { state }: SignIn): Promise<Invitee | undefined> {
  const noted = state[key];
  if (typeof noted !== 'string') return undefined;
  return findInvitee(tx, tenancyOf(tx).orgId, Buffer.from(noted, 'base64url'));
}
