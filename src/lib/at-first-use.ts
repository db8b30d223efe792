/**
 * Makes a value at its first use, and keeps it: for parts of the service that few requests need, and that a start need not load. Callers
 * that come meanwhile wait for the same value. If it cannot be made, the next caller tries again.
 */
export function atFirstUse<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    if (!made) {
      const making = make();
      made = making;
      making.catch(() => {
        if (made === making) made = undefined;
      });
    }
    return made;
  };
}
