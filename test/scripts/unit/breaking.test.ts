import { describe, expect, test } from 'vitest';
import { breaking, gate, type Rule, type Versioned } from '../../../scripts/breaking.ts';
import {
  at,
  cannotJudge,
  create,
  credentials,
  list,
  listed,
  type Plant,
  planted,
  property,
  read,
  rotate,
  schema,
  specimen,
  without,
} from './breaking-plants.ts';

/** Changes that break clients, and the line that must say so. */
const breaks: Record<Rule, [sentence: string, plant: Plant][]> = {
  'body-limit': [
    [
      'createIdentity: took bodies of 1048576 bytes, takes 4096',
      (d) => {
        at(d, 'paths', '/api/v1/identities', 'post')['x-max-body'] = 4_096;
      },
    ],
  ],
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
  server: [
    [
      'servers: every path began with /, begins with /keyward',
      (d) => (d.servers = [{ url: 'https://keyward.example/keyward/' }]),
    ],
  ],
  webhook: [['webhook identity.created: is gone', (d) => delete d.webhooks?.['identity.created']]],
  'security-scheme': [
    ['apiKey: is another one', (d) => (at(d, 'components', 'securitySchemes', 'apiKey')['scheme'] = 'basic')],
  ],
  parameter: [
    ['listCredentials: query parameter status is gone', (d) => list(d).parameters.shift()],
    ['createCredential: header parameter idempotency-key is gone', (d) => (create(d).parameters = [])],
    [
      'listCredentials: query parameter identityId is gone',
      (d) => Object.assign(listed(d, 'identityId'), { name: 'identityid' }),
    ],
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
    [
      'webhook identity.created: application/json is gone',
      (d) => delete at(d, 'webhooks', 'identity.created', 'post')['requestBody'],
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
    [
      'webhook identity.created: webhook-id may be absent now',
      (d) =>
        (at(d, 'webhooks', 'identity.created', 'post').parameters = [{ name: 'webhook-id', in: 'header' }]),
    ],
  ],
  type: [
    [
      'request IdentityPatch.description: can no longer be null',
      (d) => (property(d, 'IdentityPatch', 'description').type = 'string'),
    ],
    [
      'request CredentialInput.ttl: can no longer be integer',
      (d) => (property(d, 'CredentialInput', 'ttl').type = 'string'),
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
      'listCredentials query parameter unusedForDays: can no longer be integer',
      (d) => (at(listed(d, 'unusedForDays'), 'schema')['type'] = 'boolean'),
    ],
    [
      'response Verification.identity.tags[]: may now be integer',
      (d) => (property(d, 'IdentitySummary', 'tags').items = { type: ['string', 'integer'] }),
    ],
    // A property that could be anything, or was what the map says, and has a schema of its own now.
    [
      'request Specimen.free.a: can no longer be anything',
      (d) => (specimen(d, 'free').properties = { a: { type: 'string' } }),
    ],
    [
      'request Specimen.labels.a: can no longer be string',
      (d) => (specimen(d, 'labels').properties = { a: { type: 'integer' } }),
    ],
    [
      'response Specimen.labels.a: may now be integer',
      (d) => (specimen(d, 'labels').properties = { a: { type: 'integer' } }),
    ],
  ],
  enum: [
    ['request IdentityType: "AI_AGENT" is no longer taken', (d) => schema(d, 'IdentityType').enum?.pop()],
    [
      'request CredentialInput.name: takes only one of ["a"]',
      (d) => (property(d, 'CredentialInput', 'name').enum = ['a']),
    ],
    ['response Environment: "staging" is new', (d) => schema(d, 'Environment').enum?.push('staging')],
    ['response Environment: was always one of ["live","test"]', (d) => delete schema(d, 'Environment').enum],
  ],
  unknown: [
    ...['not', 'propertyNames', 'patternProperties', 'if', 'prefixItems', 'readOnly', '$dynamicRef'].map(
      (keyword): [string, Plant] => [
        `request CredentialInput.name: ${keyword} ${cannotJudge}`,
        (d) => Object.assign(property(d, 'CredentialInput', 'name'), { [keyword]: {} }),
      ],
    ),
    ...['style', 'explode', 'content', 'allowReserved'].map((keyword): [string, Plant] => [
      `listCredentials query parameter status: ${keyword} ${cannotJudge}`,
      (d) => Object.assign(listed(d, 'status'), { [keyword]: {} }),
    ]),
    [
      `getCredential 200 ETag: content ${cannotJudge}`,
      (d) => (at(d, 'components', 'headers', 'ETag')['content'] = {}),
    ],
    [
      `createCredential request: encoding ${cannotJudge}`,
      (d) => (at(create(d), 'requestBody', 'content', 'application/json')['encoding'] = {}),
    ],
    [`createCredential: callbacks ${cannotJudge}`, (d) => (create(d)['callbacks'] = {})],
    // Behind a reference.
    [`response Specimen.word: not ${cannotJudge}`, (d) => schema(d, 'Taboo').enum?.push('heck')],
    // Which of several parts counts; any of them may be the one.
    ...[0, 1, 2].map((part): [string, Plant] => [
      `request Specimen.merged: maxLength of an allOf ${cannotJudge}`,
      (d) => (at(specimen(d, 'merged'), 'allOf', String(part))['maxLength'] = 5),
    ]),
    [
      `request CredentialInput.maxUsageCount: maximum of an allOf ${cannotJudge}`,
      (d) => (property(d, 'CredentialInput', 'maxUsageCount')['maximum'] = 5),
    ],
    [
      `response Specimen.twice: the property a of an allOf ${cannotJudge}`,
      (d) => (at(specimen(d, 'twice'), 'allOf', '0', 'properties', 'a')['type'] = 'integer'),
    ],
    [
      `request Specimen.either: oneOf beside anyOf ${cannotJudge}`,
      (d) => specimen(d, 'either').oneOf?.push({ type: 'integer' }),
    ],
  ],
  'open-enum': [
    ['response Environment: was closed, is open', (d) => (schema(d, 'Environment')['x-open-enum'] = true)],
  ],
  form: [
    ['request Scope: has another pattern', (d) => (schema(d, 'Scope').pattern = '^[a-z]+$')],
    [
      'request CredentialInput.expiresAt: has another format',
      (d) => (property(d, 'CredentialInput', 'expiresAt').format = 'date'),
    ],
    [
      'response Verification.checkedAt: has another format',
      (d) => delete property(d, 'Verification', 'checkedAt').format,
    ],
    ['response Secret: has another pattern', (d) => (schema(d, 'Secret').pattern = '^key_')],
  ],
  limit: [
    [
      'request CredentialInput.name: maxLength was 100, is 50',
      (d) => (property(d, 'CredentialInput', 'name')['maxLength'] = 50),
    ],
    [
      'request CredentialInput.ttl: minimum was 1, is 60',
      (d) => (property(d, 'CredentialInput', 'ttl')['minimum'] = 60),
    ],
    [
      'request CredentialInput: maxProperties was none, is 3',
      (d) => (schema(d, 'CredentialInput')['maxProperties'] = 3),
    ],
    [
      // Behind an allOf, as a default beside a reference is written.
      'request CredentialInput.maxUsageCount: maximum was 2147483647, is 5',
      (d) => (schema(d, 'MaxUsageCount')['maximum'] = 5),
    ],
    [
      'listIdentities query parameter limit: maximum was 100, is 50',
      (d) => (at(d, 'components', 'parameters', 'Limit', 'schema')['maximum'] = 50),
    ],
    ['request Specimen.even: multipleOf was 4, is 6', (d) => (specimen(d, 'even')['multipleOf'] = 6)],
    [
      'request Specimen.list: uniqueItems was none, is true',
      (d) => (specimen(d, 'list')['uniqueItems'] = true),
    ],
    ['request Specimen.list: minItems was none, is 1', (d) => (specimen(d, 'list')['minItems'] = 1)],
    ['request Specimen.even: minimum was none, is 0', (d) => (specimen(d, 'even')['minimum'] = 0)],
    [
      'request Specimen.labels.a: maxLength was 10, is 5',
      (d) => Object.assign(specimen(d, 'labels'), { properties: { a: { type: 'string', maxLength: 5 } } }),
    ],
  ],
  text: [
    [
      'request IdentityInput.description: may have no line breaks any more',
      (d) => (property(d, 'IdentityInput', 'description')['x-text'] = 'line'),
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
    [
      'request IdentityInput.tags: the default was []',
      (d) => (property(d, 'IdentityInput', 'tags')['x-default'] = ['new']),
    ],
  ],
  property: [
    ['request CredentialInput: ttl is gone', (d) => delete schema(d, 'CredentialInput').properties?.['ttl']],
    ['response Verification: code is gone', (d) => delete schema(d, 'Verification').properties?.['code']],
    // Composed by allOf, and seen in the error of every operation.
    ['response Credential: last4 is gone', (d) => delete schema(d, 'CredentialCore').properties?.['last4']],
    ['response ErrorBody: details is gone', (d) => delete schema(d, 'ErrorBody').properties?.['details']],
    [
      'response Verification.identity: riskScore is gone',
      (d) => delete schema(d, 'IdentitySummary').properties?.['riskScore'],
    ],
    [
      'webhook identity.created: name is gone',
      (d) => {
        const { post } = d.webhooks?.['identity.created'] ?? {};
        delete post?.requestBody?.content?.['application/json']?.schema?.properties?.['name'];
      },
    ],
  ],
  required: [
    [
      'request CredentialInput: scopes is required now',
      (d) => schema(d, 'CredentialInput').required?.push('scopes'),
    ],
    [
      'request CredentialInput: region is required now',
      (d) => {
        at(schema(d, 'CredentialInput'), 'properties')['region'] = { type: 'string' };
        schema(d, 'CredentialInput').required?.push('region');
      },
    ],
    ['request Specimen.free: a is required now', (d) => (specimen(d, 'free').required = ['a'])],
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
      'request CredentialInput.metadata: takes no other properties any more',
      (d) => (schema(d, 'Metadata').additionalProperties = false),
    ],
    [
      'response Health.checks: has no other properties any more',
      (d) => (property(d, 'Health', 'checks').additionalProperties = false),
    ],
    [
      'response ErrorBody.details: has no other properties any more',
      (d) => (property(d, 'ErrorBody', 'details').additionalProperties = false),
    ],
    [
      'response Specimen.free: has no other properties any more',
      (d) => (specimen(d, 'free').additionalProperties = false),
    ],
  ],
};

describe('the compatibility gate', () => {
  const cases = Object.entries(breaks).flatMap(([rule, plants]) =>
    plants.map(([sentence, plant]) => ({ line: `${sentence} (${rule})`, plant })),
  );
  test.each(cases)('tells $line', ({ line, plant }) => {
    expect(breaking(read(), planted(plant))).toContain(line);
  });

  test('compares schemas that contain themselves', () => {
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

  test('lets anything through with a higher major version, and nothing with another minor one', () => {
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
