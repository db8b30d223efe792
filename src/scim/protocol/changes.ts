import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../../lib/field-change.ts';
import { isObject } from '../../lib/object.ts';
import { type ScimResource, valueOf } from './resource.ts';
import { everyAttribute, type ResourceType } from './schema.ts';

/**
 * What differs between two canonical resources, by canonical paths, null for what is absent: sub-attributes of a complex
 * attribute one by one, multi-valued attributes as a whole. Read-only attributes follow from others and are left out, secrets always.
 */
export function changesBetween(type: ResourceType, before: ScimResource, after: ScimResource): FieldChange[] {
  return everyAttribute(type)
    .filter(({ mutability, returned }) => mutability !== 'readOnly' && returned !== 'never')
    .flatMap((attribute) => {
      const [from, to] = [valueOf(type, before, attribute), valueOf(type, after, attribute)];
      if (attribute.type !== 'complex' || attribute.multiValued) return change(attribute.path, from, to);
      return [...attribute.subAttributes.values()]
        .filter(({ mutability, storage }) => mutability !== 'readOnly' && storage.computed !== 'derived')
        .flatMap((sub) => change(sub.path, part(from, sub.name), part(to, sub.name)));
    });
}

const part = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const change = (field: string, from: unknown = null, to: unknown = null): FieldChange[] =>
  isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
