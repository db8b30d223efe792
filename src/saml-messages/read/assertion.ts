import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import type { Accepted } from '../verify/accepted.ts';
import { childElements, childrenOf, expectNamed, isNamed, parts } from '../xml/shape.ts';
import { idOf, optional, rawText, required, requiredTime, textOf, time } from '../xml/values.ts';
import { checkVersion, type NameId, readIssuer, readNameId } from './header.ts';

/** A statement of an identity provider about a user (SAML core section 2.3.3). */
export interface Assertion {
  id: string;
  issuer: string;
  issueInstant: Date;
  nameId?: NameId;
  confirmations: readonly SubjectConfirmation[];
  conditions?: Conditions;
  authnStatements: readonly AuthnStatement[];
  attributes: readonly Attribute[];
}

/** SAML core section 2.4.1.1. */
export interface SubjectConfirmation {
  method: string;
  recipient?: string;
  inResponseTo?: string;
  notBefore?: Date;
  notOnOrAfter?: Date;
}

/** SAML core section 2.5.1. */
export interface Conditions {
  notBefore?: Date;
  notOnOrAfter?: Date;
  /** One list for each restriction. The reader must be in all of them. */
  audiences: readonly (readonly string[])[];
  isOneTimeUse: boolean;
}

/** SAML core section 2.7.2. */
export interface AuthnStatement {
  authnInstant: Date;
  sessionIndex?: string;
  sessionNotOnOrAfter?: Date;
  authnContextClass?: string;
}

/** SAML core section 2.7.3.1. */
export interface Attribute {
  name: string;
  nameFormat?: string;
  friendlyName?: string;
  /** Texts exactly as they were sent. Values with markup are left out, except a NameID. */
  values: readonly string[];
}

const { assertion: saml, signature: ds } = namespaces;

/** @throws {SamlMessageError} step `shape` */
export function readAssertion({ element }: Accepted): Assertion {
  expectNamed(element, saml, 'Assertion');
  checkVersion(element);
  const children = childrenOf(element, [
    ...parts(saml, 'Issuer'),
    ...parts(ds, 'Signature?'),
    ...parts(saml, 'Subject?', 'Conditions?', 'Advice?', 'AuthnStatement|AttributeStatement*'),
  ]);
  const conditions = children.optional('Conditions');
  return {
    id: idOf(element),
    issuer: readIssuer(children.one('Issuer')),
    issueInstant: requiredTime(element, 'IssueInstant'),
    ...readSubject(children.optional('Subject')),
    ...(conditions && { conditions: readConditions(conditions) }),
    authnStatements: children.all('AuthnStatement').map(readStatement),
    attributes: children.all('AttributeStatement').flatMap(readAttributes),
  };
}

function readSubject(element: Element | undefined): Pick<Assertion, 'nameId' | 'confirmations'> {
  if (!element) return { confirmations: [] };
  const children = childrenOf(element, parts(saml, 'NameID?', 'SubjectConfirmation*'));
  const name = children.optional('NameID');
  return {
    ...(name && { nameId: readNameId(name) }),
    confirmations: children.all('SubjectConfirmation').map(readConfirmation),
  };
}

function readConfirmation(element: Element): SubjectConfirmation {
  const children = childrenOf(element, parts(saml, 'NameID?', 'SubjectConfirmationData?'));
  const data = children.optional('SubjectConfirmationData');
  const method = required(element, 'Method');
  if (!data) return { method };
  const [recipient, inResponseTo] = [optional(data, 'Recipient'), optional(data, 'InResponseTo')];
  return {
    method,
    ...(recipient !== undefined && { recipient }),
    ...(inResponseTo !== undefined && { inResponseTo }),
    ...readSpan(data),
  };
}

/** A condition of a kind that is not known makes the assertion invalid (SAML core section 2.5.1.1). */
function readConditions(element: Element): Conditions {
  const children = childElements(element);
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  const unknown = children.find((one) => one.namespaceURI !== saml || !known.includes(one.localName));
  if (unknown) broken('conditions', unknown.localName);
  const restrictions = children.filter((one) => isNamed(one, saml, 'AudienceRestriction'));
  return {
    ...readSpan(element),
    audiences: restrictions.map((one) =>
      childrenOf(one, parts(saml, 'Audience+')).all('Audience').map(textOf),
    ),
    isOneTimeUse: children.some((one) => isNamed(one, saml, 'OneTimeUse')),
  };
}

function readSpan(element: Element): { notBefore?: Date; notOnOrAfter?: Date } {
  const [notBefore, notOnOrAfter] = [time(element, 'NotBefore'), time(element, 'NotOnOrAfter')];
  return { ...(notBefore && { notBefore }), ...(notOnOrAfter && { notOnOrAfter }) };
}

function readStatement(element: Element): AuthnStatement {
  const context = childrenOf(element, parts(saml, 'SubjectLocality?', 'AuthnContext')).one('AuthnContext');
  const reference = childElements(context).find((one) => isNamed(one, saml, 'AuthnContextClassRef'));
  const sessionIndex = optional(element, 'SessionIndex');
  const sessionNotOnOrAfter = time(element, 'SessionNotOnOrAfter');
  return {
    authnInstant: requiredTime(element, 'AuthnInstant'),
    ...(sessionIndex !== undefined && { sessionIndex }),
    ...(sessionNotOnOrAfter && { sessionNotOnOrAfter }),
    ...(reference && { authnContextClass: textOf(reference) }),
  };
}

/** Some identity providers send a statement without attributes for users who have none, although the schema demands one. */
const readAttributes = (statement: Element): Attribute[] =>
  childrenOf(statement, parts(saml, 'Attribute*'))
    .all('Attribute')
    .map((element) => {
      const [nameFormat, friendlyName] = [optional(element, 'NameFormat'), optional(element, 'FriendlyName')];
      return {
        name: required(element, 'Name'),
        ...(nameFormat !== undefined && { nameFormat }),
        ...(friendlyName !== undefined && { friendlyName }),
        values: childrenOf(element, parts(saml, 'AttributeValue*')).all('AttributeValue').flatMap(readValue),
      };
    });

function readValue(element: Element): string[] {
  const [child, second] = childElements(element);
  if (!child) return [rawText(element)];
  return isNamed(child, saml, 'NameID') && !second ? [readNameId(child).value] : [];
}
