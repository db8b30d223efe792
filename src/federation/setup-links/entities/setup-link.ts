import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const types = ['OIDC', 'SAML'] as const;

/** A domain of a link. Its record has a text of the link alone, so that it shows who controls the DNS now. */
export interface SetupDomain {
  domain: string;
  /** The text of the record. */
  value: string;
  /** When the record was last found; null until then. */
  provedAt: string | null;
}

export type SetupLinkStatus = 'PENDING' | 'OPENED' | 'FINISHED' | 'EXPIRED' | 'REVOKED';

const SetupLinkSchema = defineEntity({
  name: 'SetupLink',
  tableName: 'federation_setup_links',
  properties: {
    ...lasting,
    name: p.string(),
    type: p.enum(types).strictNullable(),
    domains: p.json<SetupDomain[]>(),
    tokenHash: p.blob(),
    sessionHash: p.blob().strictNullable().default(null),
    draftId: p.string(),
    connectionId: p.string().strictNullable().default(null),
    connectionVersion: p.integer().strictNullable().default(null),
    works: p.integer().default(0),
    openedAt: p.datetime(3).strictNullable().default(null),
    finishedAt: p.datetime(3).strictNullable().default(null),
    appliedAt: p.datetime(3).strictNullable().default(null),
    revokedAt: p.datetime(3).strictNullable().default(null),
    expiresAt: p.datetime(3),
  },
  filters: lastingFilters,
});

/** A link with which the administrator of a customer connects an identity provider. A revoked one stays, so that lists show it. */
export class SetupLink extends SetupLinkSchema.class {
  statusAt(now: Date): SetupLinkStatus {
    if (this.revokedAt !== null) return 'REVOKED';
    if (this.finishedAt !== null) return 'FINISHED';
    if (this.expiresAt <= now) return 'EXPIRED';
    return this.openedAt === null ? 'PENDING' : 'OPENED';
  }

  provedDomains(): SetupDomain[] {
    return this.domains.filter(({ provedAt }) => provedAt !== null);
  }

  /** Ends the link and the session of its holder. */
  finish(now: Date): void {
    this.finishedAt ??= now;
    this.sessionHash = null;
  }

  /** Ends the link for good, and forgets what its holder has proved. */
  revoke(now: Date): void {
    this.revokedAt = now;
    this.sessionHash = null;
    this.domains = this.domains.map((one) => ({ ...one, provedAt: null }));
  }
}
SetupLinkSchema.setClass(SetupLink);
