/**
 * Every rule that a received message can break: the step that judges it, and what it says. A trace shows all three.
 * Names of rules are stable, because callers decide by them.
 */
export const rules = {
  'parameter-missing': ['decode', 'The parameter is missing.'],
  'parameter-repeated': ['decode', 'A parameter is sent more than once.'],
  'parameter-encoding': ['decode', 'A parameter is not encoded as the binding demands.'],
  'parameter-ambiguous': ['decode', 'Send either SAMLRequest or SAMLResponse, not both.'],
  'relay-state-too-long': ['decode', 'RelayState is longer than the limit.'],
  'relay-state-line-break': [
    'decode',
    'A line break in RelayState must be CR and LF. A form changes others.',
  ],
  base64: ['decode', 'The message is not valid base64.'],
  deflate: ['decode', 'The message is not valid DEFLATE data, or it exceeds the size limit when inflated.'],
  'too-large': ['decode', 'The message exceeds the size limit.'],
  utf8: ['decode', 'The message is not valid UTF-8.'],
  soap: [
    'decode',
    'The SOAP envelope must have one Body with one message, and no header that must be understood.',
  ],

  'not-well-formed': ['parse', 'The message is not well-formed XML 1.0 with namespaces.'],
  encoding: ['parse', 'The XML declaration must name version 1.0 and encoding UTF-8, or no encoding.'],
  doctype: ['parse', 'DOCTYPE is not allowed.'],
  comment: ['parse', 'Comments are not allowed in messages.'],
  'processing-instruction': ['parse', 'Processing instructions are not allowed.'],
  cdata: ['parse', 'CDATA sections are not allowed.'],
  'too-deep': ['parse', 'Elements are nested too deeply.'],
  'too-many': ['parse', 'There are too many elements, attributes or references.'],
  'parsers-differ': ['parse', 'Two XML parsers read the message differently.'],
  'duplicate-id': ['parse', 'Two elements have the same ID.'],

  root: ['shape', 'The root element is not the expected one.'],
  element: ['shape', 'An element is missing, repeated, unknown, or not in the order of the schema.'],
  text: ['shape', 'An element that holds text has child elements, or is empty.'],
  attribute: ['shape', 'An attribute is missing or has a wrong value.'],
  'parameter-other': ['shape', 'Send requests in SAMLRequest, and responses in SAMLResponse.'],
  binding: ['shape', 'The binding cannot carry this message.'],
  version: ['shape', 'Version must be 2.0.'],
  time: ['shape', 'A time must be an xs:dateTime. Without a time zone, it is in UTC.'],
  duration: ['shape', 'A duration must be an xs:duration that is not negative.'],
  url: ['shape', 'A location must be an http or https URL without credentials and fragment.'],
  certificate: ['shape', 'A certificate cannot be read.'],
  'no-role': [
    'shape',
    'The metadata does not describe an entity of the expected role that supports SAML 2.0.',
  ],
  'no-entity': ['shape', 'The metadata does not describe an entity with this entity ID.'],
  'several-entities': [
    'shape',
    'The metadata describes several entities of the expected role. Select one by its entity ID.',
  ],

  'signature-missing': ['signature', 'The message is not signed.'],
  'signature-place': ['signature', 'A signature must be the child of what it signs, directly after Issuer.'],
  'signature-form': [
    'signature',
    'A signature must have one SignedInfo, one SignatureValue and at most one KeyInfo.',
  ],
  'signature-reference': [
    'signature',
    'A signature must have one Reference, which names the ID of its parent.',
  ],
  'signature-transform': [
    'signature',
    'Only enveloped signatures with exclusive canonicalization are allowed.',
  ],
  'prefix-list': ['signature', 'InclusiveNamespaces must list at most 32 prefixes.'],
  'signature-algorithm': ['signature', 'The signature algorithm is not allowed.'],
  'digest-algorithm': ['signature', 'The digest algorithm is not allowed.'],
  'signature-untrusted': ['signature', 'No known key verifies the signature.'],
  'signature-on-query': [
    'signature',
    'A message of the redirect binding must not hold a signature of its own.',
  ],
  'signature-incomplete': ['signature', 'Signature and SigAlg must be sent together.'],

  'assertion-count': ['signature', 'A response must hold one assertion, plain or encrypted.'],
  'not-encrypted': ['decrypt', 'The assertion must be encrypted.'],
  'encryption-form': ['decrypt', 'The encrypted element does not have the expected form.'],
  'encryption-algorithm': ['decrypt', 'The encryption algorithm is not allowed.'],
  undecipherable: ['decrypt', 'No key of ours decrypts the element.'],

  issuer: ['check', 'Issuer is not the expected entity.'],
  destination: ['check', 'Destination is not the URL that received the message.'],
  'destination-missing': ['check', 'A signed message must name its Destination.'],
  'too-old': ['check', 'The message is too old. Compare the clocks of both servers.'],
  'in-the-future': ['check', 'The message is from the future. Compare the clocks of both servers.'],
  expired: ['check', 'NotOnOrAfter has passed.'],
  'in-response-to': ['check', 'InResponseTo is not the request that is waited for.'],
  status: ['check', 'The status is not Success.'],
  conditions: ['check', 'The assertion has no Conditions, or has a condition that is not known.'],
  'not-yet-valid': ['check', 'The assertion is not valid yet. Compare the clocks of both servers.'],
  audience: ['check', 'The assertion is for another audience.'],
  'subject-confirmation': [
    'check',
    'No bearer SubjectConfirmation is valid for this address, time and request.',
  ],
  'authn-statement': ['check', 'The assertion has no AuthnStatement.'],
  'session-ended': ['check', 'SessionNotOnOrAfter has passed.'],

  unwritable: ['build', 'A value has characters that XML cannot hold.'],
} as const satisfies Readonly<Record<string, readonly [step: string, sentence: string]>>;

export type Rule = keyof typeof rules;
/** The steps in their order. */
export type Step = (typeof rules)[Rule][0];
