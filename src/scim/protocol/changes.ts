import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../../lib/field-change.ts';
import { isObject } from '../../lib/object.ts';
import { type ScimResource, valueOf } from './resource.ts';
import { everyAttribute, type ResourceType } from './schema.ts';

/**
 * Returns the differences between two canonical resources, by canonical paths. The value is null for what is
 * absent. Sub-attributes of a complex attribute are listed one by one, multi-valued attributes as a whole.
 * Read-only attributes follow from others and are left out. Secrets are always left out.
 */
export function changesBetween(type: ResourceType, before: ScimResource, after: ScimResource): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const attribute of everyAttribute(type)) {
    if (attribute.mutability === 'readOnly' || attribute.returned === 'never') continue;
    const [from, to] = [valueOf(type, before, attribute), valueOf(type, after, attribute)];
    if (from === undefined && to === undefined) continue;
    if (attribute.type !== 'complex' || attribute.multiValued) {
      note(changes, attribute.path, from, to);
      continue;
    }
    for (const { mutability, storage, path, name } of attribute.subAttributes.values()) {
      if (mutability === 'readOnly' || storage.computed === 'derived') continue;
      note(changes, path, part(from, name), part(to, name));
    }
  }
  return changes;
}

const part = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function note(changes: FieldChange[], field: string, from: unknown = null, to: unknown = null): void {
  if (!isDeepStrictEqual(from, to)) changes.push({ field, from, to });
}
