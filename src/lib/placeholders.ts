const placeholder = /\{([a-z]+)\}/g;

/** Returns the names of the placeholders of a text: `organization` of `Sign in to {organization}`. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/**
 * Replaces each placeholder of a text with its value. It reads the text once, so a value that looks like a placeholder stays as it is.
 * A placeholder without a value stays, too.
 */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );

/** Changes each value of placeholders. */
export const mapped = (
  values: Readonly<Record<string, string>>,
  to: (value: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
