import common from '../../../scim-schemas/common.json' with { type: 'json' };
import enterpriseUser from '../../../scim-schemas/enterprise-user.json' with { type: 'json' };
import group from '../../../scim-schemas/group.json' with { type: 'json' };
import keywardUser from '../../../scim-schemas/keyward-user.json' with { type: 'json' };
import user from '../../../scim-schemas/user.json' with { type: 'json' };
import type { ShownText } from '../../lib/shown-text.ts';

export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'reference'
  | 'binary'
  | 'complex';

/** Where a value lives; scim-schemas/README.md says what each word means. Nothing: it is stored as it is. */
export interface Storage {
  column?: string;
  mirror?: string;
  attribute?: string;
  search?: boolean;
  computed?: string;
}

/** One attribute or sub-attribute (RFC 7643 section 7). */
export interface Attribute {
  /** As the schema spells it. */
  name: string;
  type: AttributeType;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
  returned: 'always' | 'never' | 'default' | 'request';
  uniqueness: 'none' | 'server' | 'global';
  canonicalValues?: readonly string[];
  /** By name in lower case; empty unless it is complex. */
  subAttributes: ReadonlyMap<string, Attribute>;
  storage: Storage;
  /** How its text is shown to people; undefined where it is free. */
  shown: ShownText | undefined;
  /** A value that refusals show. */
  example: unknown;
  /** The most characters of a text. */
  maximum: number;
  /** URN of the schema that declares it; for a common attribute, the core schema of the resource type. */
  schema: string;
  /** `name.familyName`, `urn:…:User:department`, `urn:…:User:manager.value`: names this attribute for good. */
  path: string;
}

/** By name in lower case. Always looked up by `get`: a plain object would answer to `constructor`. */
export type Attributes = ReadonlyMap<string, Attribute>;

export interface Extension {
  /** The URN as the schema spells it, which is the key in a resource. */
  schema: string;
  attributes: Attributes;
}

export interface ResourceType {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  description: string;
  /** URN of the core schema. */
  schema: string;
  /** URNs, none of them required. */
  extensions: readonly string[];
  /** The attributes of the core schema and the common ones. */
  attributes: Attributes;
  /** By URN in lower case. */
  extensionAttributes: ReadonlyMap<string, Extension>;
  /** Every attribute, the core ones first; no sub-attributes. */
  every: readonly Attribute[];
}

interface Definition {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  caseExact?: boolean;
  mutability: string;
  returned: string;
  uniqueness?: string;
  canonicalValues?: string[];
  subAttributes?: Definition[];
  keyward?: Storage & { maximum?: number; text?: string; example?: unknown };
}

interface Document {
  id: string;
  name: string;
  description: string;
  attributes: Definition[];
}

const columnMaximum = 256;
const storedMaximum = 1024;

function attributeOf(definition: Definition, schema: string, prefix: string): Attribute {
  const { keyward = {}, canonicalValues, subAttributes = [] } = definition;
  const { maximum, text, example, ...storage } = keyward;
  const path = `${prefix}${definition.name}`;
  return {
    name: definition.name,
    type: definition.type as AttributeType,
    multiValued: definition.multiValued,
    required: definition.required,
    // Timestamps, numbers and booleans have one spelling here, so the default of RFC 7643 section 2.2 serves.
    caseExact: definition.caseExact ?? false,
    mutability: definition.mutability as Attribute['mutability'],
    returned: definition.returned as Attribute['returned'],
    uniqueness: (definition.uniqueness ?? 'none') as Attribute['uniqueness'],
    ...(canonicalValues && { canonicalValues }),
    subAttributes: byName(subAttributes.map((sub) => attributeOf(sub, schema, `${path}.`))),
    storage,
    shown: shownAs(definition, text),
    example,
    maximum: maximum ?? (storage.column === undefined ? storedMaximum : columnMaximum),
    schema,
    path,
  };
}

/** Attributes of the organization's own, and what is never shown, may be any text. */
function shownAs({ type, returned, keyward }: Definition, text: string | undefined): ShownText | undefined {
  if (type !== 'string' || returned === 'never' || keyward?.attribute !== undefined) return undefined;
  return text === 'prose' ? 'prose' : 'line';
}

const byName = (attributes: Attribute[]): Attributes =>
  new Map(attributes.map((attribute) => [attribute.name.toLowerCase(), attribute]));

function resourceType(
  name: ResourceType['name'],
  endpoint: ResourceType['endpoint'],
  core: Document,
  extensions: Document[],
): ResourceType {
  const own = [...common.attributes, ...core.attributes].map((each) => attributeOf(each, core.id, ''));
  const more = extensions.map(({ id, attributes }) => ({
    schema: id,
    attributes: byName(attributes.map((each) => attributeOf(each, id, `${id}:`))),
  }));
  return {
    name,
    endpoint,
    description: core.description,
    schema: core.id,
    extensions: extensions.map(({ id }) => id),
    attributes: byName(own),
    extensionAttributes: new Map(more.map((extension) => [extension.schema.toLowerCase(), extension])),
    every: [...own, ...more.flatMap(({ attributes }) => [...attributes.values()])],
  };
}

export const userType = resourceType('User', '/Users', user, [enterpriseUser, keywardUser]);
export const groupType = resourceType('Group', '/Groups', group, []);

function served(definition: Definition): Definition {
  const { keyward: _keyward, subAttributes, ...rest } = definition;
  // Each attribute has all characteristics (RFC 7643 section 7), defaults and complex ones too: strict clients need them.
  return {
    caseExact: false,
    uniqueness: 'none',
    ...rest,
    ...(subAttributes && { subAttributes: subAttributes.map(served) }),
  };
}

/** The documents that `/Schemas` lists, without `meta`, which has the URL. */
export const schemaDocuments: readonly (Document & { schemas: string[] })[] = [
  user,
  group,
  enterpriseUser,
  keywardUser,
].map((document) => ({ ...document, attributes: document.attributes.map(served) }));

/** Every attribute of a resource type, the core ones first; no sub-attributes. */
export const everyAttribute = ({ every }: ResourceType): readonly Attribute[] => every;
