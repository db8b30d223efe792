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

/** People who have something in common (decisions 6.8). Whoever changes its members holds the lock of its row. */
export class Group extends GroupSchema.class {}
GroupSchema.setClass(Group);
