import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { attributeFaults, schemaMistakes } from './engine/attribute-schema.ts';
import { type AttributeSchemaRow, readAttributeSchema, writeAttributeSchema } from './sql/attributes.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Grantor } from '../../platform/grants.ts';
import { requireVersion } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Says what may stand in the attributes of people from now on; those who are there stay as they are.
 * @throws {Failure} VALIDATION_ERROR, PRECONDITION_FAILED
 */
export async function replaceAttributeSchema(
  tx: Tx,
  schema: Record<string, unknown> | null,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<{ row: AttributeSchemaRow; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  refuse(schema === null ? {} : schemaMistakes(schema));
  const lock = await lockTenant(tx, orgId);
  const before = await readAttributeSchema(tx, orgId);
  requireVersion(before, ifMatch);
  const row = { schema, version: before.version + 1, updatedAt: now, updatedBy: grantor.actor.id };
  await writeAttributeSchema(tx, lock, row);
  return { row, changes: [{ field: 'schema', from: before.schema, to: schema }] };
}

/**
 * To be called with all attributes that a person will have, and only when they change: a person from before the schema
 * may keep what they have.
 * @throws {Failure} VALIDATION_ERROR with `attributes.<name>` and what it must be
 */
export async function requireAttributesFit(tx: Tx, attributes: Record<string, unknown>): Promise<void> {
  const { schema } = await readAttributeSchema(tx, tenancyOf(tx).orgId);
  requireFit(schema, attributes);
}

/** As {@link requireAttributesFit}, where the schema was read before. */
export function requireFit(
  schema: Record<string, unknown> | null,
  attributes: Record<string, unknown>,
): void {
  refuse(schema === null ? {} : attributeFaults(schema, attributes));
}

function refuse(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Failure('VALIDATION_ERROR', fields);
}
