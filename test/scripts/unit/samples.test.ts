import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Contract, Schema } from '../../../src/lib/contract.ts';
import { pythonMethod, pythonName } from '../../../scripts/python-names.ts';
import { samplesOf } from '../../../scripts/samples.ts';

const tricky = `it's "\\" $HOME \`x\` %s\n`;
const moment = '2030-01-15T10:30:00.000Z';

/** Returns a contract about a thing with this example, after the changes of a test. */
function contractOf(example: unknown, change: (contract: Contract) => void = () => undefined): Contract {
  const thing: Schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      type: { type: 'string' },
      until: { type: ['string', 'null'], format: 'date-time' },
      owner: { allOf: [{ $ref: '#/components/schemas/Owner' }] },
      notes: { type: 'object', additionalProperties: true },
      steps: { type: 'array', items: { type: 'object', properties: { classId: { type: 'integer' } } } },
    },
    example,
  };
  const owner: Schema = { type: 'object', properties: { userId: { type: 'string' } } };
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  const contract: Contract = {
    servers: [{ url: 'http://localhost:3000' }],
    tags: [{ name: 'things' }],
    security: [{ apiKey: [] }],
    paths: {
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', example: 'thg_parameter' }],
        get: {
          operationId: 'getThing',
          tags: ['things'],
          responses: { 200: json({ type: 'object', example: { id: 'thg_shown' } }) },
        },
        patch: {
          operationId: 'updateThing',
          tags: ['things'],
          parameters: [{ name: 'dryRun', in: 'query', schema: { type: 'boolean' } }],
          requestBody: json({ $ref: '#/components/schemas/Thing' }),
          responses: { 204: {} },
        },
      },
    },
    components: { schemas: { Thing: thing, Owner: owner } },
  };
  change(contract);
  return contract;
}
const sampleOf = (contract: Contract, id: string, label: string) =>
  samplesOf(contract)
    .get(id)
    ?.find((one) => one.label === label)?.source ?? '';
const updated = (example: unknown, label: string) => sampleOf(contractOf(example), 'updateThing', label);

describe('every sample', () => {
  test('names the resource that the path shows, not the example of a shared parameter', () => {
    for (const label of ['TypeScript', 'Python', 'curl'])
      expect(sampleOf(contractOf({}), 'getThing', label)).toMatch(/thg_shown/);
  });

  test('takes the example of the parameter where the path shows nothing', () => {
    const contract = contractOf({}, ({ paths }) => delete paths['/things/{id}']?.get);
    expect(sampleOf(contract, 'updateThing', 'curl')).toContain('/things/thg_parameter ');
  });

  test('is not made up where a path parameter has no example', () => {
    const contract = contractOf({}, ({ paths }) => {
      paths['/things/{id}'] = { ...paths['/things/{id}'], parameters: [{ name: 'id', in: 'path' }] };
      delete paths['/things/{id}']?.get;
    });
    expect(() => samplesOf(contract)).toThrow('give the path parameter id of updateThing an example');
  });

  test('is not made up where a body has no example', () => {
    const contract = contractOf(undefined, ({ components }) => {
      Object.assign(components?.schemas ?? {}, { Thing: { type: 'object' } });
    });
    expect(() => samplesOf(contract)).toThrow('give the body of updateThing an example');
  });

  test('sends of the query what has an example or must be sent', () => {
    const contract = contractOf({ type: 'x' }, ({ paths }) => {
      paths['/things/{id}']?.patch?.parameters?.push(
        { name: 'asOf', in: 'query', schema: { type: 'string' }, example: 'now & then' },
        { name: 'region', in: 'query', required: true, schema: { type: 'string', enum: ['eu'] } },
      );
    });
    const of = (label: string) => sampleOf(contract, 'updateThing', label);
    expect(of('curl')).toContain(`'http://localhost:3000/things/thg_shown?asOf=now+%26+then&region=eu'`);
    expect(of('TypeScript')).toContain(`{ type: 'x' }, {\n  asOf: 'now & then',\n  region: 'eu',\n});`);
    expect(of('Python')).toContain('"thg_shown", type_="x", as_of="now & then", region="eu")');
  });

  test('prints nothing where success has no body', () => {
    expect(updated({}, 'TypeScript')).not.toContain('answer');
    expect(updated({}, 'Python')).not.toContain('answer');
  });
});

describe('a sample in TypeScript', () => {
  test('writes every value so that it reads as it was', () => {
    const example = { type: tricky, 'odd-name': [1, null, true, []], notes: { deep: {} } };
    const [, written = ''] = /thg_shown', (\{.*\})\);/s.exec(updated(example, 'TypeScript')) ?? [];
    // oxlint-disable-next-line typescript/no-implied-eval
    expect(new Function(`return ${written}`)()).toEqual(example);
  });

  test('asks for no key where none is needed', () => {
    const contract = contractOf({}, (one) => (one.security = []));
    expect(sampleOf(contract, 'getThing', 'TypeScript')).not.toContain('apiKey');
    expect(sampleOf(contract, 'getThing', 'curl')).not.toContain('Authorization');
  });
});

describe('a sample in curl', () => {
  test('gives the shell each value as it is', () => {
    const example = { type: tricky, notes: { long: 'x'.repeat(80), list: [1] } };
    const script = updated(example, 'curl').replace(/^curl/, `printf '%s\\0'`);
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
    expect(words.slice(0, 3)).toEqual(['-X', 'PATCH', 'http://localhost:3000/things/thg_shown']);
    expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(example);
  });

  test('sends a form as one', () => {
    const contract = contractOf({}, ({ paths }) => {
      const content = { 'application/x-www-form-urlencoded': { example: { grant: 'a b', token: "'" } } };
      Object.assign(paths['/things/{id}']?.patch ?? {}, { requestBody: { content } });
    });
    expect(sampleOf(contract, 'updateThing', 'curl')).toMatch(
      /--data-urlencode 'grant=a b' \\\n {2}--data-urlencode 'token='\\'''\n$/,
    );
  });
});

describe('a sample in Python', () => {
  test('makes models and times of what the contract says are such, and leaves free objects alone', () => {
    const example = {
      type: 'x',
      until: moment,
      owner: { userId: 'usr_1' },
      notes: { until: moment, ok: true, none: null },
      steps: [{ classId: 1 }],
    };
    expect(updated(example, 'Python')).toBe(`import os
from datetime import datetime

from keyward_client import Keyward
from keyward_client.models import Owner, ThingStepsItem

keyward = Keyward(
    base_url="http://localhost:3000",
    api_key=os.environ["KEYWARD_API_KEY"],
)
keyward.things.update(
    "thg_shown",
    type_="x",
    until=datetime.fromisoformat("2030-01-15T10:30:00.000+00:00"),
    owner=Owner(user_id="usr_1"),
    notes={"until": "2030-01-15T10:30:00.000Z", "ok": True, "none": None},
    steps=[ThingStepsItem(class_id=1)],
)
`);
  });

  test('sets a field of the body apart from a parameter with its name', () => {
    expect(updated({ id: 'x', type: 'y' }, 'Python')).toContain('"thg_shown", body_id="x", type_="y"');
  });

  test('names things as its generator does', () => {
    const names = ['identityId', 'class', 'list', 'id', 'Idempotency-Key', 'SCIMToken', 'sha256Hash'];
    expect(names.map(pythonName)).toEqual([
      'identity_id',
      'class_',
      'list_',
      'id',
      'idempotency_key',
      'scim_token',
      'sha_256_hash',
    ]);
    expect(['list', 'getUsage', 'import'].map(pythonMethod)).toEqual(['list', 'get_usage', 'import_']);
  });
});
