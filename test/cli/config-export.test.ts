import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configDirectory } from '../support/config-directory.ts';
import { configService, googleYaml, identityYaml, ranConfig } from '../support/config-service.ts';

describe('keyward config export', () => {
  const objects = [
    { kind: 'identity', key: 'deploy-bot', spec: { type: 'CI_CD', name: 'Deploy bot' } },
    { kind: 'socialProvider', key: 'google', spec: { name: 'Google', provider: 'google', clientId: 'x' } },
  ];
  const page = (data: object[], more: object = {}) => ({
    data,
    unreadable: ['webhook'],
    pagination: { limit: 1000, hasMore: false, ...more },
  });
  const exporting = (data: object[] = objects) => configService({ export: page(data) }).fetch;

  test('writes a file for each object and the schema, and the second time nothing', async () => {
    const dir = join(configDirectory({}), 'new', 'config');
    const { sent, fetch } = configService({
      export: (_, query) =>
        query.get('cursor') === 'next'
          ? page(objects.slice(1))
          : page(objects.slice(0, 1), { hasMore: true, nextCursor: 'next' }),
    });
    const first = await ranConfig(`config export -f ${dir}`, { fetch });
    expect(first).toEqual({
      code: 0,
      out: '2 objects, 3 files written.\n',
      err: 'The key may not read these kinds: webhook.\n',
    });
    expect(sent).toHaveLength(2);
    expect(readdirSync(dir).toSorted()).toEqual(['identity', 'keyward.schema.json', 'social-provider']);
    const file = join(dir, 'identity', 'deploy-bot.yaml');
    expect(readFileSync(file, 'utf8')).toBe(`# yaml-language-server: $schema=../keyward.schema.json
kind: identity
key: deploy-bot
spec:
  name: Deploy bot
  type: CI_CD
`);
    const before = statSync(file).mtimeMs;
    expect((await ranConfig(`config export -f ${dir}`, { fetch })).out).toBe('2 objects, 0 files written.\n');
    expect(statSync(file).mtimeMs).toBe(before);
    expect((await ranConfig(`config export -f ${dir} --check`, { fetch })).code).toBe(0);
  });

  test('takes line ends of Windows for those that it wrote', async () => {
    const dir = configDirectory({});
    await ranConfig(`config export -f ${dir}`, { fetch: exporting() });
    for (const name of ['identity/deploy-bot.yaml', 'keyward.schema.json']) {
      const file = join(dir, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    }
    expect((await ranConfig(`config export -f ${dir} --check`, { fetch: exporting() })).code).toBe(0);
  });

  test('replaces what it has written, and keeps references to secrets', async () => {
    const dir = configDirectory({});
    await ranConfig(`config export -f ${dir}`, { fetch: exporting() });
    const file = join(dir, 'social-provider', 'google.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}  clientSecret: env:KEYWARD_SECRET_GOOGLE\n`);
    const renamed = objects.map((object) => ({ ...object, spec: { ...object.spec, name: 'Other' } }));
    const fetch = exporting(renamed);
    const check = await ranConfig(`config export -f ${dir} --check`, { fetch });
    expect(check.code).toBe(8);
    expect(check.err).toContain('identity/deploy-bot.yaml: differs from the service.\n');
    expect(readFileSync(file, 'utf8')).toContain('name: Google\n');
    expect((await ranConfig(`config export -f ${dir}`, { fetch })).out).toBe('2 objects, 2 files written.\n');
    expect(readFileSync(file, 'utf8')).toMatch(
      /name: Other\n(?: .*\n)* {2}clientSecret: env:KEYWARD_SECRET_GOOGLE\n/,
    );
  });

  test('keeps the reference of an element of a list only if it is the same element', async () => {
    const rule = (channels: object[]) => [{ kind: 'alertRule', key: 'a', spec: { name: 'A', channels } }];
    const slack = { type: 'SLACK' };
    const pager = { type: 'PAGERDUTY', region: 'EU' };
    const dir = configDirectory({});
    const file = join(dir, 'alert-rule', 'a.yaml');
    const text = `${identityYaml.replace('identity', 'alertRule').replace('deploy-bot', 'a').split('spec')[0]}spec:
  name: A
  channels:
    - type: SLACK
      url: env:KEYWARD_SECRET_SLACK
    - region: EU
      routingKey: env:KEYWARD_SECRET_PAGER
      type: PAGERDUTY
`;
    const after = async (channels: object[]) => {
      mkdirSync(join(dir, 'alert-rule'), { recursive: true });
      writeFileSync(file, text);
      const { err } = await ranConfig(`config export -f ${dir} --kind alertRule`, {
        fetch: exporting(rule(channels)),
      });
      return { err: err.replaceAll(`${dir}/`, ''), text: readFileSync(file, 'utf8') };
    };
    const second = await after([pager]);
    expect(second.text).toContain('routingKey: env:KEYWARD_SECRET_PAGER');
    expect(second.text).not.toContain('KEYWARD_SECRET_SLACK');
    expect(second.err).toContain('alert-rule/a.yaml:7:7: the export has no place for this reference');
    const turned = await after([pager, slack]);
    expect(turned.text.indexOf('KEYWARD_SECRET_PAGER')).toBeLessThan(
      turned.text.indexOf('KEYWARD_SECRET_SLACK'),
    );
    expect(turned.text).toContain('KEYWARD_SECRET_PAGER');
    const twice = await after([slack, slack, pager]);
    expect(twice.text).not.toContain('KEYWARD_SECRET_SLACK');
    const changed = await after([slack, { ...pager, region: 'US' }]);
    expect(changed.text).not.toContain('KEYWARD_SECRET_PAGER');
  });

  test('names files whose object is gone, and removes none', async () => {
    const dir = configDirectory({});
    await ranConfig(`config export -f ${dir}`, { fetch: exporting() });
    const fetch = exporting(objects.slice(1));
    const check = await ranConfig(`config export -f ${dir} --check`, { fetch });
    expect(check.code).toBe(8);
    expect(check.err).toContain('identity/deploy-bot.yaml: the service has no such object.\n');
    expect((await ranConfig(`config export -f ${dir}`, { fetch })).code).toBe(0);
    expect(existsSync(join(dir, 'identity', 'deploy-bot.yaml'))).toBe(true);
    // Another kind was not asked for.
    const other = await ranConfig(`config export -f ${dir} --check --kind socialProvider`, { fetch });
    expect(other.code).toBe(0);
  });

  test('loses no file and no comment of a user, and writes nothing then', async () => {
    const files = {
      'identity/deploy-bot.yaml': `${identityYaml}  # for the shop\n`,
      'mine.yaml': googleYaml,
    };
    const dir = configDirectory(files);
    const { code, out, err } = await ranConfig(`config export -f ${dir}`, { fetch: exporting() });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replaceAll(`${dir}/`, '')).toMatch(
      /^keyward: .* 2 problems.*\nidentity\/deploy-bot\.yaml:1:1: The file has comments.*\nmine\.yaml:1:1: socialProvider\/google is in a file of your own\./,
    );
    expect(readdirSync(dir).toSorted()).toEqual(['identity', 'mine.yaml']);
    for (const [file, text] of Object.entries(files))
      expect(readFileSync(join(dir, file), 'utf8')).toBe(text);
  });

  test('writes nothing outside of the directory', async () => {
    const outside = configDirectory({});
    const dir = configDirectory({});
    symlinkSync(outside, join(dir, 'identity'));
    expect((await ranConfig(`config export -f ${dir}`, { fetch: exporting() })).code).toBe(2);
    const files = configDirectory({});
    mkdirSync(join(files, 'identity'));
    symlinkSync(join(outside, 'x'), join(files, 'identity', 'deploy-bot.yaml'));
    expect((await ranConfig(`config export -f ${files}`, { fetch: exporting() })).code).toBe(2);
    const taken = await ranConfig(`config export -f ${configDirectory({ identity: '' })}`, {
      fetch: exporting(),
    });
    expect(taken.code).toBe(2);
    expect(taken.err).toContain(
      'identity/deploy-bot.yaml:1:1: A folder must be here, and something else is.',
    );
    const evil = [{ kind: '../..', key: '../../evil', spec: {} }];
    const third = configDirectory({});
    await ranConfig(`config export -f ${third}`, { fetch: exporting(evil) });
    expect(readdirSync(third)).toHaveLength(2);
    expect(readdirSync(outside)).toEqual([]);
  });
});
