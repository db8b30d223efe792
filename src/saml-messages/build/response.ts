import { bearer } from '../names.ts';
import type { Attribute } from '../read/assertion.ts';
import type { NameId, Status } from '../read/header.ts';
import { type Built, element, write } from './element.ts';
import { type Encryption, encryptAssertion } from './encrypt.ts';
import { headerOf, issuerOf, nameIdOf, type Sender, statusOf, success } from './parts.ts';
import { type SigningKey, signed } from './sign.ts';

/** A statement about one user for one service provider. Its subject is confirmed by possession (`bearer`). */
export interface AssertionContent {
  id: string;
  nameId: NameId;
  /** The entity IDs that may use it. */
  audiences: readonly string[];
  notBefore: Date;
  notOnOrAfter: Date;
  authnInstant: Date;
  sessionIndex: string;
  sessionNotOnOrAfter?: Date;
  authnContextClass: string;
  /** An attribute without values is left out. */
  attributes: readonly Attribute[];
}

export interface ResponseContent extends Sender {
  /** Absent if the identity provider started the sign-in. */
  inResponseTo?: string;
  assertion: AssertionContent;
}

/** How a response is protected. At least one of both must be signed. */
export interface Protection {
  key: SigningKey;
  signAssertion: boolean;
  signResponse: boolean;
  encryption?: Encryption;
}

/** Builds the response to a sign-in (SAML profiles section 4.1.4.2): signed first, then encrypted, then signed again. */
export function buildResponse(content: ResponseContent, protection: Protection): string {
  const { key, signAssertion, signResponse, encryption } = protection;
  if (!signAssertion && !signResponse) throw new Error('A response needs a signature');
  const plain = assertionOf(content);
  const assertion = signAssertion ? signed(plain, key) : plain;
  const inner = encryption ? encryptAssertion(write(assertion), encryption) : assertion;
  const response = responseOf(content, success, inner);
  return write(signResponse ? signed(response, key) : response);
}

/** Builds a response that says why there is no assertion. It is signed. */
export const buildErrorResponse = (
  content: Sender & { inResponseTo?: string; status: Status },
  key: SigningKey,
): string => write(signed(responseOf(content, content.status), key));

/** Describes a response as it is before it is signed and encrypted. Traces show it. */
export const plainResponse = ({
  assertion,
  status = success,
  ...content
}: Sender & { inResponseTo?: string; status?: Status; assertion?: AssertionContent }): Built =>
  responseOf(content, status, assertion && assertionOf({ ...content, assertion }));

const responseOf = (content: Sender & { inResponseTo?: string }, status: Status, assertion?: Built): Built =>
  element(
    'samlp:Response',
    { ...headerOf(content), InResponseTo: content.inResponseTo },
    issuerOf(content),
    statusOf(status),
    assertion,
  );

function assertionOf({ assertion, ...response }: ResponseContent): Built {
  const attributes = assertion.attributes.filter(({ values }) => values.length > 0);
  return element(
    'saml:Assertion',
    { ID: assertion.id, Version: '2.0', IssueInstant: response.issueInstant },
    issuerOf(response),
    subjectOf(assertion, response),
    conditionsOf(assertion),
    authnStatementOf(assertion),
    attributes.length > 0
      ? element('saml:AttributeStatement', {}, ...attributes.map(attributeOf))
      : undefined,
  );
}

const subjectOf = (
  { nameId, notOnOrAfter }: AssertionContent,
  { destination, inResponseTo }: Omit<ResponseContent, 'assertion'>,
): Built =>
  element(
    'saml:Subject',
    {},
    nameIdOf(nameId),
    element(
      'saml:SubjectConfirmation',
      { Method: bearer },
      element('saml:SubjectConfirmationData', {
        InResponseTo: inResponseTo,
        NotOnOrAfter: notOnOrAfter,
        Recipient: destination,
      }),
    ),
  );

const conditionsOf = ({ notBefore, notOnOrAfter, audiences }: AssertionContent): Built =>
  element(
    'saml:Conditions',
    { NotBefore: notBefore, NotOnOrAfter: notOnOrAfter },
    element('saml:AudienceRestriction', {}, ...audiences.map((one) => element('saml:Audience', {}, one))),
  );

const authnStatementOf = (assertion: AssertionContent): Built =>
  element(
    'saml:AuthnStatement',
    {
      AuthnInstant: assertion.authnInstant,
      SessionIndex: assertion.sessionIndex,
      SessionNotOnOrAfter: assertion.sessionNotOnOrAfter,
    },
    element('saml:AuthnContext', {}, element('saml:AuthnContextClassRef', {}, assertion.authnContextClass)),
  );

const attributeOf = ({ name, nameFormat, friendlyName, values }: Attribute): Built =>
  element(
    'saml:Attribute',
    { Name: name, NameFormat: nameFormat, FriendlyName: friendlyName },
    ...values.map((value) => element('saml:AttributeValue', {}, value)),
  );
