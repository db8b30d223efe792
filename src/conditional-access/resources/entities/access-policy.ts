import { defineEntity, p } from '@mikro-orm/core';
import type { Conditions, Requirement, SessionLimits } from '../../judge/types.ts';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const statuses = ['ENABLED', 'REPORT_ONLY', 'DISABLED'] as const;
const decisions = ['ALLOW', 'BLOCK', 'REQUIRE'] as const;

const AccessPolicySchema = defineEntity({
  name: 'AccessPolicy',
  tableName: 'access_policies',
  properties: {
    ...lasting,
    name: p.string(),
    description: p.string().strictNullable(),
    priority: p.integer(),
    status: p.enum(statuses),
    conditions: p.json<Conditions>(),
    judgesMachines: p.boolean(),
    decision: p.enum(decisions),
    requirements: p.array().$type<Requirement[]>(),
    session: p.json<SessionLimits>(),
    // Only decisions count, by statements of their own.
    matchCount: p.bigint('number').default(0),
    lastMatchedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** A policy of conditional access (decisions 6.12). A deletion removes its row. */
export class AccessPolicy extends AccessPolicySchema.class {}
AccessPolicySchema.setClass(AccessPolicy);
