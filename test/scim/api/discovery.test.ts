import { describe, expect } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { readContract } from '../../../scripts/contract.ts';
import { Reader } from '../../../scripts/contract-reader.ts';
import { type Answer } from '../../support/client.ts';
import { aDirectory, type Directory } from '../../support/directories.ts';
import { test } from '../../support/service.ts';

const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const ownUrn = 'urn:keyward:params:scim:schemas:extension:2.0:User';

const forbidsFilter = ({ status, headers }: Answer): void =>
  expect([status, headers.get('x-error-code')]).toEqual([403, 'SCIM_DISCOVERY_UNFILTERED']);

interface Attribute {
  name: string;
  returned: string;
  subAttributes?: Attribute[];
}

describe('getScimServiceProviderConfig', () => {
  test('tells what a directory may use, and where', async ({ service }) => {
    const { call, send, base } = await aDirectory(service);
    const { status, body } = await call('getScimServiceProviderConfig');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 100, maxPayloadSize: 1_048_576 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: { cursor: true, index: true, maxPageSize: 200 },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
      meta: { resourceType: 'ServiceProviderConfig' },
    });
    expect(new URL(body.meta.location).pathname).toBe(`${base}/ServiceProviderConfig`);
    forbidsFilter(await send('GET', '/ServiceProviderConfig?filter=patch pr'));
  });
});

describe('listScimSchemas', () => {
  test('shows every schema as RFC 7643 has it, and nothing of how we store it', async ({ service }) => {
    const { call, send } = await aDirectory(service);
    const { body } = await call('listScimSchemas');
    expect(body).toMatchObject({ totalResults: 4, itemsPerPage: 4, startIndex: 1 });
    const ids = body.Resources.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([enterpriseUrn, groupUrn, ownUrn, userUrn].sort());
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/"keyward"|"column"|"canonicalValues":\[\]/);
    forbidsFilter(await send('GET', `/Schemas?filter=id eq "${userUrn}"`));
  });

  // An attribute is one line in scim-schemas/; the contract has to say it too, or its users never hear of it.
  test('shows no attribute that the contract does not', async ({ service }) => {
    const { call } = await aDirectory(service);
    const reader = new Reader(readContract());
    const schemaNamed = (name: string) => reader.components.find(([one]) => one === name)?.[1] ?? {};
    const propertiesOf = (node: object | undefined): Record<string, object> => {
      const schema = reader.follow(node ?? {}) as { properties?: Record<string, object>; items?: object };
      return schema.items ? propertiesOf(schema.items) : (schema.properties ?? {});
    };
    const unknown = (attributes: Attribute[], properties: Record<string, object>, at: string): string[] =>
      attributes
        .filter(({ returned }) => returned !== 'never')
        .flatMap(({ name, subAttributes = [] }) =>
          Object.hasOwn(properties, name)
            ? unknown(subAttributes, propertiesOf(properties[name]), `${at}.${name}`)
            : [`${at}.${name}`],
        );
    const { body } = await call('listScimSchemas');
    for (const { id, attributes } of body.Resources as { id: string; attributes: Attribute[] }[]) {
      const whole = propertiesOf(schemaNamed(id === groupUrn ? 'ScimGroup' : 'ScimUser'));
      const properties = id === userUrn || id === groupUrn ? whole : propertiesOf(whole[id]);
      expect(Object.keys(properties).length).toBeGreaterThan(0);
      expect(unknown(attributes, properties, id)).toEqual([]);
    }
  });
});

describe('getScimSchema', () => {
  test('finds each by the address the list tells, and answers 404 for another', async ({ service }) => {
    const directory = await aDirectory(service);
    const { body } = await directory.call('listScimSchemas');
    for (const schema of body.Resources) {
      expect((await directory.send('GET', below(directory, schema.meta.location))).body).toEqual(schema);
      expect((await directory.call('getScimSchema', { path: { id: schema.id } })).body).toEqual(schema);
    }
    const missing = await directory.call('getScimSchema', { path: { id: `${userUrn}s` } });
    expect([missing.status, missing.headers.get('x-error-code')]).toEqual([404, 'SCIM_RESOURCE_NOT_FOUND']);
  });
});

describe('listScimResourceTypes', () => {
  test('names the types, their schemas and where they are', async ({ service }) => {
    const { call, send } = await aDirectory(service);
    const { body } = await call('listScimResourceTypes');
    expect(body.Resources).toMatchObject([
      {
        name: 'User',
        endpoint: '/Users',
        schema: userUrn,
        schemaExtensions: expect.arrayContaining([{ schema: enterpriseUrn, required: false }]),
      },
      { name: 'Group', endpoint: '/Groups', schema: groupUrn },
    ]);
    for (const { endpoint } of body.Resources) expect((await send('GET', endpoint)).status).toBe(200);
    forbidsFilter(await send('GET', '/ResourceTypes?filter=name eq "User"'));
  });
});

describe('getScimResourceType', () => {
  test('finds each by the address the list tells, and answers 404 for another', async ({ service }) => {
    const directory = await aDirectory(service);
    const { body } = await directory.call('listScimResourceTypes');
    for (const type of body.Resources) {
      expect((await directory.send('GET', below(directory, type.meta.location))).body).toEqual(type);
      expect((await directory.call('getScimResourceType', { path: { name: type.name } })).body).toEqual(type);
    }
    expect((await directory.call('getScimResourceType', { path: { name: 'Role' } })).status).toBe(404);
  });
});

/** The part of an address of ours that follows the base. */
const below = ({ base }: Directory, location: string): string => {
  const { pathname } = new URL(location);
  expect(pathname.startsWith(`${base}/`)).toBe(true);
  return pathname.slice(base.length);
};

test('every operation of SCIM has the errors of SCIM', () => {
  const of = Object.entries(operations).filter(([, { path }]) => path.startsWith('/api/scim/v2/'));
  expect(of.length).toBe(21);
  expect(of.filter(([, { errors, scheme }]) => errors !== 'scim' || scheme !== 'scimToken')).toEqual([]);
});
