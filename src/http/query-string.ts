/** A query that cannot be read. The message is a sentence for the client. */
export class QueryRefusal extends Error {
  override readonly name = 'QueryRefusal';
  /** The parameter's name as it was sent, cut to 64 characters. */
  readonly parameter: string;

  constructor(parameter: string, wrong: string) {
    super(`The query parameter ${JSON.stringify(parameter)} ${wrong}.`);
    this.parameter = parameter;
  }
}

/** The characters that an ASCII query may not contain unencoded: control characters, and characters outside ASCII. */
const notAscii = /[^\x20-\x7e]/;

/**
 * Reads the query of a request target, the text after `?`. Names and values are percent-decoded strictly and
 * `+` is a space (the form encoding of the URL standard); empty pairs (`&&`) are skipped; a name without `=`
 * has the value ''. A parameter that occurs more than once becomes an array in the order sent, so that the
 * caller can refuse it. The object has no prototype: `__proto__` is a parameter like any other.
 *
 * @throws {QueryRefusal} malformed percent-encoding, bytes that are not UTF-8 (an encoded surrogate
 *   included), NUL, or characters that should have been encoded (RFC 3986 section 3.4 allows ASCII only;
 *   Node would show raw bytes as Latin-1)
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  if (text === '') return query;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    if (notAscii.test(pair)) throw refusal(rawName, 'has characters that must be percent-encoded');
    const name = decode(rawName, rawName);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1), rawName);
    const known = query[name];
    if (known === undefined) query[name] = value;
    else if (typeof known === 'string') query[name] = [known, value];
    else known.push(value);
  }
  return query;
}

function decode(raw: string, rawName: string): string {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.includes('%')) return spaced;
  let text: string;
  try {
    text = decodeURIComponent(spaced);
  } catch {
    throw refusal(rawName, 'is not valid percent-encoded UTF-8');
  }
  if (text.includes('\0')) throw refusal(rawName, 'contains NUL (%00)');
  return text;
}

function refusal(rawName: string, wrong: string): QueryRefusal {
  return new QueryRefusal(rawName.slice(0, 64).toWellFormed(), wrong);
}
