import type { AttributeSchema } from '../../generated/types/types.gen.ts';
import type { AttributeSchemaRow } from '../queries/attribute-schema.ts';

export const viewAttributeSchema = ({
  schema,
  updatedAt,
  updatedBy,
}: AttributeSchemaRow): AttributeSchema => ({
  schema,
  updatedAt: updatedAt?.toISOString() ?? null,
  updatedBy,
});
