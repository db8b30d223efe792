import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { domainOf, isEmailAddress } from '../../lib/email.ts';
import { authConfig } from '../auth-config.ts';
import { attributeFaults } from '../directory/engine/attribute-schema.ts';
import { readAttributeSchema } from '../directory/sql/attributes.ts';

/**
 * Tells whether the tenant lets people create an account. The page asks for no attributes, so registration is closed
 * if the attribute schema requires one.
 */
export async function isRegistrationOpen(em: EntityManager): Promise<boolean> {
  const { enabled } = (await authConfig(em)).registration;
  if (!enabled) return false;
  const { schema } = await readAttributeSchema(em, tenancyOf(em).orgId);
  return schema === null || Object.keys(attributeFaults(schema, {})).length === 0;
}

/** Tells whether an account may be created with this address. It says nothing of the users who exist. */
export async function mayRegister(em: EntityManager, email: string): Promise<boolean> {
  const { allowedDomains } = (await authConfig(em)).registration;
  const fits = allowedDomains.length === 0 || allowedDomains.includes(domainOf(email));
  return fits && isEmailAddress(email) && isRegistrationOpen(em);
}
