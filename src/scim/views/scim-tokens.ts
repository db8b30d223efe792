import { pick } from '../../lib/object.ts';
import type { ScimTokenWithSecret, ScimToken as ScimTokenBody } from '../../../generated/types/types.gen.ts';
import type { ScimToken } from '../entities/scim-token.ts';
import { scimTokenPrefix } from '../../lib/secret.ts';
import type { ScimTokenRow } from '../sql/scim-tokens.ts';

export const viewScimTokenRow = (row: ScimTokenRow): ScimTokenBody => ({
  id: row.id,
  name: row.name,
  tokenPrefix: scimTokenPrefix,
  last4: row.tokenLast4,
  profile: row.profile,
  permissions: row.permissions,
  allowedIps: row.allowedIps,
  status: row.status,
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
});

/** With the secret, which no other view has. */
export function viewNewScimToken(token: ScimToken, secret: string, now: Date): ScimTokenWithSecret {
  const row = {
    ...pick(token, [
      'id',
      'name',
      'tokenLast4',
      'profile',
      'permissions',
      'allowedIps',
      'expiresAt',
      'lastUsedAt',
      'createdAt',
      'createdBy',
    ]),
    status: token.statusAt(now),
  };
  return { ...viewScimTokenRow(row), token: secret };
}
