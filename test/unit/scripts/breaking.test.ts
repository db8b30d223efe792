import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breaking, gate, type Rule, type Versioned } from '../../../scripts/breaking.ts';
import type { Parameter, Schema } from '../../../scripts/contract.ts';

const bundle = readFileSync('generated/openapi.json', 'utf8');
const read = () => JSON.parse(bundle) as Versioned;

/** Part of a document that must be there, to be changed in place. */
function at(document: object, ...steps: string[]) {
  let node: unknown = document;
  for (const step of steps) node = (node as Record<string, unknown> | undefined)?.[step];
  if (node === undefined)
    throw new Error(`the contract has changed: plant elsewhere than ${steps.join(' ')}`);
  return node as Record<string, unknown> & { parameters: Parameter[] };
}
const schema = (document: object, ...steps: string[]) =>
  at(document, 'components', 'schemas', ...steps) as Schema & Record<string, unknown>;
const property = (document: object, name: string, field: string) =>
  schema(document, name, 'properties', field);
const credentials = '/api/v1/credentials';
const create = (document: object) => at(document, 'paths', credentials, 'post');
const list = (document: object) => at(document, 'paths', credentials, 'get');
const rotate = (document: object) => at(document, 'paths', `${credentials}/{id}/rotate`, 'post');
const without = (names: string[] | undefined, gone: string) => names?.filter((name) => name !== gone) ?? [];

type Plant = (document: Versioned) => unknown;
/** What breaks, and the line that must say so. */
const breaks: Record<Rule, [sentence: string, plant: Plant][]> = {
  operation: [
    [
      'getCredentialUsage: GET /api/v1/credentials/{id}/usage is gone',
      (d) => delete d.paths[`${credentials}/{id}/usage`],
    ],
    [
      'getIdentity: GET /api/v1/identities/{id} is gone',
      (d) => {
        d.paths['/api/v1/machines/{id}'] = at(d, 'paths', '/api/v1/identities/{id}');
        delete d.paths['/api/v1/identities/{id}'];
      },
    ],
    [
      'updateIdentity: PATCH /api/v1/identities/{id} is gone',
      (d) => {
        const path = at(d, 'paths', '/api/v1/identities/{id}');
        path['put'] = path['patch'];
        delete path['patch'];
      },
    ],
  ],
  'operation-id': [
    ['createCredential: is issueCredential now', (d) => (create(d)['operationId'] = 'issueCredential')],
  ],
  tag: [['createCredential: was in credentials, is in service', (d) => (create(d)['tags'] = ['service'])]],
  permission: [
    [
      'createCredential: needed credentials.write, needs identities.write',
      (d) => (create(d)['x-permission'] = 'identities.write'),
    ],
  ],
  security: [
    [
      'getOpenapiJson: asks for another authentication',
      (d) => delete at(d, 'paths', '/api/v1/openapi.json', 'get')['security'],
    ],
  ],
  'security-scheme': [
    ['apiKey: is another one', (d) => (at(d, 'components', 'securitySchemes', 'apiKey')['scheme'] = 'basic')],
  ],
  parameter: [
    ['listCredentials: query parameter status is gone', (d) => list(d).parameters.shift()],
    ['createCredential: header parameter idempotency-key is gone', (d) => (create(d).parameters = [])],
  ],
  'required-parameter': [
    [
      'listCredentials: query parameter region is required now',
      (d) => list(d).parameters.push({ name: 'region', in: 'query', required: true }),
    ],
    [
      'createCredential: header parameter idempotency-key is required now',
      (d) => (at(d, 'components', 'parameters', 'IdempotencyKey')['required'] = true),
    ],
  ],
  body: [['rotateCredential: the request body is gone', (d) => delete rotate(d)['requestBody']]],
  'required-body': [
    [
      'rotateCredential: the request body is required now',
      (d) => (at(rotate(d), 'requestBody')['required'] = true),
    ],
  ],
  status: [['createCredential: 201 is gone', (d) => delete at(create(d), 'responses')['201']]],
  media: [
    [
      'createCredential request: application/json is gone',
      (d) => (at(create(d), 'requestBody')['content'] = { 'text/plain': {} }),
    ],
    [
      'createCredential 201: application/json is gone',
      (d) => (at(create(d), 'responses', '201')['content'] = { 'text/plain': {} }),
    ],
  ],
  header: [
    [
      'createCredential 201: Idempotent-Replayed is gone',
      (d) => delete at(create(d), 'responses', '201', 'headers')['Idempotent-Replayed'],
    ],
    [
      'getCredential 200: ETag may be absent now',
      (d) => (at(d, 'components', 'headers', 'ETag')['required'] = false),
    ],
  ],
  type: [
    [
      'request IdentityPatch.description: can no longer be null',
      (d) => (property(d, 'IdentityPatch', 'description').type = 'string'),
    ],
    [
      'request NewCredential.ttl: can no longer be integer',
      (d) => (property(d, 'NewCredential', 'ttl').type = 'string'),
    ],
    [
      'request VerificationRequest.consume: can no longer be boolean',
      (d) => (property(d, 'VerificationRequest', 'consume').type = 'string'),
    ],
    [
      'response Verification.identity.name: may now be null',
      (d) => (property(d, 'IdentitySummary', 'name').type = ['string', 'null']),
    ],
    [
      'response Health.checks{}: may now be integer',
      (d) => (at(property(d, 'Health', 'checks'), 'additionalProperties')['type'] = ['string', 'integer']),
    ],
    [
      'response Verification.identity: may now be string',
      (d) => property(d, 'Verification', 'identity').oneOf?.push({ type: 'string' }),
    ],
    [
      'listCredentials query parameter unusedfordays: can no longer be integer',
      (d) => {
        const days = list(d).parameters.find(({ name }) => name === 'unusedForDays');
        if (days?.schema) days.schema.type = 'boolean';
      },
    ],
    [
      'response Verification.identity.tags[]: may now be integer',
      (d) => (property(d, 'IdentitySummary', 'tags').items = { type: ['string', 'integer'] }),
    ],
  ],
  enum: [
    ['request IdentityType: "AI_AGENT" is no longer taken', (d) => schema(d, 'IdentityType').enum?.pop()],
    [
      'request NewCredential.name: takes only one of ["a"]',
      (d) => (property(d, 'NewCredential', 'name').enum = ['a']),
    ],
    ['response Environment: "staging" is new', (d) => schema(d, 'Environment').enum?.push('staging')],
    ['response Environment: was always one of ["live","test"]', (d) => delete schema(d, 'Environment').enum],
  ],
  'open-enum': [
    ['response Environment: was closed, is open', (d) => (schema(d, 'Environment')['x-open-enum'] = true)],
  ],
  form: [
    ['request Scope: has another pattern', (d) => (schema(d, 'Scope').pattern = '^[a-z]+$')],
    [
      'request NewCredential.expiresAt: has another format',
      (d) => (property(d, 'NewCredential', 'expiresAt').format = 'date'),
    ],
    [
      'response Verification.checkedAt: has another format',
      (d) => delete property(d, 'Verification', 'checkedAt').format,
    ],
    ['response Secret: has another pattern', (d) => (schema(d, 'Secret').pattern = '^key_')],
  ],
  limit: [
    [
      'request NewCredential.name: maxLength was 100, is 50',
      (d) => (property(d, 'NewCredential', 'name')['maxLength'] = 50),
    ],
    [
      'request NewCredential.ttl: minimum was 1, is 60',
      (d) => (property(d, 'NewCredential', 'ttl')['minimum'] = 60),
    ],
    [
      'request NewCredential: maxProperties was none, is 3',
      (d) => (schema(d, 'NewCredential')['maxProperties'] = 3),
    ],
    [
      // Behind an allOf, as a default beside a reference is written.
      'request NewCredential.maxUsageCount: maximum was 2147483647, is 5',
      (d) => (schema(d, 'MaxUsageCount')['maximum'] = 5),
    ],
    [
      'listIdentities query parameter limit: maximum was 100, is 50',
      (d) => (at(d, 'components', 'parameters', 'Limit', 'schema')['maximum'] = 50),
    ],
  ],
  default: [
    [
      'listIdentities query parameter limit: the default was 20',
      (d) => (at(d, 'components', 'parameters', 'Limit')['schema'] = { type: 'integer', default: 10 }),
    ],
    [
      'request VerificationRequest.consume: the default was true',
      (d) => (property(d, 'VerificationRequest', 'consume').default = false),
    ],
  ],
  property: [
    ['request NewCredential: ttl is gone', (d) => delete schema(d, 'NewCredential').properties?.['ttl']],
    ['response Verification: code is gone', (d) => delete schema(d, 'Verification').properties?.['code']],
    // Composed by allOf, and seen in the error of every operation.
    ['response Credential: last4 is gone', (d) => delete schema(d, 'CredentialCore').properties?.['last4']],
    ['response ErrorBody: details is gone', (d) => delete schema(d, 'ErrorBody').properties?.['details']],
    [
      'response Verification.identity: riskScore is gone',
      (d) => delete schema(d, 'IdentitySummary').properties?.['riskScore'],
    ],
  ],
  required: [
    [
      'request NewCredential: scopes is required now',
      (d) => schema(d, 'NewCredential').required?.push('scopes'),
    ],
    [
      'request NewCredential: region is required now',
      (d) => {
        at(schema(d, 'NewCredential'), 'properties')['region'] = { type: 'string' };
        schema(d, 'NewCredential').required?.push('region');
      },
    ],
    [
      'response Verification: code may be absent now',
      (d) => (schema(d, 'Verification').required = without(schema(d, 'Verification').required, 'code')),
    ],
    [
      'response RotatedCredential: last4 may be absent now',
      (d) => (schema(d, 'CredentialCore').required = without(schema(d, 'CredentialCore').required, 'last4')),
    ],
  ],
  closed: [
    [
      'request NewCredential.metadata: takes no other properties any more',
      (d) => (schema(d, 'Metadata').additionalProperties = false),
    ],
  ],
};

const compatible: Record<string, Plant> = {
  'no change': () => undefined,
  'another description, summary and example': (d) => {
    Object.assign(create(d), { summary: 'Issue a credential', description: 'Otherwise' });
    Object.assign(schema(d, 'NewCredential'), { description: 'Otherwise', example: {} });
    at(d, 'components', 'securitySchemes', 'apiKey')['description'] = 'Otherwise';
  },
  'a new operation': (d) => (d.paths['/api/v1/things'] = { get: { operationId: 'listThings' } }),
  'a new optional request field': (d) => {
    at(schema(d, 'NewCredential'), 'properties')['region'] = { type: 'string', default: 'eu' };
  },
  'a new optional parameter': (d) => list(d).parameters.push({ name: 'region', in: 'query' }),
  'a new response field, always there or not': (d) => {
    at(schema(d, 'Verification'), 'properties')['region'] = { type: 'string' };
    at(schema(d, 'Verification'), 'properties')['zone'] = { type: 'string' };
    schema(d, 'Verification').required?.push('region');
  },
  'a new value of an open enum': (d) => schema(d, 'CredentialStatus').enum?.push('PAUSED'),
  'an open enum that closes': (d) => (schema(d, 'CredentialStatus')['x-open-enum'] = false),
  'a looser limit': (d) => {
    property(d, 'NewCredential', 'name')['maxLength'] = 200;
    property(d, 'NewCredential', 'ttl')['minimum'] = 0;
    at(d, 'components', 'parameters', 'Limit', 'schema')['maximum'] = 1000;
    delete schema(d, 'Scopes')['uniqueItems'];
  },
  'another limit of an answer': (d) => (property(d, 'IdentitySummary', 'name')['maxLength'] = 200),
  'a request field that may be null too': (d) =>
    (property(d, 'NewCredential', 'name').type = ['string', 'null']),
  'an answer that is never null any more': (d) => {
    const identity = property(d, 'Verification', 'identity');
    identity.oneOf = identity.oneOf?.slice(0, 1) ?? [];
  },
  'null said in another way': (d) => {
    const text: Schema = { ...property(d, 'Identity', 'description'), type: 'string' };
    at(d, 'components', 'schemas', 'Identity', 'properties')['description'] = {
      anyOf: [text, { type: 'null' }],
    };
  },
  'a request field that is no longer required': (d) => (schema(d, 'NewIdentity').required = ['name']),
  'a request body that takes unknown fields': (d) => delete schema(d, 'NewIdentity').additionalProperties,
  'a new answer, and an error that no longer happens': (d) => {
    at(create(d), 'responses')['202'] = {};
    delete at(create(d), 'responses')['409'];
  },
  'a new media type and a new header': (d) => {
    Object.assign(at(create(d), 'requestBody', 'content'), { 'text/plain': {} });
    Object.assign(at(create(d), 'responses', '201', 'headers'), { 'X-Region': {} });
  },
  'another way to authenticate': (d) => (create(d)['security'] = [{ apiKey: [] }, { session: [] }]),
  'a link that is gone': (d) => delete at(create(d), 'responses', '201')['links'],
  'a schema with another name': (d) => {
    const text = JSON.stringify(d).replaceAll('/NewCredential"', '/CredentialToCreate"');
    Object.assign(d, JSON.parse(text));
    Object.assign(at(d, 'components', 'schemas'), { CredentialToCreate: schema(d, 'NewCredential') });
  },
  'a deprecation': (d) => (create(d)['deprecated'] = true),
};

const planted = (plant: Plant) => {
  const document = read();
  plant(document);
  return document;
};

describe('the compatibility gate', () => {
  const cases = Object.entries(breaks).flatMap(([rule, plants]) =>
    plants.map(([sentence, plant]) => ({ line: `${sentence} (${rule})`, plant })),
  );
  it.each(cases)('tells $line', ({ line, plant }) => {
    expect(breaking(read(), planted(plant))).toContain(line);
  });

  it.each(Object.entries(compatible))('lets through %s', (_, plant) => {
    expect(breaking(read(), planted(plant))).toEqual([]);
  });

  it('compares schemas that contain themselves', () => {
    const nested = (d: Versioned, type: string) => {
      const items = { $ref: '#/components/schemas/Verification' };
      Object.assign(schema(d, 'Verification', 'properties'), {
        history: { type: 'array', items },
        note: { type },
      });
    };
    const [old, now] = [planted((d) => nested(d, 'string')), planted((d) => nested(d, 'integer'))];
    expect(breaking(old, old)).toEqual([]);
    expect(breaking(old, now)).toEqual(['response Verification.note: may now be integer (type)']);
  });

  it('lets anything through with a higher major version, and nothing with another minor one', () => {
    const released = read();
    released.info.version = '1.4.2';
    const broken = planted((d) => delete d.paths[credentials]);
    for (const [version, findings] of [
      ['1.5.0', 2],
      ['2.0.0', 0],
    ] as const) {
      broken.info.version = version;
      expect(gate(released, broken)).toHaveLength(findings);
    }
  });
});
