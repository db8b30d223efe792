import { createHmac, randomBytes } from 'node:crypto';
import { valueAt } from '../oidc/claim-source.ts';
import { nameIdFormats } from '../saml-messages/names.ts';
import { writableValue } from './attributes.ts';
import type { NameIdFormat } from '../saml-metadata/names.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import type { SamlSubject } from './sql/saml-subjects.ts';

type Named = Pick<ServiceProvider, 'entityId' | 'nameIdFormat' | 'nameIdAttribute' | 'attributeMappings'>;

const isFormat = (name: string): name is NameIdFormat =>
  name === 'persistent' || name === 'emailAddress' || name === 'transient' || name === 'unspecified';

/**
 * Returns the format of the name that a service provider gets.
 * @param asked the URN of `NameIDPolicy`; `unspecified` leaves the choice to the registration (SAML core section 3.4.1.1)
 * @returns undefined if it cannot have the format. An e-mail address is only for those who were given it
 */
export function formatFor(provider: Named, asked: string | null): NameIdFormat | undefined {
  if (asked === null || asked === nameIdFormats.unspecified) return provider.nameIdFormat;
  const [format] = Object.entries(nameIdFormats).find(([, urn]) => urn === asked) ?? [];
  if (format === undefined || !isFormat(format)) return undefined;
  const mayHaveEmail =
    provider.nameIdFormat === 'emailAddress' ||
    provider.attributeMappings.some(({ source }) => source === 'email');
  return format === 'emailAddress' && !mayHaveEmail ? undefined : format;
}

/**
 * Names a user for a service provider.
 * @param salt of the tenant. The persistent name follows from it, the entity id and the user. So it survives renames and a
 *   new registration, and two service providers cannot tell that they know the same user
 * @returns undefined if the user has no such name
 */
export function nameFor(
  { entityId, nameIdAttribute }: Named,
  format: NameIdFormat,
  user: SamlSubject,
  salt: Buffer,
): string | undefined {
  if (format === 'transient') return `_${randomBytes(20).toString('hex')}`;
  if (format === 'persistent')
    return createHmac('sha256', salt)
      .update(JSON.stringify(['saml', entityId, user.id]))
      .digest('base64url');
  if (format === 'emailAddress')
    return user.emailVerified || user.isManaged ? writableValue(user.email) : undefined;
  if (nameIdAttribute === null) return writableValue(user.username);
  return writableValue(valueAt(nameIdAttribute, { ...user, groups: user.groups.map(({ name }) => name) }));
}
