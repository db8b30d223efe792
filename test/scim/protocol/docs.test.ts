import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test as plain } from 'vitest';
import { Failure, type FailureCode, failures } from '../../../src/failure.ts';
import { scimRefusalOf } from '../../../src/http/scim-failures.ts';
import { scimUrl } from '../../support/directories.ts';
import { lacksCurl } from '../../support/programs.ts';
import { test } from '../../support/service.ts';

const run = promisify(execFile);
const page = readFileSync('docs/scim.md', 'utf8');
const section = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
const isCode = (name: string): name is FailureCode => Object.hasOwn(failures, name);

interface Definition {
  name: string;
  subAttributes?: Definition[];
}
/** Every attribute of the schema files, the sub-attributes of single ones by their path. */
const attributes = globSync('scim-schemas/*.json')
  .filter((file) => !file.endsWith('common.json'))
  .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { attributes: Definition[] }).attributes)
  .map(({ name }) => name);

/** Each shell block that calls the service, with the answer printed under it. */
const examples = [...page.matchAll(/```sh\n([^`]*curl[^`]*)```\n```json\n([^`]*)```/g)].map(
  ([, script = '', answer = '']) => ({ script, answer: JSON.parse(answer) as unknown }),
);

/**
 * Replaces the parts that differ from run to run: ids, times, secrets, their last characters, and the service's
 * address.
 */
const steady = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/(sct|usr|cred)_[0-9a-z]{26}/g, '$1_id')
      .replace(/org_([0-9a-z]{26}|…)/g, 'org_id')
      .replace(/localhost:\d+/g, 'localhost')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/scim_([0-9A-Za-z]{49}|…)/g, 'secret')
      .replace(/"last4":"\w{4}"/g, '"last4":"last"'),
  );

describe('docs/scim.md', () => {
  test.skipIf(lacksCurl('the calls of docs/scim.md'))('prints what its calls answer', async ({ service }) => {
    expect(examples).toHaveLength(4);
    const found = {
      KEY: service.ours.key ?? '',
      API: `${service.origin}/api/v1`,
      SCIM: scimUrl(service),
      TOKEN: '',
      ID: '',
    };
    for (const { script, answer } of examples) {
      const command = script.replace(/^[A-Z]+=.*$/gm, '');
      const { stdout } = await run('sh', ['-c', command], { env: { PATH: process.env['PATH'], ...found } });
      const answered = JSON.parse(stdout);
      expect(steady(answered)).toEqual(steady(answer));
      found.TOKEN ||= answered.token ?? '';
      found.ID ||= answered.userName ? answered.id : '';
    }
  });

  plain('says of every code what it is and what to do', () => {
    const [, , ...rows] = rowsOf(section('Errors'));
    const told = rows.map(([code = '', status = '']) => [code.replaceAll('`', ''), status]);
    for (const [code = '', status] of told) {
      if (!isCode(code)) throw new Error(`${code} is not a code of the service`);
      const { body } = scimRefusalOf(new Failure(code, { detail: 'because' }), {});
      expect([code, [body.status, body.scimType].filter(Boolean).join(' ')]).toEqual([code, status]);
    }
    const listed = told.map(([code]) => code);
    // The code of the REST API for an unknown token never comes over SCIM.
    const others = new Set(['SCIM_TOKEN_NOT_FOUND']);
    const ours = Object.keys(failures).filter((code) => code.startsWith('SCIM_') && !others.has(code));
    expect(listed).toEqual(expect.arrayContaining(ours));
  });

  plain('names every attribute of the schemas, and no other', () => {
    const table = section('Attributes');
    const named = new Set([...table.matchAll(/`\.?([\w.]+)`/g)].map(([, name = '']) => name.split('.')[0]));
    for (const name of attributes.filter((one) => !/^extensionAttribute\d+$/.test(one)))
      expect(named, name).toContain(name);
    const first = rowsOf(table).map(([cell = '']) => cell);
    const said = first.flatMap((cell) => [...cell.matchAll(/`([a-zA-Z]\w+)/g)].map(([, name = '']) => name));
    expect(said.filter((name) => name !== 'urn' && ![...attributes, 'externalId'].includes(name))).toEqual(
      [],
    );
    const last = attributes.filter((one) => one.startsWith('extensionAttribute')).at(-1);
    expect(table).toContain(`\`${last}\``);
  });

  plain('is linked from the README', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('](docs/scim.md)');
  });
});
