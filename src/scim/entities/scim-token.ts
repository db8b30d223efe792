import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';

const profiles = ['GENERIC', 'OKTA', 'ENTRA', 'GOOGLE', 'ONELOGIN', 'JUMPCLOUD'] as const;

export type ScimProfile = (typeof profiles)[number];
export type ScimPermission = 'users.read' | 'users.write' | 'groups.read' | 'groups.write';
export type ScimTokenStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

const ScimTokenSchema = defineEntity({
  name: 'ScimToken',
  tableName: 'scim_tokens',
  properties: {
    ...lasting,
    name: p.string(),
    tokenHash: p.blob(),
    tokenLast4: p.string(),
    profile: p.enum(profiles),
    permissions: p.array().$type<ScimPermission[]>(),
    allowedIps: p.array().strictNullable(),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable().default(null),
    lastUsedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/**
 * A secret that a directory presents to provision users and groups (decisions 6.9). Revoked tokens stay, so
 * that lists show them.
 */
export class ScimToken extends ScimTokenSchema.class {
  statusAt(now: Date): ScimTokenStatus {
    if (this.revokedAt !== null) return 'REVOKED';
    return this.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
  }
}
ScimTokenSchema.setClass(ScimToken);
