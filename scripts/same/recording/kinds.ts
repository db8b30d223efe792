// The kinds of values that differ with each run.

/** A text with kinds in the places of such values, and the values in their order. */
export interface Kinds {
  text: string;
  values: string[];
}

interface Kind {
  kind: string;
  pattern: RegExp;
}

const exact: readonly Kind[] = [
  { kind: 'pem', pattern: /-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----/ },
  { kind: 'jwt', pattern: /\beyJ[\w-]{10,}\.[\w-]*\.[\w-]*(?:\.[\w-]+\.[\w-]+)?/ },
  { kind: 'id', pattern: /(?<![A-Za-z0-9])[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9A-Za-z])/ },
  { kind: 'key', pattern: /whsec_[0-9A-Za-z+/]{40,}={0,2}/ },
  { kind: 'ms', pattern: /(?<=")\d+ms(?=")/ },
  { kind: 'key', pattern: /(?:kd_[a-z]+|scim)_[0-9A-Za-z]{49}(?![0-9A-Za-z])/ },
  {
    kind: 'uuid',
    pattern: /(?<![0-9a-fA-F])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9a-fA-F])/,
  },
  {
    kind: 'time',
    pattern:
      /\b20\d\d-[01]\d-[0-3]\d[T ][0-2]\d(?::|%3A)[0-5]\d(?::|%3A)[0-6]\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/,
  },
  { kind: 'time', pattern: /\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d GMT/ },
  { kind: 'time', pattern: /(?<!\d)20\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-6]\d(?!\d)/ },
  { kind: 'date', pattern: /\b20\d\d-[01]\d-[0-3]\d\b/ },
  { kind: 'port', pattern: /(?<=(?:127\.0\.0\.\d+|localhost|\[::1\])(?::|%3A))\d{4,5}\b/ },
  { kind: 'bytes', pattern: /\\\\?x(?:[0-9a-f]{2}){8,}(?![0-9a-f])/ },
  // Identifiers of XML begin with an underscore. Tests make names of eight digits.
  {
    kind: 'hex',
    pattern: /(?<![0-9A-Za-z_-])(?:_?[0-9a-f]{24,}|[0-9A-F]{24,}|[0-9a-f]{8})(?![0-9A-Za-z_-])/,
  },
  // The secret of an authenticator app, and its QR code.
  { kind: 'base32', pattern: /(?<!\w)(?:[A-Z2-7]{4} ?){7}[A-Z2-7]{4}(?!\w)/ },
  { kind: 'qr', pattern: /(?:M\d+,\d+h\d+v\d+h-\d+z){20,}/ },
  // Codes that people type: of a device, and for recovery.
  { kind: 'code', pattern: /\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b/ },
  { kind: 'code', pattern: /(?<![\w-])[0-9a-z]{4}(?:-[0-9a-z]{4}){3}(?![\w-])/ },
  // Seconds, milliseconds and microseconds since 1970, from 2017 on.
  { kind: 'epoch', pattern: /(?<![\w.])1[5-9]\d{8}(?:\d{3}){0,2}(?:\.\d+)?(?!\w)/ },
];

/** Texts that are random only if they look so. */
const random: readonly Kind[] = [
  // Base64 of 24 characters or more, as a whole value.
  {
    kind: 'token',
    pattern: /(?:(?<=[>,])\/|(?<![^"'>=:,\s]))[0-9A-Za-z+][0-9A-Za-z+/]{23,}={0,2}(?![^"'<&;,\s\\])/,
  },
  // Base64url of 16 bytes or more.
  { kind: 'token', pattern: /(?<![0-9A-Za-z_-])[0-9A-Za-z_-]{21,}(?![0-9A-Za-z_-])/ },
];

/** The kind of a value in its place. The quotation marks are in no text of the product. */
export const kindMark = /‹([a-z0-9]+)›/g;

const either = (all: readonly Kind[], first = ''): RegExp =>
  new RegExp(first + all.map(({ pattern }) => `(${pattern.source})`).join('|'), 'g');
const exactPattern = either(exact);
const randomPattern = either(random, `${kindMark.source}|`);

/** Replaces what differs with each run by its kind: `‹usr›` for the id of a user, `‹time›`, `‹token›`. */
export function kindsOf(text: string): Kinds {
  const exactValues: string[] = [];
  const marked = text.replace(exactPattern, (match: string, ...groups: unknown[]) => {
    const { kind } = exact[groups.findIndex((group) => group !== undefined)] ?? { kind: 'text' };
    exactValues.push(match);
    return `‹${kind === 'id' ? match.slice(0, match.indexOf('_')) : kind}›`;
  });
  const values: string[] = [];
  let at = 0;
  const replaced = marked.replace(randomPattern, (match: string, mark?: string) => {
    if (mark === undefined && !looksRandom(match)) return match;
    values.push(mark === undefined ? match : (exactValues[at++] ?? match));
    return mark === undefined ? '‹token›' : match;
  });
  return { text: replaced, values };
}

/** Whether a text mixes cases as random text does: an identifier in camel case has few capitals. */
function looksRandom(text: string): boolean {
  const [upper, lower] = [count(text, /[A-Z]/g), count(text, /[a-z]/g)];
  if (upper > 0 && lower > 0 && /\d/.test(text)) return true;
  return Math.min(upper, lower) >= text.length / 4;
}

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Returns the kind of a value that is bound to a statement. */
export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return kindOfText(value);
  if (value instanceof Date) return 'time';
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return `${[...new Set(value.map(kindOfValue))].toSorted().join('|')}[]`;
  return typeof value === 'object' ? 'json' : typeof value;
}

function kindOfText(text: string): string {
  if (/^\s*[{[]/.test(text)) return isJson(text) ? 'json' : 'text[]';
  const [, only] = /^‹([a-z0-9]+)›$/.exec(kindsOf(text).text) ?? [];
  return only ?? 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
