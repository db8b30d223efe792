import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const types = ['IP', 'COUNTRY'] as const;

const NamedLocationSchema = defineEntity({
  name: 'NamedLocation',
  tableName: 'named_locations',
  properties: {
    ...lasting,
    name: p.string(),
    type: p.enum(types),
    ipRanges: p.array(),
    countries: p.array(),
    isTrusted: p.boolean(),
    includeUnknown: p.boolean(),
  },
  filters: lastingFilters,
});

/** Address ranges or countries that policies of conditional access name (decisions 6.12). A deletion removes its row. */
export class NamedLocation extends NamedLocationSchema.class {}
NamedLocationSchema.setClass(NamedLocation);
