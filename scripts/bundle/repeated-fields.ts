// Refuses a field that a request types again. The request can take it from the resource, or from another request about it.
import { isDeepStrictEqual } from 'node:util';
import { fieldFor, fieldsByHand, fieldsOf, takingOf } from './fields.ts';
import type { Mapping, Placed, Source, SourceResponse } from './source.ts';

interface Resource {
  file: Mapping;
  /** The schema of the resource, and those of the requests that create or change it. */
  schemas: { at?: Placed; name: string }[];
}

/** The file and the name of the schema of a body. */
function schemaOf(
  part: Pick<SourceResponse, 'content'> | undefined,
): [file: string, name: string] | undefined {
  const { $ref } = (part?.content?.['application/json']?.['schema'] ?? {}) as { $ref?: string };
  const [file, name] = $ref?.replace('../', '').split('#/') ?? [];
  return file !== undefined && name !== undefined ? [file, name] : undefined;
}

/** The schema that the responses about a resource share: `WebhookCore` of `Webhook` and of `WebhookWithSecret`. */
function coreOf(file: Mapping, name: string): string {
  const [first] = ((file[name] as Mapping | undefined)?.['allOf'] ?? []) as { $ref?: string }[];
  return first?.$ref?.startsWith('#/') ? first.$ref.slice(2) : name;
}

/** Returns a field without its default and `x-text`, because `x-created` and `x-written` can hold them. */
function compared(field: Mapping): Mapping {
  const { default: _, 'x-text': __, allOf, ...rest } = fieldFor('x-creates', field);
  if (!Array.isArray(allOf)) return rest;
  return allOf.length === 1 && Object.keys(rest).length === 0
    ? { ...(allOf[0] as Mapping) }
    : { allOf, ...rest };
}

function resourcesOf(source: Source): Iterable<Resource> {
  const found = new Map<string, Resource>();
  for (const at of source.operations) {
    const success = { post: '201', put: '200', patch: '200' }[at.method] ?? '';
    const [requests, request] = schemaOf(at.operation.requestBody) ?? [];
    const [responses, response] = schemaOf(at.operation.responses[success]) ?? [];
    if (request === undefined || response === undefined || requests !== responses) continue;
    const file = source.read(responses ?? '');
    const name = coreOf(file, response);
    const resource = found.get(`${responses}#/${name}`) ?? { file, schemas: [{ name }] };
    found.set(`${responses}#/${name}`, resource);
    resource.schemas.push({ at, name: request });
  }
  return found.values();
}

export function refuseRepeatedFields(source: Source): void {
  for (const { file, schemas } of resourcesOf(source)) {
    const schema = (name: string) => (file[name] ?? {}) as Mapping;
    for (const [index, { at, name }] of schemas.entries())
      for (const [field, own] of Object.entries(fieldsByHand(file, schema(name)))) {
        // A default of a change cannot be taken.
        if (at === undefined || (takingOf(schema(name)) === 'x-changes' && 'default' in own)) continue;
        const same = schemas.slice(0, index).find((one) => {
          const there = fieldsOf(file, schema(one.name))[field];
          return there !== undefined && isDeepStrictEqual(compared(there), compared(own));
        });
        if (same)
          source.report(
            at,
            `drop ${field} of ${name}: take it from ${same.name} with x-creates or x-changes`,
          );
      }
  }
}
