import type { AttributeSchema } from '../../../../generated/types/types.gen.ts';
import type { AttributeSchemaRow } from '../sql/attributes.ts';

export const viewAttributeSchema = ({
  schema,
  updatedAt,
  updatedBy,
}: AttributeSchemaRow): AttributeSchema => ({
  schema,
  updatedAt: updatedAt?.toISOString() ?? null,
  updatedBy,
});
