import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import type { Accepted } from '../verify/accepted.ts';
import { childrenOf, parts } from '../xml/shape.ts';
import { flag, index, optional, textOf } from '../xml/values.ts';
import { type Header, type NameId, readMessage, readNameId } from './header.ts';

/** A request for a sign-in (SAML core section 3.4.1). Absent fields leave the choice to the identity provider. */
export interface AuthnRequest extends Header {
  /** Where the response should go. Compare it with the registered addresses. */
  assertionConsumerServiceUrl?: string;
  assertionConsumerServiceIndex?: number;
  /** The binding of the response, a URN. */
  protocolBinding?: string;
  attributeConsumingServiceIndex?: number;
  forceAuthn: boolean;
  isPassive: boolean;
  providerName?: string;
  nameIdPolicy?: NameIdPolicy;
  requestedAuthnContext?: RequestedAuthnContext;
  /** The user that the service provider expects. */
  subject?: NameId;
  /** The parts of the request that this room does not read. The standard has a status for such requests. */
  unsupported: readonly ('Conditions' | 'EncryptedID' | 'BaseID' | 'SubjectConfirmation')[];
}

/** SAML core section 3.4.1.1. */
export interface NameIdPolicy {
  format?: string;
  spNameQualifier?: string;
  allowCreate: boolean;
}

/** SAML core section 3.3.2.2.1. It names classes or declarations, never both. */
export interface RequestedAuthnContext {
  comparison: 'exact' | 'minimum' | 'maximum' | 'better';
  /** In the order of preference. */
  classes: readonly string[];
  declarations: readonly string[];
}

const { assertion: saml, protocol: samlp } = namespaces;

/** @throws {SamlMessageError} step `shape` */
export function readAuthnRequest(accepted: Accepted): AuthnRequest {
  const { header, children } = readMessage(accepted, 'AuthnRequest', [
    ...parts(saml, 'Subject?'),
    ...parts(samlp, 'NameIDPolicy?'),
    ...parts(saml, 'Conditions?'),
    ...parts(samlp, 'RequestedAuthnContext?', 'Scoping?'),
  ]);
  const { element } = accepted;
  const policy = children.optional('NameIDPolicy');
  const context = children.optional('RequestedAuthnContext');
  const { subject, unsupported } = readSubject(children.optional('Subject'));
  const attributeIndex = index(element, 'AttributeConsumingServiceIndex');
  const providerName = optional(element, 'ProviderName');
  return {
    ...(header as Header),
    ...readConsumer(element),
    ...(attributeIndex !== undefined && { attributeConsumingServiceIndex: attributeIndex }),
    forceAuthn: flag(element, 'ForceAuthn'),
    isPassive: flag(element, 'IsPassive'),
    ...(providerName !== undefined && { providerName }),
    ...(policy && { nameIdPolicy: readPolicy(policy) }),
    ...(context && { requestedAuthnContext: readContext(context) }),
    ...(subject && { subject }),
    unsupported: [...unsupported, ...(children.optional('Conditions') ? (['Conditions'] as const) : [])],
  };
}

/** An index excludes URL and binding (SAML core section 3.4.1). */
function readConsumer(
  element: Element,
): Pick<AuthnRequest, 'assertionConsumerServiceIndex' | 'assertionConsumerServiceUrl' | 'protocolBinding'> {
  const chosen = index(element, 'AssertionConsumerServiceIndex');
  const [url, binding] = [
    optional(element, 'AssertionConsumerServiceURL'),
    optional(element, 'ProtocolBinding'),
  ];
  if (chosen !== undefined && (url ?? binding) !== undefined)
    broken('attribute', 'AssertionConsumerServiceIndex');
  return {
    ...(chosen !== undefined && { assertionConsumerServiceIndex: chosen }),
    ...(url !== undefined && { assertionConsumerServiceUrl: url }),
    ...(binding !== undefined && { protocolBinding: binding }),
  };
}

function readPolicy(element: Element): NameIdPolicy {
  childrenOf(element, []);
  const [format, spNameQualifier] = [optional(element, 'Format'), optional(element, 'SPNameQualifier')];
  return {
    ...(format !== undefined && { format }),
    ...(spNameQualifier !== undefined && { spNameQualifier }),
    allowCreate: flag(element, 'AllowCreate'),
  };
}

const comparisons = ['exact', 'minimum', 'maximum', 'better'] as const;

function readContext(element: Element): RequestedAuthnContext {
  const children = childrenOf(element, parts(saml, 'AuthnContextClassRef*', 'AuthnContextDeclRef*'));
  const classes = children.all('AuthnContextClassRef').map(textOf);
  const declarations = children.all('AuthnContextDeclRef').map(textOf);
  if ((classes.length === 0) === (declarations.length === 0)) broken('element', 'AuthnContextClassRef');
  const wanted = optional(element, 'Comparison') ?? 'exact';
  const comparison = comparisons.find((one) => one === wanted) ?? broken('attribute', 'Comparison');
  return { comparison, classes, declarations };
}

function readSubject(element: Element | undefined): Pick<AuthnRequest, 'subject' | 'unsupported'> {
  if (!element) return { unsupported: [] };
  const children = childrenOf(element, parts(saml, 'NameID|EncryptedID|BaseID?', 'SubjectConfirmation*'));
  const name = children.optional('NameID');
  return {
    ...(name && { subject: readNameId(name) }),
    unsupported: (['EncryptedID', 'BaseID', 'SubjectConfirmation'] as const).filter((one) =>
      children.optional(one),
    ),
  };
}
