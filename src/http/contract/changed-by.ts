import document from '../../../generated/requests.json' with { type: 'json' };
import type { OperationId } from '../../operation.ts';

const calls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = document['x-changed-by'];

/**
 * Says which operations change a field that an operation shows and does not take: those that the field's schema names in
 * `x-changed-by`.
 */
export function changedBy(id: OperationId, name: string): string | undefined {
  const fields = calls[id] ?? {};
  const named = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return named && `use ${named.join(', ')} to change it`;
}
