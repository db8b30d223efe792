/** Returns a function that reads once and keeps the result. After a failure, the next call reads again. */
export function kept<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | undefined;
  return () => {
    found ??= read().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
