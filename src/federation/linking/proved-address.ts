import { mailDomainOf } from '../../lib/email.ts';
import type { EmailProof, User } from '../../users/directory/entities/user.ts';
import { isProvedDomain } from './sql/routing.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Returns the proof of an address that a directory has sent: it counts if a connection of the tenant has proved the domain. The
 * directory administers the domain, and has not tested the mailbox (docs/decisions/0094).
 */
export async function proofByDirectory(
  tx: Tx,
  { orgId, email }: Pick<User, 'orgId' | 'email'>,
): Promise<EmailProof | undefined> {
  const domain = email === null ? undefined : mailDomainOf(email);
  const isProved = domain !== undefined && (await isProvedDomain(tx, orgId, domain));
  return isProved ? { by: 'BY_ADMIN' } : undefined;
}
