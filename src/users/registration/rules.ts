import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { domainOf } from '../../lib/email.ts';
import { authConfig } from '../auth-config.ts';
import { attributeFaults } from '../directory/engine/attribute-schema.ts';
import { readAttributeSchema } from '../directory/sql/attributes.ts';

/**
 * Tells whether the tenant lets people create an account. The page asks for no attributes, so registration is closed
 * if the attribute schema requires one.
 */
export async function isRegistrationOpen(tx: Tx): Promise<boolean> {
  const { enabled } = (await authConfig(tx)).registration;
  if (!enabled) return false;
  const { schema } = await readAttributeSchema(tx, tenancyOf(tx).orgId);
  return schema === null || Object.keys(attributeFaults(schema, {})).length === 0;
}

/** Tells whether an account may be created with this address. It says nothing of the users who exist. */
export const mayRegister = async (tx: Tx, email: string): Promise<boolean> =>
  isRegistrable(email) && (await isOfAllowedDomain(tx, email)) && isRegistrationOpen(tx);

export async function isOfAllowedDomain(tx: Tx, email: string): Promise<boolean> {
  const { allowedDomains } = (await authConfig(tx)).registration;
  return allowedDomains.length === 0 || allowedDomains.includes(domainOf(email));
}

/**
 * Tells whether an account may have this address: one that browsers accept (HTML, section 4.10.5.1.5), at a domain with a dot.
 * All of it is ASCII. Mail programs fold other letters, so two spellings would be two accounts of one mailbox.
 */
export const isRegistrable = (email: string): boolean => email.length <= 254 && form.test(email);

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const form = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+${label}$`, 'i');
