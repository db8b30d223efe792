import { nameIdFormats } from '../../saml-messages/names.ts';
import type { Assertion, AuthnStatement } from '../../saml-messages/read/assertion.ts';
import type { NameId } from '../../saml-messages/read/header.ts';
import type { Connection } from './entities/connection.ts';
import type { UpstreamIdentity } from '../linking/identity.ts';
import { spAddresses } from './sp-addresses.ts';
import { claimsOf, methodsAttribute, valuesByName } from './saml-claims.ts';
import { writeSamlHint } from './saml-hints.ts';
import { keyOfAttribute, keyOfName, nameOfLogin } from './saml-names.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { vouchedEmail } from '../linking/vouched-email.ts';

/** Reads the user from a verified assertion, or from what a preview is given. @throws {SocialTrouble} */
export function samlIdentity(
  connection: Connection,
  { nameId, attributes, authnStatements }: Pick<Assertion, 'nameId' | 'attributes' | 'authnStatements'>,
  baseUrl: string,
): UpstreamIdentity {
  const idpEntityId = connection.idpEntityId ?? '';
  const { metadataUrl: spEntityId } = spAddresses(baseUrl, connection.id);
  const parties = { idpEntityId, spEntityId };
  const values = valuesByName(attributes);
  const claims = claimsOf(values, nameId, connection.groupsClaim);
  const key = keyOf(connection, { nameId, values, parties });
  const [first] = authnStatements;
  return {
    key,
    subject: nameId ? nameOfLogin(nameId, parties) : key,
    session: sessionOf(first),
    hint: writeSamlHint({ nameId, sessionIndex: first?.sessionIndex }),
    vouchedEmail: vouchedEmail(idpEntityId, connection, claims),
    authTime: earliest(authnStatements.map(({ authnInstant }) => authnInstant)),
    sessionEndsAt: earliest(authnStatements.map(({ sessionNotOnOrAfter }) => sessionNotOnOrAfter)),
    // One statement says how. Others may be about other sessions.
    acr: first?.authnContextClass ?? null,
    amr: (values.get(methodsAttribute) ?? []).slice(0, 50),
    claims,
  };
}

interface Named {
  nameId: NameId | undefined;
  values: ReadonlyMap<string, readonly string[]>;
  parties: { idpEntityId: string; spEntityId: string };
}

/** Returns the key that links the user, for good. */
function keyOf({ subjectAttribute }: Connection, { nameId, values, parties }: Named): string {
  if (subjectAttribute !== null) {
    const [value = '', ...others] = new Set(values.get(subjectAttribute) ?? []);
    if (value.trim() === '') throw new SocialTrouble('The assertion lacks the attribute in subjectAttribute');
    if (others.length > 0)
      throw new SocialTrouble('The attribute in subjectAttribute has several values in the assertion');
    return keyOfAttribute(subjectAttribute, value);
  }
  if (!nameId)
    throw new SocialTrouble('The assertion has no NameID, and the connection has no subjectAttribute');
  if (nameId.format === nameIdFormats.transient)
    throw new SocialTrouble(
      'The NameID is transient, so that it does not name the user the next time. Set subjectAttribute, or another nameIdFormat',
    );
  return keyOfName(nameId, parties);
}

/** As long as the column of logins takes it. A longer one is not kept: the user is then signed out of all sessions. */
const longestSession = 255;

function sessionOf(statement: AuthnStatement | undefined): string | null {
  const session = statement?.sessionIndex;
  return session === undefined || session === '' || session.length > longestSession ? null : session;
}

function earliest(times: readonly (Date | undefined)[]): Date | null {
  const known = times.filter((time) => time !== undefined).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
