import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify';
import { base64Of } from '../saml-messages/build/parts.ts';
import type { AssertionContent } from '../saml-messages/build/response.ts';
import type { EncryptionPair } from '../saml-metadata/encryption-pair.ts';

/** The parties of a response, as Keyward knows them. samlify sees none of the partner's own XML. */
export interface Parties {
  /** Our entity id. */
  issuer: string;
  /** The certificate of the key that signed, in PEM. */
  certificate: string;
  entityId: string;
  acsUrl: string;
  signAssertions: boolean;
  signResponses: boolean;
  /** The key that decrypts the assertion; absent if it is not encrypted. */
  decryptsWith?: EncryptionPair;
}

// samlify reads nothing without a validator. What it reads here was written by `saml-messages/build`, and
// test/saml-messages/unit/schemas.test.ts holds that against the schemas.
setSchemaValidator({ validate: () => Promise.resolve('written by Keyward') });

/**
 * Lets samlify read a response as a service provider does, and compares what it reads with what was written. It computes on the event
 * loop: 60 ms for 64 KB.
 * @param xml the response that Keyward would send. It must be our own: samlify accepts wrapped messages (ADR 0060)
 * @returns why samlify refuses or misreads it, in one sentence; undefined if it reads what was written
 */
export async function readBySamlify(
  xml: string,
  parties: Parties,
  written: Written,
): Promise<string | undefined> {
  const { issuer, certificate, entityId, acsUrl, decryptsWith } = parties;
  const endpoint = (Location: string) => [{ Binding: Constants.namespace.binding.post, Location }];
  try {
    const sender = IdentityProvider({
      entityID: issuer,
      signingCert: base64Of(certificate),
      isAssertionEncrypted: decryptsWith !== undefined,
      singleSignOnService: endpoint(issuer),
      singleLogoutService: endpoint(issuer),
    });
    const reader = ServiceProvider({
      entityID: entityId,
      wantAssertionsSigned: parties.signAssertions,
      wantMessageSigned: parties.signResponses,
      assertionConsumerService: endpoint(acsUrl),
      ...(decryptsWith && {
        encryptCert: base64Of(decryptsWith.certificate),
        encPrivateKey: decryptsWith.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      }),
    });
    const { extract } = await reader.parseLoginResponse(sender, 'post', {
      body: { SAMLResponse: Buffer.from(xml).toString('base64') },
    });
    return misreading(extract, written, acsUrl);
  } catch (error) {
    return refusalOf(error);
  }
}

/** The part of an assertion that samlify's reading is compared with. */
type Written = Pick<AssertionContent, 'nameId' | 'audiences' | 'attributes'>;

/** The values that samlify reads from a response. */
interface Read {
  nameID?: string;
  audience?: string | string[];
  response?: { destination?: string };
  attributes?: Record<string, string | string[] | undefined>;
}

function misreading(
  read: Read,
  { nameId, audiences, attributes }: Written,
  acsUrl: string,
): string | undefined {
  if (read.nameID !== nameId.value) return 'It reads another NameID than Keyward writes.';
  if (!isSame(listOf(read.audience), audiences)) return 'It reads other audiences than Keyward writes.';
  if (read.response?.destination !== acsUrl) return 'It reads another Destination than Keyward writes.';
  // A name may stand for several attributes, each with its own format. samlify has one list for each name.
  const names = Map.groupBy(attributes, ({ name }) => name);
  for (const [name, alike] of names) {
    const values = alike.flatMap((one) => one.values);
    if (!isSame(listOf(read.attributes?.[name]), values))
      return `It reads other values of the attribute ${name} than Keyward writes.`;
  }
  return undefined;
}

const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : [value].flat();

const isSame = (read: readonly string[], written: readonly string[]): boolean =>
  read.length === written.length && read.every((value, at) => value === written[at]);

const unknownAlgorithm =
  /^(hash|signature|canonicalization|transform) algorithm '([^']{1,200})' is not supported$/;

/** Sentences for the errors of samlify that a setting can mend. */
const reasons: Readonly<Record<string, string>> = {
  FAILED_TO_VERIFY_SIGNATURE: 'It cannot verify the signature.',
  ERR_EXCEPTION_OF_ASSERTION_DECRYPTION: 'It cannot decrypt the assertion. Try another encryptionAlgorithm.',
  ERR_SUBJECT_UNCONFIRMED: 'It finds that the assertion is not valid now.',
  ERR_EXPIRED_SESSION: 'It finds that the session has ended.',
};

/** Messages of samlify may quote the assertion, so only what is known of them is told. */
function refusalOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [, kind, algorithm] = unknownAlgorithm.exec(message) ?? [];
  if (algorithm !== undefined)
    return `It does not know the ${kind} algorithm ${algorithm}. Try signatureAlgorithm rsa-sha256.`;
  return reasons[message] ?? 'It cannot read the response.';
}
