/**
 * Whether a text is what a pattern says, in which `*` stands for any characters, none and `/` and `:` among them, and
 * every other character for itself. No regular expression is made of it: each part between two `*` is looked for once,
 * where it comes first.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}
