import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const policyTypes = [
  'CREDENTIAL_LIFETIME',
  'ROTATION_AGE',
  'SCOPE_RESTRICTION',
  'IP_ALLOWLIST',
  'TIME_WINDOW',
  'INACTIVITY',
  'OWNER_REQUIRED',
  'USAGE_RATE',
] as const;
const modes = ['ENFORCE', 'REPORT_ONLY', 'DISABLED'] as const;
const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

export type PolicyType = (typeof policyTypes)[number];
export type PolicyMode = (typeof modes)[number];
export type PolicySeverity = (typeof severities)[number];
export type PolicyAction = 'DENY' | 'ALERT' | 'SUSPEND' | 'REVOKE';

const PolicySchema = defineEntity({
  name: 'Policy',
  tableName: 'policies',
  properties: {
    ...lasting,
    name: p.string(),
    description: p.string().strictNullable(),
    type: p.enum(policyTypes),
    mode: p.enum(modes),
    severity: p.enum(severities),
    identityTypes: p.array(),
    tags: p.array(),
    identityIds: p.array(),
    parameters: p.json<Record<string, unknown>>(),
    actions: p.array().$type<PolicyAction[]>(),
    // Only violations count, by statements of their own.
    violationCount: p.bigint('number').default(0),
    lastViolatedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** A rule about what identities and their credentials may do (decisions 6.4). A deleted policy is gone. */
export class Policy extends PolicySchema.class {}
PolicySchema.setClass(Policy);
