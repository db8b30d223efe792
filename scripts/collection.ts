/**
 * Returns the operations of one resource of a collection, such as `/webhooks/{id}` and `/webhooks/{id}/test` of `/webhooks`,
 * each with the name of the placeholder. `/credentials/jit` creates in the collection above it.
 */
export function operationsOfOne<Operation extends { path: string }>(
  operations: readonly Operation[],
  collection: string,
): { operation: Operation; name: string }[] {
  const under = (base: string) =>
    operations.flatMap((operation) => {
      const rest = operation.path.startsWith(`${base}/`) ? operation.path.slice(base.length) : '';
      const [, name] = /^\/\{(\w+)\}(?:\/[^{}]*)?$/.exec(rest) ?? [];
      return name === undefined ? [] : [{ operation, name }];
    });
  const below = under(collection);
  return below.length > 0 ? below : under(collection.replace(/\/[^/{}]+$/, ''));
}
