import { randomBytes } from 'node:crypto';
import { groupsSource } from '../oidc/claim-source.ts';
import { readPairwiseSalt } from '../oidc/sql/oidc-subjects.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { mayUse } from '../platform/allowed-groups.ts';
import { type Grantor, requireAlso } from '../platform/grants.ts';
import { nameIdFormats, statusCodes } from '../saml-messages/names.ts';
import type { Attribute } from '../saml-messages/read/assertion.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { findUser } from '../users/directory/users.ts';
import { attributesFor } from './attributes.ts';
import type { NameIdFormat } from '../saml-metadata/names.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { formatFor, nameFor } from './name-ids.ts';
import { notRead, type Reading, readPreview } from './preview-reading.ts';
import { findServiceProvider } from './service-providers.ts';
import { findSamlSubject, type SamlSubject } from './sql/saml-subjects.ts';

export type PreviewRefusalCode = keyof typeof refusals;

/** The sign-on that a user would get at a service provider. */
export interface Preview {
  provider: ServiceProvider;
  /** In the order in which a sign-on meets them. */
  refusals: { code: PreviewRefusalCode; reason: string; status: string | null }[];
  nameId: { format: NameIdFormat; value: string; isExample: boolean } | null;
  attributes: Attribute[];
  /** The verdict of another implementation on the response. */
  reading: Reading;
}

/** Why a user is refused, and the status of the response. Without a status there is none. */
const refusals = {
  PROVIDER_DISABLED: ['The service provider is DISABLED. Set its status to ACTIVE.', null],
  USER_NOT_ACTIVE: ['The user may not sign in. Check the status and the end of the user.', null],
  NOT_IN_ALLOWED_GROUPS: [
    'The user is in none of the groups in allowedGroups. Add the user to a group, or change allowedGroups.',
    statusCodes.requestDenied,
  ],
  FORMAT_NOT_ALLOWED: [
    'The service provider may not have this format. Set nameIdFormat, or map an attribute to the address.',
    statusCodes.invalidNameIdPolicy,
  ],
  EMAIL_NOT_VERIFIED: [
    'The address of the user is neither verified nor managed by a directory, or there is none.',
    statusCodes.invalidNameIdPolicy,
  ],
  NO_IDENTIFIER: [
    'The user has no value in the field of nameIdAttribute that an identifier can hold.',
    statusCodes.invalidNameIdPolicy,
  ],
  ATTRIBUTES_TOO_LONG: [
    'The attributes of the user are longer than 256 KB. Map fewer lists in attributeMappings, or remove the user from groups.',
    statusCodes.tooManyResponses,
  ],
} as const;

/**
 * Applies the rules of a sign-on to a user, and changes nothing.
 * @param asked the format in `NameIDPolicy`
 * @param issuer our entity id
 * @throws {Failure} SP_NOT_FOUND, USER_NOT_FOUND, INSUFFICIENT_SCOPE; as readPreview()
 */
export async function previewSignOn(
  tx: Tx,
  providerId: string,
  { userId, nameIdFormat: asked }: { userId: string; nameIdFormat?: NameIdFormat },
  { caller, ...ours }: { caller: Pick<Grantor, 'scopes'>; vault: Vault; issuer: string },
): Promise<Preview> {
  const { orgId } = tenancyOf(tx);
  requireAlso(caller, 'directory.read');
  const provider = await findServiceProvider(tx, providerId);
  const showsGroups = provider.attributeMappings.some(({ source }) => source === groupsSource);
  if (provider.allowedGroups !== null || showsGroups) requireAlso(caller, 'groups.read');
  await findUser(tx, userId);
  const user = await findSamlSubject(tx, orgId, userId);
  const format = formatFor(provider, asked === undefined ? null : nameIdFormats[asked]);
  const nameId = user && format && (await nameIdOf(tx, provider, format, user));
  const attributes = user ? attributesFor(provider.attributeMappings, user) : [];
  const codes: PreviewRefusalCode[] = [];
  if (provider.status !== 'ACTIVE') codes.push('PROVIDER_DISABLED');
  if (!user) codes.push('USER_NOT_ACTIVE');
  else {
    const groupIds = user.groups.map(({ id }) => id);
    if (!mayUse(provider.allowedGroups, groupIds)) codes.push('NOT_IN_ALLOWED_GROUPS');
    if (format === undefined) codes.push('FORMAT_NOT_ALLOWED');
    else if (!nameId) codes.push(format === 'emailAddress' ? 'EMAIL_NOT_VERIFIED' : 'NO_IDENTIFIER');
    if (!attributes) codes.push('ATTRIBUTES_TOO_LONG');
  }
  const reading =
    codes.length === 0 && nameId && attributes
      ? await readPreview(tx, { provider, nameId, attributes }, ours)
      : notRead('The user would get no assertion.');
  return {
    provider,
    reading,
    refusals: codes.map((code) => ({ code, reason: refusals[code][0], status: refusals[code][1] })),
    nameId: nameId ?? null,
    attributes: attributes ?? [],
  };
}

/** A salt that no sign-on has made yet is not made here. */
async function nameIdOf(
  tx: Tx,
  provider: ServiceProvider,
  format: NameIdFormat,
  user: SamlSubject,
): Promise<Preview['nameId'] | undefined> {
  const salt = await readPairwiseSalt(tx, tenancyOf(tx).orgId);
  const value = nameFor(provider, format, user, salt ?? randomBytes(32));
  const isExample = format === 'transient' || (format === 'persistent' && salt === undefined);
  return value === undefined ? undefined : { format, value, isExample };
}
