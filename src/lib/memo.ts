/**
 * Keeps values that are expensive to make, by the text that they are made of. If there are more than `most`, the value that was not
 * used for longest goes. The text must name everything that the value depends on, because nothing else replaces a value.
 *
 * @returns a function that returns the kept value, or makes it. If `make` throws, nothing is kept
 */
export function memo<Value>(most: number): (text: string, make: () => Value) => Value {
  const kept = new Map<string, { value: Value }>();
  return (text, make) => {
    const entry = kept.get(text) ?? { value: make() };
    kept.delete(text);
    kept.set(text, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return entry.value;
  };
}
