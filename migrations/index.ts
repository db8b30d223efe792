import { Migration0001Kernel } from './0001_kernel.ts';
import { Migration0002Directory } from './0002_directory.ts';
import { Migration0003Scim } from './0003_scim.ts';
import { Migration0004AttributeSchema } from './0004_attribute_schema.ts';
import { Migration0005Webhooks } from './0005_webhooks.ts';

/** Every migration, in order. A migration that has been released is never edited; add another one. */
export const migrations = [
  { name: '0001_kernel', class: Migration0001Kernel },
  { name: '0002_directory', class: Migration0002Directory },
  { name: '0003_scim', class: Migration0003Scim },
  { name: '0004_attribute_schema', class: Migration0004AttributeSchema },
  { name: '0005_webhooks', class: Migration0005Webhooks },
];
