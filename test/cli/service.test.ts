import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { anIdentity } from '../support/builders.ts';
import { keyward, type Ran, type Surroundings } from '../support/cli.ts';
import { test, type TestService } from '../support/service.ts';

/** The command line of a caller with a full key of the test service. */
const commandLine =
  ({ origin, ours }: TestService, more: Surroundings = {}) =>
  (line: string, rest: Surroundings = {}): Promise<Ran> =>
    keyward(line.split(' '), { env: { KEYWARD_URL: origin, KEYWARD_API_KEY: ours.key }, ...more, ...rest });

const done = async (ran: Promise<Ran>): Promise<string> => {
  const { code, out, err } = await ran;
  expect(code, err).toBe(0);
  return out.trimEnd();
};

describe('the command line', () => {
  test('creates an identity and a credential, rotates and revokes it', async ({ service }) => {
    const run = commandLine(service);
    const identity = await done(
      run('identities create --name deploy-bot --type CI_CD --tag a --tag b -o id'),
    );
    expect(identity).toMatch(/^idn_/);
    const made = JSON.parse(
      await done(
        run(`credentials create --identity ${identity} --name key --scope deploy.run --scope x.read -o json`),
      ),
    );
    expect(made).toMatchObject({ identityId: identity, scopes: ['deploy.run', 'x.read'] });
    expect(await done(run(`credentials get ${made.id}`))).toMatch(/^status +ACTIVE$/m);

    const verified = async (secret: string) =>
      JSON.parse(
        await done(run('credentials verify --credential-file - -o json', { files: { '-': `${secret}\n` } })),
      );
    expect(await verified(made.credential)).toMatchObject({ valid: true, identity: { id: identity } });
    const rotated = JSON.parse(await done(run(`credentials rotate ${made.id} --grace-period 0 -o json`)));
    expect(await verified(made.credential)).toMatchObject({ valid: false });
    expect(await verified(rotated.credential)).toMatchObject({ valid: true });
    await done(run(`credentials revoke ${made.id} --reason left --yes`));
    expect(await verified(rotated.credential)).toMatchObject({ valid: false, code: 'REVOKED' });
  });

  test('prints one resource as JSON, YAML and its id, all the same', async ({ service }) => {
    const run = commandLine(service);
    const id = await anIdentity(service.ours, { name: 'one', tags: ['a'] });
    const { body } = await service.ours.call('getIdentity', { path: { id } });
    expect(JSON.parse(await done(run(`identities get ${id} -o json`)))).toEqual(body);
    expect(parse(await done(run(`identities get ${id} -o yaml`)))).toEqual(body);
    expect(await done(run(`identities get ${id} -o id`))).toBe(id);
  });

  test('lists every page with --all', async ({ service }) => {
    const run = commandLine(service, {
      env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.theirs.key },
    });
    const ids = [];
    for (let at = 0; at < 7; at += 1)
      ids.push(await anIdentity(service.theirs, { name: `n${at}`, tags: ['many'] }));
    const listed = (await done(run('identities list --tag many --all --limit 3 -o id'))).split('\n');
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect((await done(run('identities list --tag many --limit 3 -o id'))).split('\n')).toHaveLength(3);
    const all = JSON.parse(await done(run('identities list --tag many --all --limit 3 --sort name -o json')));
    expect(all.data.map(({ name }: { name: string }) => name)).toEqual(ids.map((_, at) => `n${at}`));
    // This list has offsets instead of pages.
    expect(
      JSON.parse(await done(run('credentials list --all --limit 1 -o json'))).data.length,
    ).toBeGreaterThan(0);
  });

  test('lists each item once with --all, while a reader ends what it reads', async ({ service }) => {
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.push(await anIdentity(service.ours, { tags: ['ending'] }));
    const ending: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      const { data } = (await response.clone().json()) as { data: { id: string }[] };
      for (const { id } of data) await service.ours.call('revokeIdentity', { path: { id }, body: {} });
      return response;
    };
    const run = commandLine(service, { fetch: ending });
    const listed = await done(run('identities list --tag ending --status ACTIVE --all --limit 2 -o id'));
    expect(listed.split('\n').toSorted()).toEqual(ids.toSorted());
  });

  test('changes a resource only as it was read', async ({ service }) => {
    const run = commandLine(service);
    const id = await anIdentity(service.ours);
    const etag = await done(run(`identities get ${id} -o etag`));
    await done(run(`identities update ${id} --name second --if-match ${etag}`));
    const late = await run(`identities update ${id} --name third --if-match ${etag}`);
    expect(late).toMatchObject({ code: 5, out: '' });
    expect(late.err).toContain('PRECONDITION_FAILED, status 412, request req_');
  });

  test('ends with the code of the class of the error, and names field and request', async ({ service }) => {
    const run = commandLine(service);
    const none = `idn_${'0'.repeat(26)}`;
    const wrong = await run('identities create --name x --type NO_TYPE');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/\n {2}type: .*\n {2}VALIDATION_ERROR, status 400, request req_\w+\n$/s);
    const stranger = { env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: `kd_test_${'0'.repeat(49)}` } };
    expect(await run('identities list', stranger)).toMatchObject({ code: 3, out: '' });
    expect(await run(`identities get ${none}`)).toMatchObject({ code: 4, out: '' });
    const revoked = await anIdentity(service.ours);
    await done(run(`identities revoke ${revoked} --yes`));
    expect(await run(`identities suspend ${revoked}`)).toMatchObject({ code: 5, out: '' });
    const nowhere = { env: { KEYWARD_URL: 'http://127.0.0.1:1', KEYWARD_API_KEY: 'kd_test_x' } };
    expect(
      await run('credentials verify --credential-file -', { ...nowhere, files: { '-': 'x' } }),
    ).toMatchObject({
      code: 7,
      out: '',
    });
  });

  test('shows no secret in an error', async ({ service }) => {
    const run = commandLine(service);
    const secret = 'canary-vivid-harbor-42';
    const files = { '-': secret, 'body.json': JSON.stringify({ email: 'no address', password: secret }) };
    const lines = [
      'users create --email no-address --password-file -',
      'users create --input body.json',
      'credentials unwrap --token-file -',
      'social-providers create --provider google --name Google --client-id x --scope no.such --client-secret-file -',
    ];
    for (const line of lines) {
      const { code, out, err } = await run(line, { files });
      expect(code, line).not.toBe(0);
      expect(`${out}${err}`).not.toContain(secret);
      expect(`${out}${err}`).not.toContain(service.ours.key);
    }
  });

  test('completes families, verbs, flags, values, ids and names', async ({ service }) => {
    const run = commandLine(service);
    const id = await anIdentity(service.ours, { name: 'harbor-crane' });
    const after = async (words: string[], rest: Surroundings = {}) => {
      const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key };
      return (await keyward(['__complete', '--', ...words], { env, ...rest })).out
        .split('\n')
        .filter(Boolean);
    };
    expect(await after(['ident'])).toEqual([expect.stringContaining('identities\t')]);
    expect(await after(['identities', 'rev'])).toEqual(['revoke\tRevoke an identity']);
    expect(await after(['identities', 'create', '--own'])).toEqual([
      expect.stringMatching(/^--owner-user\b/),
    ]);
    expect(await after(['users', 'create', '--pass'])).toEqual([expect.stringMatching(/^--password-file\b/)]);
    expect(await after(['identities', 'create', '--type', 'CI'])).toEqual(['CI_CD']);
    expect(await after(['identities', 'get', id.slice(0, 20)])).toEqual([`${id}\tharbor-crane`]);
    expect(await after(['identities', 'get', 'harbor'])).toEqual([`${id}\tharbor-crane`]);
    expect(await after(['credentials', 'list', '--identity', 'harbor'])).toEqual([`${id}\tharbor-crane`]);
    expect(await after(['identities', 'get', id, ''])).toEqual([]);
    expect(await after(['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
    // Without a service, a shell gets nothing, and soon.
    const none = { env: { KEYWARD_URL: 'http://127.0.0.1:1', KEYWARD_API_KEY: 'kd_test_x' } };
    expect(await after(['identities', 'get', ''], none)).toEqual([]);
    expect(await run('__complete -- identities get x', { env: {} })).toEqual({ code: 0, out: '', err: '' });
  });

  test('acts for a directory with a SCIM token', async ({ service }) => {
    const token = JSON.parse(await done(commandLine(service)('scim-tokens create --name directory -o json')));
    const run = commandLine(service, { env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: token.token } });
    const org = service.ours.orgId ?? '';
    const files = {
      'ada.json': JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'ada.scim@example.com',
      }),
    };
    const id = await done(run(`scim-users create ${org} --input ada.json --active -o id`, { files }));
    expect(id).toMatch(/^usr_/);
    expect(await done(run(`scim-users list ${org} -o id`))).toContain(id);
    await done(run(`scim-users delete ${org} ${id} --dry-run`));
    expect(await done(run(`scim-users list ${org} -o id`))).toContain(id);
  });
});

describe('a limit', () => {
  test('is the exit code 6', async ({ service }) => {
    const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '0' });
    try {
      const env = { KEYWARD_URL: node.origin, KEYWARD_API_KEY: service.ours.key };
      // A limit that ends too late is not waited for.
      const run = () => keyward(['me', 'get'], { env, fetch: withoutWait });
      let ran = await run();
      for (let at = 0; at < 50 && ran.code === 0; at += 1) ran = await run();
      expect(ran).toMatchObject({ code: 6, out: '' });
      expect(ran.err).toContain('Try again in 61 seconds.');
    } finally {
      await node.stop();
    }
  });
});

/** The client waits up to a minute for a limit. Here it is told to wait longer, so that it does not. */
const withoutWait: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  if (response.status !== 429) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '61');
  return new Response(response.body, { status: 429, headers });
};
