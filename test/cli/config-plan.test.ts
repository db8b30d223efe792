import { describe, expect, test } from 'vitest';
import { configDirectory } from '../support/config-directory.ts';
import {
  configService,
  googleYaml,
  identityYaml,
  planOf,
  ranConfig,
  refusal,
} from '../support/config-service.ts';

const escape = '\u001b';
const hostile = `ops${escape}[2J\u202egnp.exe\u0007\n\`\`\`\u009b1m`;
// The signs that a terminal obeys, and those that show another text.
const unsafe = /(?!\n)[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('keyward config plan', () => {
  test('shows each change with its fields and its place, and sends objects alone', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const { sent, fetch } = configService({
      plan: planOf(
        [
          { action: 'CREATE', fields: [{ field: 'name', to: 'Deploy bot' }] },
          {
            action: 'CHANGE',
            key: 'other',
            at: null,
            adopts: true,
            fields: [
              { field: 'tags', from: ['a'], to: [] },
              { field: 'secret', secret: true },
            ],
          },
          { action: 'DELETE', kind: 'webhook', key: 'old', at: null },
        ],
        { create: 1, change: 1, delete: 1, unchanged: 4 },
      ),
    });
    const { code, out, err } = await ranConfig(`config plan -f ${dir}`, { fetch });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`+ identity/deploy-bot is created (${dir}/a.yaml:1:1)
    name: "Deploy bot"

~ identity/other changes, and the files manage it from now on
    tags: ["a"] → []
    secret: the secret changes

- webhook/old is deleted

Plan: 1 to create, 1 to change, 1 to delete, 4 unchanged.
`);
    const object = { kind: 'identity', key: 'deploy-bot', spec: { name: 'Deploy bot', type: 'CI_CD' } };
    expect(sent).toEqual([{ path: 'plan', body: { objects: [object], prune: false } }]);
    expect((await ranConfig(`config plan -f ${dir} --exit-code`, { fetch })).code).toBe(8);
    const json = JSON.parse((await ranConfig(`config plan -f ${dir} -o json`, { fetch })).out);
    expect(json.changes[0].place).toEqual({ file: 'a.yaml', line: 1, column: 1 });
    expect(json.changes[1].place).toBeNull();
  });

  test('says that nothing differs', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const { fetch } = configService({ plan: planOf([]) });
    const done = await ranConfig(`config plan -f ${dir} --exit-code`, { fetch });
    expect(done).toEqual({ code: 0, out: 'The service has what the files say.\n', err: '' });
  });

  test('says how many changes the service did not try', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const plan = planOf([{ action: 'CREATE' }, { action: 'CREATE' }], { create: 2, refused: 1, untried: 1 });
    const { out } = await ranConfig(`config plan -f ${dir}`, { fetch: configService({ plan }).fetch });
    expect(out).toContain(
      'Plan: 2 to create, 1 unchanged. The service would refuse 1 of them. The service did not try 1 of them, because that takes too long. It looked at permissions only.\n',
    );
  });

  test('tells what would be refused and why, and ends with the class of the refusal', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const refused = (status: number, code: string, details: object) =>
      configService({
        plan: planOf(
          [{ action: 'CREATE', refusal: { status, code, message: 'The request is wrong.', details } }],
          {
            create: 1,
            refused: 1,
          },
        ),
      }).fetch;
    const wrong = await ranConfig(`config plan -f ${dir}`, {
      fetch: refused(400, 'VALIDATION_ERROR', { '/objects/0/spec/name': 'must be another name', docs: 'x' }),
    });
    expect(wrong.code).toBe(2);
    expect(wrong.out).toContain(`    refused: The request is wrong. (VALIDATION_ERROR, status 400)
      ${dir}/a.yaml:4:3: name must be another name.

Plan: 1 to create, 1 unchanged. The service would refuse 1 of them.
`);
    const fixed = await ranConfig(`config plan -f ${dir}`, {
      fetch: refused(409, 'CONFIGURATION_FIELD_FIXED', {
        fields: ['/objects/0/spec/type'],
        object: 'identity/deploy-bot',
        at: '/objects/0',
      }),
    });
    expect(fixed.code).toBe(5);
    expect(fixed.out).toContain(`status 409)\n      fields: ${dir}/a.yaml:5:3 type\n\nPlan:`);
    const forbidden = await ranConfig(`config plan -f ${dir}`, {
      fetch: refused(403, 'INSUFFICIENT_SCOPE', { required: ['identities.write'] }),
    });
    expect(forbidden.code).toBe(3);
    expect(forbidden.out).toContain(
      '    refused: the caller lacks identities.write (INSUFFICIENT_SCOPE, status 403)\n',
    );
    const message = 'No.';
    const both = configService({
      plan: planOf([
        { action: 'CREATE', refusal: { status: 403, code: 'INSUFFICIENT_SCOPE', message, details: {} } },
        { action: 'CREATE', refusal: { status: 409, code: 'CONFLICT', message, details: {} } },
      ]),
    });
    expect((await ranConfig(`config plan -f ${dir}`, { fetch: both.fetch })).code).toBe(5);
  });

  test('gives a terminal nothing to obey, and puts no text of a tenant at the beginning of a line', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const { fetch } = configService({
      plan: planOf([
        {
          action: 'CHANGE',
          fields: [{ field: hostile, from: hostile, to: [hostile] }],
          refusal: { status: 409, code: hostile, message: hostile, details: { [hostile]: hostile } },
        },
        { action: hostile, kind: hostile, key: hostile, at: hostile },
      ]),
    });
    for (const format of ['table', 'json'])
      for (const isTerminal of [true, false]) {
        const line = `config plan -f ${dir} -o ${format}`;
        const { out, err } = await ranConfig(line, { fetch, isTerminal, env: { NO_COLOR: '1' } });
        expect(`${out}${err}`).not.toMatch(unsafe);
        expect(out).toContain('ops');
        expect(out).not.toMatch(/^ {0,3}(?:ops|`)/m);
      }
  });

  test('reads no secret, and needs none', async () => {
    const dir = configDirectory({
      'a.yaml': googleYaml,
      'b.yaml': googleYaml
        .replace('key: google', 'key: second')
        .replace('env:KEYWARD_SECRET_GOOGLE', 'file:secret'),
      secret: 'canary-in-a-file',
    });
    const { sent, fetch } = configService({ plan: planOf([]) });
    const found = { KEYWARD_SECRET_GOOGLE: 'canary-in-the-environment' };
    for (const more of [found, {}]) {
      const { code, out, err } = await ranConfig(`config plan -f ${dir}`, { fetch, env: more });
      expect(code, err).toBe(0);
      expect(`${out}${err}${JSON.stringify(sent)}`).not.toContain('canary');
    }
    expect(sent[0]?.body).toMatchObject({ objects: [{ spec: { clientSecret: { secret: true } } }, {}] });
  });

  test('sends nothing if a file is wrong, and names every place', async () => {
    const { sent, fetch } = configService({});
    const dir = configDirectory({
      'a.yaml': identityYaml.replace('type: CI_CD', 'typ: CI_CD\n  tags: production'),
      'b.yaml': googleYaml.replace('env:KEYWARD_SECRET_GOOGLE', 'canary-in-plain-text'),
      'c.yaml': 'kind: robot\nkey: Robot\nspec: {}\n',
      'd.yaml':
        'kind: policy\nkey: p\nspec: { name: Rotate, type: ROTATION_AGE, parameters: { maxAgeDays: none, more: 1 } }\n',
    });
    const { code, out, err } = await ranConfig(`config plan -f ${dir}/`, { fetch });
    expect({ code, out, sent }).toEqual({ code: 2, out: '', sent: [] });
    expect(err.replaceAll(`${dir}/`, '').split('\n')).toEqual([
      'keyward: The configuration has 8 problems. Nothing was changed.',
      'a.yaml:3:1: spec has no field type. Example: type: CI_CD',
      'a.yaml:5:3: typ is an unknown field. Did you mean type?',
      expect.stringMatching(/^a\.yaml:6:3: tags must be a list\./),
      expect.stringMatching(
        /^b\.yaml:7:3: clientSecret must be a reference to a secret: env:KEYWARD_SECRET_NAME/,
      ),
      expect.stringMatching(/^c\.yaml:1:1: kind must be one of attributeSchema, /),
      'c.yaml:2:1: key must be small letters, digits, dots and hyphens such as deploy-bot.',
      'd.yaml:3:57: maxAgeDays must be a whole number.',
      'd.yaml:3:75: more is an unknown field. The fields here are maxAgeDays.',
      '',
    ]);
    expect(err).not.toContain('canary');
  });

  test('names the place of what the service finds wrong with the files', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml, 'b.yaml': googleYaml });
    const details = {
      '/objects/0/spec/name': 'must be another name',
      'objects.1.key': 'is taken',
      '/objects/1/spec/none/0': 'is missing',
      other: 'is not about an object',
    };
    const { fetch } = configService({ plan: () => refusal(400, 'VALIDATION_ERROR', details) });
    const { code, err } = await ranConfig(`config plan -f ${dir} --kind socialProvider --kind identity`, {
      fetch,
    });
    expect(code).toBe(2);
    expect(
      err.replaceAll(`${dir}/`, ''),
    ).toBe(`keyward: The configuration has 3 problems. Nothing was changed.
a.yaml:4:3: name must be another name.
b.yaml:2:1: key is taken.
b.yaml:3:1: none is missing.
`);
    const others = configService({ plan: () => refusal(400, 'VALIDATION_ERROR', { prune: 'is wrong' }) });
    expect((await ranConfig(`config plan -f ${dir}`, { fetch: others.fetch })).err).toContain(
      'prune: is wrong',
    );
  });

  test('is about the kinds that it names, also when it prunes', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml, 'b.yaml': googleYaml });
    const { sent, fetch } = configService({ plan: planOf([]) });
    await ranConfig(`config plan -f ${dir} --kind socialProvider --prune`, { fetch });
    expect(sent[0]?.body).toMatchObject({
      objects: [{ kind: 'socialProvider' }],
      prune: true,
      kinds: ['socialProvider'],
    });
    expect((await ranConfig(`config plan -f ${dir} --kind robot`, { fetch })).code).toBe(2);
    expect((await ranConfig('config plan', { fetch })).code).toBe(2);
    expect((await ranConfig(`config plan -f ${dir}/none`, { fetch })).err).toContain(
      '-f takes a folder that exists',
    );
    expect(sent).toHaveLength(1);
    // A plan of a wrong folder would delete everything.
    const wrong = configDirectory({ 'README.md': '' });
    const none = await ranConfig(`config apply -f ${wrong} --prune --yes`, { fetch });
    expect(none.err).toContain('The folder has no file that ends with .yaml or .yml.');
    expect({ code: none.code, sent: sent.length }).toEqual({ code: 2, sent: 1 });
    const empty = configDirectory({ 'empty.yaml': '# nothing is left' });
    await ranConfig(`config plan -f ${empty} --prune`, { fetch });
    expect(sent[1]?.body).toMatchObject({ objects: [], prune: true });
  });

  test('sends no more objects and bytes than the service takes', async () => {
    const { sent, fetch } = configService({});
    const many = Array.from({ length: 2001 }, (_, at) => identityYaml.replace('deploy-bot', `bot-${at}`));
    const dir = configDirectory({ 'a.yaml': many.join('---\n') });
    const { code, err } = await ranConfig(`config plan -f ${dir}`, { fetch });
    expect({ code, sent }).toEqual({ code: 2, sent: [] });
    expect(err).toContain('at most 2000 objects');
  });
});
