import { describe, expect, test } from 'vitest';
import { breaking } from '../../../scripts/breaking.ts';
import type { Schema } from '../../../src/lib/contract.ts';
import {
  at,
  create,
  credentials,
  list,
  type Plant,
  planted,
  property,
  read,
  schema,
  specimen,
} from './breaking-plants.ts';

const compatible: Record<string, Plant> = {
  'no change': () => undefined,
  'another description, summary and example': (d) => {
    Object.assign(create(d), { summary: 'Issue a credential', description: 'Otherwise' });
    Object.assign(schema(d, 'CredentialInput'), { description: 'Otherwise', example: {} });
    at(d, 'components', 'securitySchemes', 'apiKey')['description'] = 'Otherwise';
  },
  'another effect, which asks for a recent sign-in and refuses callers that end': (d) =>
    Object.assign(create(d), {
      'x-effects': ['lasts'],
      'x-recent': 300,
      'x-ending-callers': 'refused',
    }),
  'a new operation': (d) => (d.paths['/api/v1/things'] = { get: { operationId: 'listThings' } }),
  'a new optional request field': (d) => {
    at(schema(d, 'CredentialInput'), 'properties')['region'] = { type: 'string', default: 'eu' };
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
    property(d, 'CredentialInput', 'name')['maxLength'] = 200;
    property(d, 'CredentialInput', 'ttl')['minimum'] = 0;
    at(d, 'components', 'parameters', 'Limit', 'schema')['maximum'] = 1000;
    delete schema(d, 'Scopes')['uniqueItems'];
    specimen(d, 'even')['multipleOf'] = 2;
    specimen(d, 'set')['uniqueItems'] = false;
  },
  'a text that refuses what disguises it': (d) => (specimen(d, 'word')['x-text'] = 'line'),
  'a limit that limits nothing': (d) => {
    Object.assign(specimen(d, 'list'), { uniqueItems: false, minItems: 0 });
    specimen(d, 'word')['minLength'] = 0;
    specimen(d, 'free')['minProperties'] = 0;
  },
  'a property of a map that is as the map says': (d) =>
    (specimen(d, 'labels').properties = { a: { type: 'string' } }),
  'a property of an answer that could have any': (d) =>
    Object.assign((property(d, 'ErrorBody', 'details').properties ??= {}), { a: { type: 'string' } }),
  'an open answer that closes without a word of other properties': (d) =>
    (at(d, 'webhooks', 'identity.created', 'post', 'requestBody', 'content', 'application/json', 'schema')[
      'additionalProperties'
    ] = false),
  'a secret that may be wrapped': (d) =>
    (schema(d, 'Secret').pattern = '^(kd_(live|test|jit)_[0-9A-Za-z]{49}|kd_wrap_[0-9A-Za-z]{49})$'),
  'another limit of an answer': (d) => (property(d, 'IdentitySummary', 'name')['maxLength'] = 200),
  'a request field that may be null too': (d) =>
    (property(d, 'CredentialInput', 'name').type = ['string', 'null']),
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
  'a request field that is no longer required': (d) => (schema(d, 'IdentityInput').required = ['name']),
  'a request body that takes unknown fields': (d) => delete schema(d, 'IdentityInput').additionalProperties,
  'a new answer, and an error that no longer happens': (d) => {
    at(create(d), 'responses')['202'] = {};
    delete at(create(d), 'responses')['409'];
  },
  'a new media type and a new header': (d) => {
    Object.assign(at(create(d), 'requestBody', 'content'), { 'text/plain': {} });
    Object.assign(at(create(d), 'responses', '201', 'headers'), { 'X-Region': {} });
  },
  'a header of an answer in other letters': (d) => {
    const headers = at(d, 'paths', `${credentials}/{id}`, 'get', 'responses', '200', 'headers');
    headers['Etag'] = headers['ETag'];
    delete headers['ETag'];
  },
  'another host, and a new webhook': (d) => {
    d.servers = [{ url: 'https://keyward.example/' }];
    Object.assign(d.webhooks ?? {}, { 'identity.revoked': {} });
  },
  'other texts in the parts of a schema': (d) =>
    specimen(d, 'merged').allOf?.forEach((part, index) => (part.description = `Part ${index}`)),
  'another way to authenticate': (d) =>
    (create(d)['security'] = [...(d['security'] as object[]), { session: [] }]),
  'a link that is gone': (d) => delete at(create(d), 'responses', '201')['links'],
  'a schema with another name': (d) => {
    const text = JSON.stringify(d).replaceAll('/CredentialInput"', '/CredentialToCreate"');
    Object.assign(d, JSON.parse(text.replaceAll('/Taboo"', '/Unsaid"')));
    Object.assign(at(d, 'components', 'schemas'), {
      CredentialToCreate: schema(d, 'CredentialInput'),
      Unsaid: schema(d, 'Taboo'),
    });
  },
  'a deprecation': (d) => (create(d)['deprecated'] = true),
};

describe('the compatibility gate', () => {
  test.each(Object.entries(compatible))('lets through %s', (_, plant) => {
    expect(breaking(read(), planted(plant))).toEqual([]);
  });
});
