import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configDirectory } from '../support/config-directory.ts';
import {
  configService,
  fingerprint,
  googleYaml,
  identityYaml,
  planOf,
  ranConfig,
  refusal,
} from '../support/config-service.ts';

describe('keyward config apply', () => {
  const created = planOf([{ action: 'CREATE', fields: [{ field: 'name', to: 'Google' }] }], { create: 1 });
  const secret = { KEYWARD_SECRET_GOOGLE: 'canary-in-the-environment' };

  test('shows the plan, asks, and sends the secrets with the fingerprint', async () => {
    const dir = configDirectory({ 'a.yaml': googleYaml });
    const { sent, fetch } = configService({ plan: created, apply: created });
    const { code, out, err } = await ranConfig(`config apply -f ${dir} --prune`, {
      fetch,
      env: secret,
      answer: 'y',
    });
    expect(code, err).toBe(0);
    expect(err).toBe('Make this change and replace secrets that are others now? [y/N] ');
    expect(out).toMatch(
      /^\+ identity\/deploy-bot is created .*\nPlan: 1 to create.*\nDone: 1 created, 1 unchanged\.\n$/s,
    );
    expect(sent.map(({ path }) => path)).toEqual(['plan', 'apply']);
    expect(JSON.stringify(sent[0])).not.toContain('canary');
    expect(sent[1]?.body).toMatchObject({
      objects: [{ spec: { clientSecret: 'canary-in-the-environment' } }],
      prune: true,
      fingerprint,
    });
    expect(`${out}${err}`).not.toContain('canary');
  });

  test('replaces a secret that is another one now, which no plan shows', async () => {
    const dir = configDirectory({ 'a.yaml': googleYaml });
    const changed = planOf([{ action: 'CHANGE', fields: [{ field: 'clientSecret', secret: true }] }], {
      change: 1,
    });
    const { sent, fetch } = configService({ plan: planOf([]), apply: changed });
    const line = `config apply -f ${dir}`;
    const { code, out, err } = await ranConfig(line, { fetch, env: secret, answer: 'y' });
    expect({ code, err }).toEqual({ code: 0, err: 'Replace secrets that are others now? [y/N] ' });
    expect(out).toContain('    clientSecret: the secret changes\n');
    expect(out).toMatch(/Done: 1 changed, 1 unchanged\.\n$/);
    expect(sent[1]).toMatchObject({ path: 'apply', body: { fingerprint } });
    expect((await ranConfig(line, { fetch, env: secret })).code).toBe(2);
    const same = configService({ plan: planOf([]), apply: planOf([]) });
    const none = await ranConfig(`${line} --yes`, { fetch: same.fetch, env: secret });
    const told = 'The files have a secret. An apply replaces those that are others now.\n';
    expect(none).toEqual({ code: 0, out: `The service has what the files say.\n${told}`, err: '' });
  });

  test('shows no secret in an error, also if the answer has one', async () => {
    const dir = configDirectory({ 'a.yaml': googleYaml });
    const echo = new Response('you sent canary-in-the-environment', { status: 413 });
    const page = configService({ plan: created, apply: () => echo });
    const told = configService({
      plan: created,
      apply: () => refusal(403, 'FORBIDDEN', { sent: 'canary-in-the-environment' }),
    });
    for (const { fetch } of [page, told]) {
      const { code, out, err } = await ranConfig(`config apply -f ${dir} --yes`, { fetch, env: secret });
      expect(code).not.toBe(0);
      expect(`${out}${err}`).not.toContain('canary');
    }
  });

  test('says that it waits for a limit, and goes on', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    let calls = 0;
    const { fetch } = configService({
      plan: () => {
        calls += 1;
        const over = refusal(429, 'RATE_LIMITED');
        over.headers.set('retry-after', '0');
        return calls < 3 ? over : planOf([]);
      },
    });
    const { code, err } = await ranConfig(`config plan -f ${dir}`, { fetch });
    expect({ code, calls }).toEqual({ code: 0, calls: 3 });
    expect(err).toBe('The limit is reached. Waiting for 0 seconds.\n'.repeat(2));
    calls = -10;
    expect((await ranConfig(`config plan -f ${dir}`, { fetch })).code).toBe(6);
  });

  test('deletes no more than the user expects', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const deletion = { action: 'DELETE', at: null };
    const gone = planOf([deletion, { ...deletion, key: 'other' }], { delete: 2 });
    const { sent, fetch } = configService({ plan: gone, apply: gone });
    const line = `config apply -f ${dir} --prune --yes`;
    const few = await ranConfig(`${line} --most-deletions 1`, { fetch });
    expect(few.code).toBe(2);
    expect(few.err).toContain('The plan deletes 2 objects, and --most-deletions allows 1.');
    expect(sent.map(({ path }) => path)).toEqual(['plan']);
    expect((await ranConfig(`${line} --most-deletions 2`, { fetch })).code).toBe(0);
    expect((await ranConfig(`${line} --most-deletions many`, { fetch })).code).toBe(2);
    const empty = configDirectory({ 'empty.yaml': '# nothing is left' });
    const none = await ranConfig(`config apply -f ${empty} --prune --yes`, { fetch });
    expect(none.err).toContain('The files have no object, so --prune would delete everything.');
    expect(sent).toHaveLength(3);
    expect(
      (await ranConfig(`config apply -f ${empty} --prune --yes --most-deletions 2`, { fetch })).code,
    ).toBe(0);
  });

  test('changes nothing without a yes', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const { sent, fetch } = configService({ plan: created, apply: created });
    expect(await ranConfig(`config apply -f ${dir}`, { fetch, answer: 'n' })).toMatchObject({ code: 1 });
    const none = await ranConfig(`config apply -f ${dir}`, { fetch });
    expect(none.code).toBe(2);
    expect(none.err).toContain('Add --yes.');
    expect(sent.map(({ path }) => path)).toEqual(['plan', 'plan']);
    const yes = await ranConfig(`config apply -f ${dir} --yes -o json`, { fetch });
    expect(JSON.parse(yes.out)).toMatchObject({ fingerprint, changes: [{ action: 'CREATE' }] });
    expect(yes.err).toContain('+ identity/deploy-bot is created');
  });

  test('sends nothing if a secret is missing, and names its place', async () => {
    const dir = configDirectory({ 'a.yaml': googleYaml });
    const { sent, fetch } = configService({ plan: created });
    const { code, err } = await ranConfig(`config apply -f ${dir} --yes`, { fetch });
    expect({ code, sent }).toEqual({ code: 2, sent: [] });
    expect(err).toContain(`${dir}/a.yaml:7:3: The environment has no KEYWARD_SECRET_GOOGLE.`);
  });

  test('applies nothing that would be refused, and nothing if nothing differs', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const no = { status: 403, code: 'INSUFFICIENT_SCOPE', message: 'No.', details: {} };
    const refused = configService({ plan: planOf([{ action: 'CREATE', refusal: no }], { refused: 1 }) });
    const { code, err } = await ranConfig(`config apply -f ${dir} --yes`, { fetch: refused.fetch });
    expect({ code, err }).toEqual({ code: 3, err: 'Nothing was changed.\n' });
    const none = configService({ plan: planOf([]) });
    expect(await ranConfig(`config apply -f ${dir}`, { fetch: none.fetch })).toMatchObject({
      code: 0,
      err: '',
    });
    const late = configService({
      plan: created,
      apply: () => refusal(403, 'INSUFFICIENT_SCOPE', { object: 'identity/deploy-bot', at: '/objects/0' }),
    });
    const told = await ranConfig(`config apply -f ${dir} --yes`, { fetch: late.fetch });
    expect(told.code).toBe(3);
    expect(told.err).toContain(`  at: ${dir}/a.yaml:1:1\n`);
    expect([...refused.sent, ...none.sent].map(({ path }) => path)).toEqual(['plan', 'plan']);
  });

  test('says to plan again after a change in between', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const { fetch } = configService({ plan: created, apply: () => refusal(409, 'CONFIGURATION_MOVED') });
    const { code, err } = await ranConfig(`config apply -f ${dir} --yes`, { fetch });
    expect(code).toBe(5);
    expect(err).toContain('Run keyward config plan again.');
  });

  test('makes the changes of a plan that was written, and no others', async () => {
    const dir = configDirectory({ 'a.yaml': identityYaml });
    const file = join(dir, 'plan.json');
    const { sent, fetch } = configService({ plan: created, apply: created });
    await ranConfig(`config plan -f ${dir} --prune --out ${file}`, { fetch });
    const files = { 'plan.json': readFileSync(file, 'utf8') };
    const line = `config apply -f ${dir} --plan plan.json --yes`;
    expect(await ranConfig(line, { fetch, files })).toMatchObject({ code: 0 });
    expect(sent.at(-1)?.body).toMatchObject({ prune: true, fingerprint });
    const other = configService({ plan: { ...created, fingerprint: 'b'.repeat(64) }, apply: created });
    const moved = await ranConfig(line, { fetch: other.fetch, files });
    expect(moved).toMatchObject({ code: 5, out: '' });
    expect(moved.err).toContain('Run keyward config plan again.');
    expect(other.sent.map(({ path }) => path)).toEqual(['plan']);
    expect((await ranConfig(`${line} --prune`, { fetch, files })).code).toBe(2);
    expect((await ranConfig(line, { fetch, files: { 'plan.json': '{}' } })).code).toBe(2);
  });
});
