import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const trusts = ['compliant', 'managed', 'unmanaged'] as const;
const platforms = ['android', 'ios', 'linux', 'macos', 'windows', 'other'] as const;

const AccessDeviceSchema = defineEntity({
  name: 'AccessDevice',
  tableName: 'access_devices',
  properties: {
    ...lasting,
    userId: p.string(),
    platform: p.enum(platforms),
    trust: p.enum(trusts),
    trustExpiresAt: p.datetime(3).strictNullable(),
    certificateThumbprints: p.array(),
  },
  filters: lastingFilters,
});

/** A device of a user. Its id is that of the MDM. A deleted one is gone. */
export class AccessDevice extends AccessDeviceSchema.class {}
AccessDeviceSchema.setClass(AccessDevice);
