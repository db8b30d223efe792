import type { NameId } from '../../saml-messages/read/header.ts';

/** The names of a login in a LogoutRequest (SAML core section 3.7.1). */
export interface SamlHint {
  /** Exactly as the identity provider gave it. Some of them compare the qualifiers, too. */
  nameId: NameId;
  /** How it names its session; null if it does not. */
  sessionIndex: string | null;
}

/** In bytes. It waits with a response, which needs the room for other things. */
const longest = 1_000;

/** Writes a hint as text. @returns null without a NameID, and for a long one */
export function writeSamlHint({
  nameId,
  sessionIndex,
}: {
  nameId: NameId | undefined;
  sessionIndex: string | undefined;
}): string | null {
  if (!nameId) return null;
  const text = JSON.stringify({ nameId, sessionIndex: sessionIndex ?? null } satisfies SamlHint);
  return Buffer.byteLength(text) <= longest ? text : null;
}

/** Reads a text of {@link writeSamlHint}, which was sealed. */
export const readSamlHint = (text: string): SamlHint => JSON.parse(text) as SamlHint;

/**
 * Says that the NameID has white space around it: it counts, so the user is another one than without it. Many identity providers cut it
 * in one place only.
 * @param hint a text of {@link writeSamlHint}; null for a long NameID
 */
export function remarkOnName(hint: string | null): { remark?: string } {
  if (hint === null) return {};
  const { value } = readSamlHint(hint).nameId;
  return value === value.trim() ? {} : { remark: 'The NameID has white space around it, which counts' };
}
