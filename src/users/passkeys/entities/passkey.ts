import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const deviceTypes = ['single', 'multi'] as const;

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    ...lasting,
    userId: p.string(),
    name: p.string(),
    credentialId: p.blob(),
    publicKey: p.blob(),
    counter: p.bigint('number'),
    aaguid: p.string(),
    transports: p.array().default([]),
    deviceType: p.enum(deviceTypes),
    backedUp: p.boolean(),
    // A key works for this host alone: what was made before the setting changed is known by it.
    rpId: p.string(),
    lastUsedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** A public key that a person signs in with (decisions 6.6). `multi`: it is on every device of theirs. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);
