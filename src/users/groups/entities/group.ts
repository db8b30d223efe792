import { defineEntity, p } from '@mikro-orm/core';
import { directorySources } from '../../directory/entities/directory-source.ts';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const GroupSchema = defineEntity({
  name: 'Group',
  tableName: 'groups',
  properties: {
    ...lasting,
    name: p.string(),
    description: p.string().strictNullable(),
    externalId: p.string().strictNullable(),
    source: p.enum(directorySources).default('LOCAL'),
    scopes: p.array().default([]),
    memberCount: p.integer().default(0),
  },
  filters: lastingFilters,
});

/**
 * Users who have something in common (decisions 6.8). A change of its members locks its row first.
 *
 * The triggers `groups_count_new` and `groups_count_gone` record new and deleted groups in `quota_deltas`
 * (platform/sql/counters.ts). `groups_name_gone` and `groups_name_changed` give the name of a group that is deleted or renamed to the oldest
 * double (ADR 0098).
 */
export class Group extends GroupSchema.class {}
GroupSchema.setClass(Group);
