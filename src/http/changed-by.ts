import document from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { isObject, ownValue } from '../lib/object.ts';
import type { OperationId } from '../operation.ts';

/** Resolves a reference of the contract. */
function follow(node: unknown): unknown {
  const reference = ownValue(node, '$ref');
  if (typeof reference !== 'string') return node;
  let target: unknown = document;
  for (const step of reference.slice(2).split('/')) target = ownValue(target, step);
  return follow(target);
}

/** The schema of a field, by a schema itself or by what composes it. */
function fieldOf(node: unknown, name: string): unknown {
  const schema = follow(node);
  const own = ownValue(ownValue(schema, 'properties'), name);
  if (own !== undefined) return follow(own);
  const parts = ownValue(schema, 'allOf');
  if (!Array.isArray(parts)) return undefined;
  return (parts as unknown[]).map((part) => fieldOf(part, name)).find((found) => found !== undefined);
}

const isOperation = (id: unknown): id is OperationId =>
  typeof id === 'string' && Object.hasOwn(operations, id);

/**
 * Says which operations change a field that an operation shows and does not take: those that the field's schema names in
 * `x-changed-by`. It reads the contract at every call, because only refusals ask.
 */
export function changedBy(id: OperationId, name: string): string | undefined {
  const { path, method, statuses } = operations[id];
  const operation = ownValue(ownValue(document.paths, path), method.toLowerCase());
  const success = statuses.find((status) => status < 300);
  const answer = follow(ownValue(ownValue(operation, 'responses'), String(success)));
  const media = ownValue(ownValue(answer, 'content'), 'application/json');
  const field = fieldOf(ownValue(media, 'schema'), name);
  const named = isObject(field) ? field['x-changed-by'] : undefined;
  if (!Array.isArray(named)) return undefined;
  const calls = named.filter(isOperation).map((one) => `${operations[one].method} ${operations[one].path}`);
  return `use ${calls.join(', ')} to change it`;
}
