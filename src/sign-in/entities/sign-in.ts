import { defineEntity, p } from '@mikro-orm/core';
import { lastingFilters, tenancyOf } from '../../platform/entities/owned.ts';

const SignInSchema = defineEntity({
  name: 'SignIn',
  tableName: 'sign_ins',
  properties: {
    orgId: p
      .string()
      .primary()
      .onCreate((_row, tx) => tenancyOf(tx).orgId),
    id: p.string().primary(),
    browserId: p.string(),
    // Known once the user has proved their identity, or has typed the name of a user who exists.
    userId: p.string().strictNullable().default(null),
    identifier: p.string().strictNullable().default(null),
    amr: p.array().default([]),
    authTime: p.datetime(3).strictNullable().default(null),
    multiFactor: p.boolean().default(false),
    returnTo: p.string(),
    clientId: p.string().strictNullable().default(null),
    serviceProviderId: p.string().strictNullable().default(null),
    locale: p.string().strictNullable().default(null),
    state: p.json<Record<string, unknown>>().onCreate(() => ({})),
    completedAt: p.datetime(3).strictNullable().default(null),
    createdAt: p.datetime(3).onCreate((_row: object, tx) => tenancyOf(tx).now),
    expiresAt: p.datetime(3),
  },
  filters: lastingFilters,
});

/** One attempt to sign in, bound to one browser; the only state between its pages (ADR 0028). */
export class SignIn extends SignInSchema.class {
  /** Whether the first factor is proved; until then `userId` is who they say they are. */
  isProved(): boolean {
    return this.amr.length > 0;
  }
}
SignInSchema.setClass(SignIn);
