const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = `${token}=(?:${token}|"(?:[^"\\\\]|\\\\.)*")`;
/**
 * One member of `Accept` (RFC 9110 section 12.5.1): type, subtype, parameters, up to its comma. Written so
 * that each character has one way to match: a header of 16 KB costs one pass.
 */
const member = new RegExp(
  `[ \\t]*(${token})/(${token})((?:[ \\t]*;(?:[ \\t]*${parameter})?)*)[ \\t]*(?:,|$)`,
  'y',
);
const parameters = new RegExp(`;[ \\t]*(${parameter})`, 'g');
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Whether an `Accept` header allows at least one of the media types (RFC 9110 section 12.5.1). Of the members
 * that fit a type the most specific one decides (the type itself, its family, then anything), and its `q=0`
 * excludes. Parameters other than `q` are ignored, and so are malformed members; a header that is absent or
 * has no well-formed member accepts everything.
 *
 * @param types media types without parameters, in lower case, such as `application/json`
 */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  if (header === undefined || header === '' || header === '*/*') return true;
  // What most clients send.
  if (types.includes(header)) return true;
  const ranges = rangesOf(header.toLowerCase());
  if (ranges.size === 0) return true;
  return types.some((type) => {
    const family = `${type.slice(0, type.indexOf('/'))}/*`;
    return ranges.get(type) ?? ranges.get(family) ?? ranges.get('*/*') ?? false;
  });
}

/** Each range of a lower-case header, and whether any of its members has a weight above zero. */
function rangesOf(header: string): Map<string, boolean> {
  const ranges = new Map<string, boolean>();
  let at = 0;
  while (at < header.length) {
    member.lastIndex = at;
    const [all, type, subtype, rest = ''] = member.exec(header) ?? [];
    if (all === undefined) {
      const comma = header.indexOf(',', at);
      if (comma === -1) break;
      at = comma + 1;
      continue;
    }
    at = member.lastIndex;
    const q = weightOf(rest);
    if (!qvalue.test(q) || (type === '*' && subtype !== '*')) continue;
    const range = `${type}/${subtype}`;
    ranges.set(range, Number(q) > 0 || ranges.get(range) === true);
  }
  return ranges;
}

/** The text of the `q` parameter, read parameter by parameter: one inside a quoted string is no weight. */
function weightOf(rest: string): string {
  for (const [, text = ''] of rest.matchAll(parameters)) if (text.startsWith('q=')) return text.slice(2);
  return '1';
}
