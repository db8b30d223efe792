import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../clients/cli/src/command.ts';
import { families } from '../../clients/cli/src/generated/commands.ts';
import { readContract } from '../../scripts/contract.ts';
import { operationsOf } from '../../src/lib/contract.ts';
import { keyward, type Surroundings, wordsOf } from '../support/cli.ts';

const contract = readContract();
const operations = new Map(operationsOf(contract).map((one) => [one.id, one]));
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'contract', ...contract });

const env = { KEYWARD_API_KEY: 'kd_test_key', KEYWARD_URL: 'https://service.invalid' };

interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** Runs a command line against a service that notes the request, and answers nothing. */
async function sentBy(line: string, more: Surroundings = {}): Promise<Sent> {
  const seen: Sent[] = [];
  const ran = await keyward(wordsOf(line), {
    env,
    ...more,
    fetch: (input, init = {}) => {
      const { method = '', body } = init;
      const parsed = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
      seen.push({
        method,
        url: new URL(new Request(input).url),
        headers: new Headers(init.headers),
        body: parsed,
      });
      return Promise.resolve(Response.json({ id: 'x', data: [], pagination: { hasMore: false } }));
    },
  });
  const [sent] = seen;
  if (!sent) throw new Error(`${line} sent nothing: ${ran.err}`);
  return sent;
}

const examples = Object.entries(families).flatMap(([, { commands }]) =>
  Object.values(commands()).flatMap((command) => command.examples.map((line) => ({ line, command }))),
);

/** Returns what the contract finds wrong in a body. */
function faultsOf({ id }: Command, body: unknown): string[] {
  const operation = operations.get(id);
  const [type] = Object.keys(operation?.body?.content ?? {});
  if (!operation || type === undefined || body === undefined) return [];
  const parts = [
    'paths',
    operation.path,
    operation.method.toLowerCase(),
    'requestBody',
    'content',
    type,
    'schema',
  ];
  const pointer = parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `contract#/${pointer}` });
  return validate(body)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the examples of help', () => {
  test('are those of the contract', () => {
    expect(examples.length).toBeGreaterThan(220);
    expect(examples.filter(({ line }) => line.includes('--input'))).not.toHaveLength(0);
  });

  test.for(examples.filter(({ line }) => !line.includes('--input')))(
    'keyward $line sends what the contract takes',
    async ({ line, command }) => {
      const files = Object.fromEntries(
        fieldsOf(command).map(({ flag, kind }) => [
          `${flag}.txt`,
          kind === 'json' ? '[]' : 'a-secret-of-a-file\n',
        ]),
      );
      const { method, url, body } = await sentBy(
        `${line}${command.ends || command.endsIf !== undefined ? ' --yes' : ''}`,
        { files },
      );
      const operation = operations.get(command.id);
      expect(method).toBe(operation?.method);
      expect(url.pathname).toMatch(new RegExp(`^${operation?.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
      const names = operation?.parameters
        .filter(({ in: place }) => place === 'query')
        .map(({ name }) => name);
      expect([...url.searchParams.keys()].filter((name) => !names?.includes(name))).toEqual([]);
      expect(faultsOf(command, body)).toEqual([]);
      if (command.bodyNeeded) expect(body).toBeDefined();
    },
  );
});

const fieldsOf = ({ query, body = [] }: Command) => [...query, ...body];

describe('a request', () => {
  test('has the fields of flags, lists by repeating, objects by dots, numbers and switches', async () => {
    const { body } = await sentBy(
      'conditional-access create-access-policy --name office --priority 100 --decision BLOCK --conditions.country DE --conditions.country FR ' +
        '--conditions.users.include usr_1 --session.persistent',
    );
    expect(body).toEqual({
      name: 'office',
      priority: 100,
      decision: 'BLOCK',
      conditions: { countries: ['DE', 'FR'], users: { include: ['usr_1'] } },
      session: { persistent: true },
    });
  });

  test('takes the full name of a field as well, and a text stays a text', async () => {
    const { body } = await sentBy(
      'credentials create --identity-id idn_1 --name 007 --scopes a --scopes b --no-is-temporary',
    );
    expect(body).toEqual({ identityId: 'idn_1', name: '007', scopes: ['a', 'b'], isTemporary: false });
  });

  test('takes a body from a file or from standard input, and flags change it', async () => {
    const files = {
      'body.json': '{"name":"one","metadata":{"team":"a"},"tags":["x"]}',
      '-': '{"name":"two","type":"CI_CD"}',
    };
    const one = await sentBy('identities create --input body.json --type CI_CD --unset tags', { files });
    expect(one.body).toEqual({ name: 'one', metadata: { team: 'a' }, tags: [], type: 'CI_CD' });
    const two = await sentBy('identities create --input - --tag y', { files });
    expect(two.body).toEqual({ name: 'two', type: 'CI_CD', tags: ['y'] });
  });

  test('empties a field with --unset', async () => {
    const { body } = await sentBy('identities update idn_1 --unset expires-at --unset tags');
    expect(body).toEqual({ expiresAt: null, tags: [] });
  });

  test('sends null or an empty list for a list that takes both, as --unset says', async () => {
    const { body } = await sentBy(
      "identities update idn_1 --unset allowed-ips=null --unset 'allowed-scopes=[]'",
    );
    expect(body).toEqual({ allowedIps: null, allowedScopes: [] });
  });

  test('has a secret of a file without its line end', async () => {
    const { body } = await sentBy('users create --email ada@example.com --password-file -', {
      files: { '-': 'vivid-harbor\n' },
    });
    expect(body).toMatchObject({ password: 'vivid-harbor' });
  });

  test('has its headers: If-Match, Idempotency-Key, X-Wrap-Ttl, X-Dry-Run', async () => {
    const wrapped = await sentBy(
      'credentials rotate cred_1 --if-match \'"7"\' --idempotency-key again-1 --wrap-ttl 60',
    );
    expect(wrapped.headers.get('if-match')).toBe('"7"');
    expect(wrapped.headers.get('idempotency-key')).toBe('again-1');
    expect(wrapped.headers.get('x-wrap-ttl')).toBe('60');
    const dry = await sentBy('scim-users delete org_1 usr_1 --dry-run');
    expect(dry.headers.get('x-dry-run')).toBe('true');
    expect((await sentBy('credentials rotate cred_1')).headers.get('idempotency-key')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });

  test('goes to --url, to KEYWARD_URL, or to the machine itself', async () => {
    const key = { KEYWARD_API_KEY: 'kd_test_key' };
    expect((await sentBy('--url https://other.invalid identities list')).url.origin).toBe(
      'https://other.invalid',
    );
    expect((await sentBy('identities list')).url.origin).toBe('https://service.invalid');
    expect((await sentBy('identities list', { env: key })).url.origin).toBe('http://localhost:3000');
  });

  test.for(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://keyward.localhost:3000'])(
    'goes over http:// inside of the machine: %s',
    async (address) => {
      expect((await sentBy(`--url ${address} identities list`)).url.origin).toBe(address);
    },
  );

  test('never goes to the address of a field', async () => {
    const { url, body } = await sentBy(
      'webhooks create --name n --url https://hooks.invalid/x --event credential.rotated',
    );
    expect(url.origin).toBe('https://service.invalid');
    expect(body).toMatchObject({ url: 'https://hooks.invalid/x' });
  });
});

describe('a wrong command line', () => {
  const wrong = async (line: string, more: Surroundings = {}) => {
    const ran = await keyward(wordsOf(line), {
      env,
      ...more,
      fetch: () => Promise.reject(new Error('a request was sent')),
    });
    expect(ran.code, ran.err).toBe(2);
    expect(ran.out).toBe('');
    return ran.err;
  };

  test.for([
    ['credentials create --name x', 'Give --identity.'],
    ['users create --email a@b.example --role', "'--role <value>' argument missing"],
    ['identities list --limit many', '--limit takes a number, such as 10.'],
    ['identities list --sort size', '--sort takes one of createdAt, -createdAt'],
    ['identities create --input body.json', 'There is no such file.'],
    ['identities update idn_1 --metadata {', 'The value of --metadata is not valid JSON (line 1, column 2).'],
    ['identities update idn_1 --unset colour', 'this command has no such field'],
    ['identities update idn_1 --unset name', 'this field cannot be empty'],
    ['identities update idn_1 --unset allowed-ips', 'has two meanings'],
    ['identities update idn_1 --unset tags=null', 'this field cannot be null'],
    ['identities update idn_1 --unset expires-at=[]', 'this field cannot be []'],
    ['identities update idn_1 --tag a --unset tags', '--tags is given, and --unset takes it away'],
    ['policies update pol_1 --selector.tag a --unset selector.tags', '--selector.tags is given, and'],
    // The service would take away the rest of the address.
    ['users update usr_1 --address.country DE', "Unknown option '--address.country'."],
    ['identities get', "missing required argument 'id'"],
    ['identities get idn_1 more', 'more arguments than the command takes'],
    ['identities lst', '(Did you mean list?)'],
    ['identity list', "Unknown command 'identity'."],
    ['identities list --url http://x.invalid', '--url stands before the family'],
    ['identities delete idn_1 --yes --url', '--url stands before the family'],
    ['users create --email a@b.example --password', '--password is a secret'],
    ['users create --password --email a@b.example', '--password is a secret'],
    ['identities list --api-key', 'Set KEYWARD_API_KEY instead'],
    ['--url ftp://x identities list', 'must be the address of the service'],
    ['completion tcsh', 'bash, zsh, fish'],
    ['reports get-overview -o id', 'has no id'],
    ['identities get ..', 'id must be the id of a resource'],
  ] as const)('keyward %s: %s', async ([line, sentence]) => {
    expect((await wrong(line)).toLowerCase()).toContain(sentence.toLowerCase());
  });

  test('gives one field by two names', async () => {
    expect(await wrong('credentials list --identity idn_1 --identity-id idn_2')).toContain(
      'are the same field',
    );
  });

  test.for([
    'http://keyward.example',
    'http://10.0.0.1:3000',
    'http://localhost.example',
    'http://127.0.0.1.example',
  ])('would send the key over a network in clear text: %s', async (address) => {
    const sentence = 'http:// shows your key to the network.';
    expect(await wrong(`--url ${address} identities list`)).toContain(sentence);
    expect(await wrong('identities list', { env: { ...env, KEYWARD_URL: address } })).toContain(sentence);
  });

  test('needs a key', async () => {
    expect(await wrong('identities list', { env: {} })).toContain('Set KEYWARD_API_KEY');
    expect(await wrong('identities list', { env: { KEYWARD_API_KEY: 'a b' } })).toContain('without spaces');
  });

  test('reads standard input once', async () => {
    const files = { '-': '{}' };
    expect(await wrong('users create --input - --email a@b.example --password-file -', { files })).toContain(
      '--input and --password-file both read standard input',
    );
  });

  const canary = 'canary-hunter2';
  test.for([
    `users create --email a@b.example --password ${canary}`,
    `users create --email a@b.example --password=${canary}`,
    `users create --email a@b.example --pasword=${canary}`,
    `users create --email a@b.example -p${canary}`,
    `identities get idn_1 ${canary}`,
    `identities list --api-key ${canary}`,
    `--api-key=${canary} identities list`,
    `credentials verify --credential ${canary}`,
    `oidc-clients create --client-secret=${canary}`,
    'users create --input body.json',
    'users create --input raw.json',
    'users create --email a@b.example --input list.json',
    `users create --email a@b.example --password-file ${canary}`,
    `users create --input '{"password":"${canary}"}'`,
    `users create '--pasword=first\n${canary}'`,
    `users create '--pasword=${canary}\nlast'`,
    `users create '--password ${canary}'`,
    `'-----BEGIN KEY\n${canary}' list`,
    `users 'BEGIN KEY\n${canary}'`,
  ])('shows no secret: keyward %s', async (line) => {
    const files = { 'body.json': `{"password":"${canary}`, 'list.json': `["${canary}"]`, 'raw.json': canary };
    expect(await wrong(line, { files })).not.toContain(canary);
  });

  test('shows no key of ours, wherever it was written', async () => {
    const key = 'kd_live_0000000000000000000000000000000000000000000aBcDeF';
    const err = await wrong(`${key} list`, { env: { ...env, KEYWARD_API_KEY: 'kd_test_of_mine' } });
    expect(err).not.toContain(key);
    expect(await wrong('kd_test_of_mine', { env: { KEYWARD_API_KEY: 'kd_test_of_mine' } })).not.toContain(
      'of_mine',
    );
  });

  test('says how a secret is given', async () => {
    expect(await wrong('users create --email a@b.example --password x')).toContain(
      '--password is a secret, and other users of this machine see arguments. Write it to a file and give --password-file FILE, or - for standard input.',
    );
  });
});
