import { describe, expect } from 'vitest';
import type { Schema } from '../../src/lib/contract.ts';
import { groupType, userType, everyAttribute, type Attribute } from '../../src/scim/protocol/schema.ts';
import { test } from '../support/service.ts';
import { callable, type Case, callerOf, reader, workingCall } from './enumerate.ts';

/** Texts of requests that need no `x-text`, by the names of their fields, and why. */
const exempt: Record<string, string> = {
  'names a resource or a tenant by its id':
    'include exclude groups application signingKeyId id identityId credentialId credentialIds ownerUserId userId userIds policyIds orgId after inPlaceOf',
  'is a secret and never shown': 'credential token password',
  'is a URL or an address, held against a rule of its own':
    'logoUri clientUri initiateLoginUri redirectUris postLogoutRedirectUris jwksUri allowedOrigins backchannelLogoutUri resources servedResources rpId ' +
    'acsUrl url ssoUrl sloUrl sloResponseUrl sloSoapUrl metadataUrl ' +
    'origins hosts redirectAllowlist supportUri issuer website profileUrl allowedIps cidrs ipRanges',
  'has a form of its own':
    'birthdate timezone kid n e x y key_ops source nameIdAttribute ' +
    'certificates encryptionCertificate signingCertificates metadataSigningCertificate metadataXml',
  'is compared and never shown': 'audience subject claims customBlockedWords tags defaultRelayState',
};
const exempted = new Set(Object.values(exempt).flatMap((names) => names.split(' ')));

interface Field {
  /** `federatedSubjects.issuer`; items and values of a map have the name of what holds them. */
  path: string;
  schema: Schema & { 'x-text'?: string };
}

function fieldsBelow(node: Schema, path: string, seen: readonly Schema[] = []): Field[] {
  const schema = reader.follow(node);
  if (seen.includes(schema)) return [];
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const below = (part: Schema, name = path) => fieldsBelow(part, name, [...seen, schema]);
  return [
    ...([schema.type].flat().includes('string') ? [{ path, schema }] : []),
    ...Object.entries(properties).flatMap(([name, part]) =>
      below(part, path === '' ? name : `${path}.${name}`),
    ),
    ...[...allOf, ...anyOf, ...oneOf, items, additionalProperties].flatMap((part) =>
      typeof part === 'object' ? below(part) : [],
    ),
  ];
}

const textsOf = ({ body }: Case): Field[] => {
  const schema = body?.content?.['application/json']?.schema;
  return schema ? fieldsBelow(schema, '') : [];
};

/** A pattern that names what it takes takes nothing that disguises; one that names what it refuses may. */
const isClosed = (pattern: unknown): boolean =>
  typeof pattern === 'string' && !/\[\^|(?<!\\)\.|\\[DSWpP]/.test(pattern.replace(/\[[^\]^][^\]]*\]/g, ''));

const isFree = ({ schema }: Field): boolean =>
  !schema.enum && schema.const === undefined && schema.format === undefined && !isClosed(schema.pattern);

// SCIM has its rule in src/scim/protocol/values.ts, for every attribute alike.
const strict = callable.filter(({ errors }) => errors === 'api');
const nameOf = ({ path }: Field): string => path.split('.').at(-1) ?? '';

describe('a text of a request', () => {
  test('declares how it is shown, or is exempt for a reason', () => {
    const silent = strict.flatMap((operation) =>
      textsOf(operation)
        .filter(
          (field) => isFree(field) && field.schema['x-text'] === undefined && !exempted.has(nameOf(field)),
        )
        .map(({ path }) => `${operation.id}: ${path}`),
    );
    expect([...new Set(silent)]).toEqual([]);
  });

  test('is exempt only if it exists', () => {
    const free = new Set(strict.flatMap((operation) => textsOf(operation).filter(isFree).map(nameOf)));
    expect([...exempted].filter((name) => !free.has(name))).toEqual([]);
  });

  const shown = strict
    .map((operation) => ({
      ...operation,
      shown: textsOf(operation).filter(({ path, schema }) => schema['x-text'] && !path.includes('.')),
    }))
    .filter((operation) => operation.shown.length > 0);

  test.for(shown)(
    'in $id is rejected if it contains characters that disguise it',
    async (operation, { service: { ours } }) => {
      const names = [...new Set(operation.shown.map(({ path }) => path))];
      const caller = await callerOf(operation, ours);
      const { body, ...parts } = await workingCall(operation, ours);
      const email = 'a\u202eb@example.com';
      const disguised = Object.fromEntries(
        names.map((name) => [name, name === 'email' ? email : 'Goo\u202egle']),
      );
      const { status, body: refused } = await caller.call(operation.id, {
        ...parts,
        body: { ...(body as object), ...disguised },
      });
      expect(status).toBe(400);
      expect(refused.details).toEqual(
        Object.fromEntries(
          names.map((name) => [name, expect.stringMatching(/direction-changing .*U\+202E/)]),
        ),
      );
    },
  );

  test('occurs in many operations', () => expect(shown.length).toBeGreaterThan(30));
});

describe('an attribute of SCIM', () => {
  const flat = (attribute: Attribute): Attribute[] => [
    attribute,
    ...[...attribute.subAttributes.values()].flatMap(flat),
  ];

  test('is shown text, unless it is a secret or belongs to the organization', () => {
    const texts = [userType, groupType].flatMap(everyAttribute).flatMap(flat);
    const free = texts.filter(({ type, shown }) => type === 'string' && shown === undefined);
    expect(free.filter(({ storage }) => storage.attribute === undefined).map(({ path }) => path)).toEqual([
      'password',
    ]);
  });
});
