import type { Element } from '@xmldom/xmldom';
import { type Certificate, readCertificate } from '../certificate.ts';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import { verifyEnveloped } from '../verify/enveloped.ts';
import { childElements, isNamed } from '../xml/shape.ts';
import { decodeUtf8, metadataLimits, parseStrictly } from '../xml/strict.ts';
import {
  flag,
  index,
  location,
  optional,
  required,
  seconds,
  textOf,
  time,
  xmlTrimmed,
} from '../xml/values.ts';

/** How to read metadata. */
export interface MetadataOptions {
  /** The only entity to read. Without it, the only one that has the role is read. */
  entityId?: string;
  /** PEM certificates. If given, one of them must have signed the metadata, and only what it signed is read. */
  pinnedCertificates?: readonly string[];
}

/** The metadata of an entity in any role (SAML metadata section 2.3.2). */
export interface EntityMetadata {
  entityId: string;
  /** The earliest `validUntil` of the entity, its role and what surrounds both. */
  validUntil?: Date;
  /** The shortest `cacheDuration` of these, in seconds. */
  cacheDuration?: number;
  /** Whether a pinned certificate signed what was read. False if none was given. */
  isVerified: boolean;
  organizationName?: string;
  displayName?: string;
  nameIdFormats: readonly string[];
  signingCertificates: readonly Certificate[];
  encryptionCertificates: readonly Certificate[];
  /** The algorithms that the partner says it decrypts. Empty if it does not say. */
  encryptionMethods: readonly string[];
  singleLogoutServices: readonly Endpoint[];
}

export interface Endpoint {
  /** A URN of `bindings`, or one that this service does not know. */
  binding: string;
  location: string;
  /** Where answers go, if not to `location`. */
  responseLocation?: string;
}

export interface IndexedEndpoint extends Endpoint {
  index: number;
  isDefault: boolean;
}

/** The role element of one entity, and the facts that every role has. */
export interface Role {
  element: Element;
  facts: EntityMetadata;
}

const mostCertificates = 10;

/**
 * Finds the role of an entity in metadata. Unlike messages, metadata may have comments, and elements in any order: many
 * products write them so.
 *
 * @throws {SamlMessageError}
 */
export function readRole(
  source: string | Uint8Array,
  name: 'SPSSODescriptor' | 'IDPSSODescriptor',
  options: MetadataOptions,
): Role {
  // An administrator pastes a text with its byte order mark. XML allows one: `decodeUtf8` drops that of a file.
  const text =
    typeof source === 'string' ? source.replace(/^\uFEFF/, '') : decodeUtf8(source, metadataLimits);
  const document = parseStrictly(text, metadataLimits);
  const isVerified = options.pinnedCertificates !== undefined;
  const root = options.pinnedCertificates
    ? verifyEnveloped(text, document.documentElement, {
        certificates: options.pinnedCertificates.map(readCertificate),
        place: 'first',
        limits: metadataLimits,
      }).element
    : document.documentElement;
  const { path, role: element } = selectEntity(root, name, options.entityId);
  const entity = path.at(-1) ?? root;
  return { element, facts: { ...factsOf(entity, element, [...path, element]), isVerified } };
}

/**
 * Selects the entity by its ID, or else the only one that has the role. Federations publish the metadata of all their members in
 * one file, and some products describe each role as an entity.
 * @returns the way from the root to the entity, and its role
 */
function selectEntity(
  root: Element,
  name: string,
  entityId: string | undefined,
): { path: Element[]; role: Element } {
  const isGroup = isNamed(root, namespaces.metadata, 'EntitiesDescriptor');
  if (!isGroup && !isNamed(root, namespaces.metadata, 'EntityDescriptor')) broken('root', root.localName);
  const idOfEntity = (path: readonly Element[]): string =>
    xmlTrimmed(required(path.at(-1) ?? root, 'entityID'));
  const wanted = entitiesIn(root).filter((path) => entityId === undefined || idOfEntity(path) === entityId);
  if (wanted.length === 0 && entityId !== undefined) broken('no-entity');
  const found = wanted.flatMap((path) => {
    const role = roleOf(path.at(-1) ?? root, name);
    return role ? [{ path, role }] : [];
  });
  if (found.length > 1) broken('several-entities', found.map(({ path }) => idOfEntity(path)).join(' '));
  return found[0] ?? broken('no-role', name);
}

const roleOf = (entity: Element, name: string): Element | undefined =>
  named(entity, name).find((role) => words(role, 'protocolSupportEnumeration').includes(namespaces.protocol));

const groups: ReadonlySet<string> = new Set(['EntitiesDescriptor', 'EntityDescriptor']);

/** Returns the ways to all entities, in the order of the document. */
const entitiesIn = (element: Element): Element[][] =>
  isNamed(element, namespaces.metadata, 'EntityDescriptor')
    ? [[element]]
    : childElements(element)
        .filter((one) => one.namespaceURI === namespaces.metadata && groups.has(one.localName))
        .flatMap(entitiesIn)
        .map((path) => [element, ...path]);

function factsOf(
  entity: Element,
  role: Element,
  path: readonly Element[],
): Omit<EntityMetadata, 'isVerified'> {
  const ends = path.flatMap((one) => time(one, 'validUntil') ?? []);
  const durations = path.flatMap((one) => seconds(one, 'cacheDuration') ?? []);
  const organization = named(role, 'Organization')[0] ?? named(entity, 'Organization')[0];
  const organizationName = organization && english(named(organization, 'OrganizationName'));
  const displayName =
    displayNameOf(role) ?? (organization && english(named(organization, 'OrganizationDisplayName')));
  const keys = named(role, 'KeyDescriptor');
  const entityId = xmlTrimmed(required(entity, 'entityID'));
  // SAML metadata section 2.2.1.
  if (entityId.length > 1024) broken('attribute', 'entityID');
  return {
    entityId,
    ...(ends.length > 0 && { validUntil: new Date(Math.min(...ends.map(Number))) }),
    ...(durations.length > 0 && { cacheDuration: Math.min(...durations) }),
    ...(organizationName !== undefined && { organizationName }),
    ...(displayName !== undefined && { displayName }),
    nameIdFormats: named(role, 'NameIDFormat').map(textOf),
    signingCertificates: certificatesOf(keys, 'signing'),
    encryptionCertificates: certificatesOf(keys, 'encryption'),
    encryptionMethods: keys
      .filter((key) => optional(key, 'use') !== 'signing')
      .flatMap((key) => named(key, 'EncryptionMethod').map((method) => required(method, 'Algorithm'))),
    singleLogoutServices: named(role, 'SingleLogoutService').map(endpoint),
  };
}

function displayNameOf(role: Element): string | undefined {
  const extensions = named(role, 'Extensions').flatMap(childElements);
  const info = extensions.find((one) => isNamed(one, namespaces.ui, 'UIInfo'));
  return info && english(childElements(info).filter((one) => isNamed(one, namespaces.ui, 'DisplayName')));
}

/** Returns the name in English, or the first one. */
function english(names: readonly Element[]): string | undefined {
  const chosen = names.find((one) => /^en\b/i.test(optional(one, 'xml:lang') ?? '')) ?? names[0];
  return chosen && textOf(chosen);
}

/** A key without `use` serves both (SAML metadata section 2.4.1.1). Keys without a certificate are left out. */
function certificatesOf(keys: readonly Element[], use: 'signing' | 'encryption'): Certificate[] {
  const texts = keys
    .filter((key) => (optional(key, 'use') ?? use) === use)
    .flatMap((key) => inSignature(key, 'KeyInfo'))
    .flatMap((info) => inSignature(info, 'X509Data'))
    .flatMap((data) => inSignature(data, 'X509Certificate'));
  if (texts.length > mostCertificates) broken('too-many', 'certificates');
  const read = texts.map((text) => readCertificate(textOf(text)));
  return [...new Map(read.map((one) => [one.fingerprint, one])).values()];
}

const inSignature = (element: Element, name: string): Element[] =>
  childElements(element).filter((one) => isNamed(one, namespaces.signature, name));

/** Returns the child elements with this name in the namespace of metadata. */
export const named = (element: Element, name: string): Element[] =>
  childElements(element).filter((one) => isNamed(one, namespaces.metadata, name));

const words = (element: Element, name: string): string[] =>
  (optional(element, name) ?? '').split(/[ \t\r\n]+/);

/** SAML metadata section 2.2.2. */
export function endpoint(element: Element): Endpoint {
  const hasResponse = optional(element, 'ResponseLocation') !== undefined;
  return {
    binding: xmlTrimmed(required(element, 'Binding')),
    location: location(element, 'Location'),
    ...(hasResponse && { responseLocation: location(element, 'ResponseLocation') }),
  };
}

/** SAML metadata section 2.2.3. An index that is missing or taken is replaced by the position, because products forget it. */
export function indexedEndpoints(elements: readonly Element[]): IndexedEndpoint[] {
  const taken = new Set<number>();
  let highest = -1;
  const read = elements.map((element, position) => {
    const wanted = index(element, 'index') ?? position;
    const free = taken.has(wanted) ? highest + 1 : wanted;
    taken.add(free);
    highest = Math.max(highest, free);
    return { ...endpoint(element), index: free, isDefault: flag(element, 'isDefault') };
  });
  const first = read.findIndex((one) => one.isDefault);
  // Without a default, the first endpoint that does not say isDefault="false" is it.
  const chosen = first >= 0 ? first : elements.findIndex((one) => optional(one, 'isDefault') === undefined);
  return read.map((one, position) => ({ ...one, isDefault: position === Math.max(chosen, 0) }));
}
