/** An `If-Match` that cannot be read. The message is a sentence for the client; the caller answers 400. */
export class EtagRefusal extends Error {
  override readonly name = 'EtagRefusal';
}

/** `entity-tag` of RFC 9110 section 8.8.3, the opaque part captured, and what separates it from the next. */
const member = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,[ \t,]*|$)/y;
const leading = /[ \t,]*/y;

/** The strong ETag of a configuration version: version 7 is `"7"` (decisions 6.1 "ETag"). */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The weak ETag of a version, as SCIM has it: `W/"7"` (decisions 6.1 "ETag", RFC 7644 section 3.14). */
export function weakEtagOf(version: number): string {
  return `W/${etagOf(version)}`;
}

/**
 * Whether an `If-Match` header allows a change of a resource that exists with this version
 * (RFC 9110 section 13.1.1): `*` does, and so does a list with its ETag. By the strong comparison a weak tag
 * (`W/"7"`) matches nothing; by the weak one, which SCIM asks for, `"7"` and `W/"7"` are the same. Empty members are skipped (RFC 9110 section 5.6.1).
 *
 * A malformed header is refused rather than read as "no match": a client that forgets the quotes would
 * look for a conflict that is not there.
 *
 * @throws {EtagRefusal} the header is neither `*` nor a list of entity tags with at least one member
 */
export function matches(ifMatch: string, version: number, comparison: 'strong' | 'weak' = 'strong'): boolean {
  const text = ifMatch.trim();
  if (text === '*') return true;
  const wanted = String(version);
  leading.lastIndex = 0;
  leading.test(text);
  let at = leading.lastIndex;
  let found = false;
  do {
    member.lastIndex = at;
    const tag = member.exec(text);
    if (tag === null) {
      throw new EtagRefusal('If-Match must be * or a list of entity tags in double quotes, such as "7".');
    }
    if (tag[2] === wanted && (comparison === 'weak' || tag[1] === undefined)) found = true;
    at = member.lastIndex;
  } while (at < text.length);
  return found;
}
