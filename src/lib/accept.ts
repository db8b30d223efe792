const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = `${token}=(?:${token}|"(?:[^"\\\\]|\\\\.)*")`;
/**
 * One member of `Accept` (RFC 9110 section 12.5.1): type, subtype, parameters, up to its comma. A lone asterisk stands for
 * both, as Java's own client sends it. Written so that each character has one way to match: a header of 16 KB costs one pass.
 */
const member = new RegExp(
  `[ \\t]*(${token})(?:/(${token}))?((?:[ \\t]*;(?:[ \\t]*${parameter})?)*)[ \\t]*(?:,|$)`,
  'y',
);
const parameters = new RegExp(`;[ \\t]*(${parameter})`, 'g');
/** More than the grammar has: `.2`, which Java's own client sends, and any number of digits. */
const qvalue = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * The wish of a header for a type. `weight`: how much the type is wanted. `named`: whether by its name (2), its
 * family (1) or as anything (0).
 */
interface Wish {
  weight: number;
  named: number;
}

interface Ranges {
  weights: ReadonlyMap<string, number>;
  /** Whether a part of the header could not be read. The header may then accept other types too. */
  malformed: boolean;
}

/**
 * Returns whether an `Accept` header allows at least one of the media types (RFC 9110 section 12.5.1). If several
 * members fit a type, the most specific one decides: the type itself, its family, then anything. A `q=0` of that member
 * excludes the type. Parameters other than `q` are ignored. A header that is absent, or has a member that cannot be
 * read, accepts all types that it does not exclude.
 *
 * @param types media types without parameters, in lower case, such as `application/json`
 */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  if (header === undefined || header === '' || header === '*/*') return true;
  // Most clients send one of the types as it is.
  if (types.includes(header)) return true;
  const ranges = rangesOf(header.toLowerCase());
  return types.some((type) => wishFor(type, ranges).weight > 0);
}

/** Whether an answer is read by a program: JSON is wanted more than a page, or named where a page is not. */
export const prefersJson = (header: string | undefined): boolean =>
  isWantedMore(header, 'application/json', 'text/html');

/** Whether an answer is read by a person: a page is wanted more than JSON, or named where JSON is not. Browsers name pages. */
export const prefersHtml = (header: string | undefined): boolean =>
  isWantedMore(header, 'text/html', 'application/json');

/** Whether a type is wanted more than another one, or named where the other one is not. */
export function isWantedMore(header: string | undefined, type: string, other: string): boolean {
  // Most clients send one of these, and nothing has to be read.
  if (header === undefined || header === '*/*' || header === other) return false;
  const ranges = rangesOf(header.toLowerCase());
  const [one, another] = [wishFor(type, ranges), wishFor(other, ranges)];
  if (one.weight !== another.weight) return one.weight > another.weight;
  return one.weight > 0 && one.named > another.named;
}

function wishFor(type: string, { weights, malformed }: Ranges): Wish {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const [at, range] of [type, family, '*/*'].entries()) {
    const weight = weights.get(range);
    if (weight !== undefined) return { weight, named: 2 - at };
  }
  return { weight: malformed || weights.size === 0 ? 1 : 0, named: 0 };
}

/** Each range of a lower-case header, and the largest weight that its members have. */
function rangesOf(header: string): Ranges {
  const weights = new Map<string, number>();
  let malformed = false;
  let at = 0;
  while (at < header.length) {
    member.lastIndex = at;
    const [all, type = '', subtype = type === '*' ? '*' : undefined, rest = ''] = member.exec(header) ?? [];
    const q = weightOf(rest);
    if (all === undefined) {
      const comma = header.indexOf(',', at);
      // An empty member does not count (RFC 9110 section 5.6.1).
      malformed ||= header.slice(at, comma === -1 ? undefined : comma).trim() !== '';
      if (comma === -1) break;
      at = comma + 1;
      continue;
    }
    at = member.lastIndex;
    if (subtype === undefined || !qvalue.test(q) || (type === '*' && subtype !== '*')) {
      malformed = true;
      continue;
    }
    const range = `${type}/${subtype}`;
    weights.set(range, Math.max(Math.min(Number(q), 1), weights.get(range) ?? 0));
  }
  return { weights, malformed };
}

/**
 * Returns the text of the `q` parameter. Reads parameter by parameter, because a `q` inside a quoted string is not a
 * weight.
 */
function weightOf(rest: string): string {
  for (const [, text = ''] of rest.matchAll(parameters)) if (text.startsWith('q=')) return text.slice(2);
  return '1';
}
