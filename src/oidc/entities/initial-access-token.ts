import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';
import type { RegistrationTemplate } from '../registration-rules.ts';
import type { AuthMethod } from './oidc-client.ts';

export type InitialAccessTokenStatus = 'ACTIVE' | 'USED_UP' | 'EXPIRED' | 'REVOKED';

const InitialAccessTokenSchema = defineEntity({
  name: 'InitialAccessToken',
  tableName: 'oidc_initial_access_tokens',
  properties: {
    ...lasting,
    name: p.string(),
    tokenHash: p.blob(),
    tokenLast4: p.string(),
    applicationTypes: p.array().$type<('web' | 'native')[]>(),
    authMethods: p.array().$type<Exclude<AuthMethod, 'client_secret_post'>[]>(),
    redirectHosts: p.array().strictNullable(),
    scopes: p.array().strictNullable(),
    accessTokenTtl: p.integer(),
    refreshTokenTtl: p.integer(),
    maxUses: p.integer(),
    uses: p.integer().default(0),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable().default(null),
    lastUsedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** A secret with which clients are registered (RFC 7591), and what such clients may be. Revoked tokens stay, so that lists show them. */
export class InitialAccessToken extends InitialAccessTokenSchema.class {
  statusAt(now: Date): InitialAccessTokenStatus {
    if (this.revokedAt !== null) return 'REVOKED';
    if (this.expiresAt <= now) return 'EXPIRED';
    return this.uses >= this.maxUses ? 'USED_UP' : 'ACTIVE';
  }

  /** The rules for clients that are registered with the token. */
  template(): RegistrationTemplate {
    const { applicationTypes, authMethods, redirectHosts, scopes, accessTokenTtl, refreshTokenTtl } = this;
    return { applicationTypes, authMethods, redirectHosts, scopes, accessTokenTtl, refreshTokenTtl };
  }
}
InitialAccessTokenSchema.setClass(InitialAccessToken);
