import { describe, expect, test } from 'vitest';
import type { Command } from '../../clients/cli/src/command.ts';
import { families } from '../../clients/cli/src/generated/commands.ts';
import { flat } from '../../scripts/cli/fields.ts';
import { describe as describeCommands, familiesOf } from '../../scripts/client-cli.ts';
import { readContract } from '../../scripts/contract.ts';
import { type Contract, isOurs, operationsOf, type Schema } from '../../src/lib/contract.ts';
import { keyward } from '../support/cli.ts';

const contract = readContract();
const owed = operationsOf(contract).filter(isOurs);
const commands: [name: string, command: Command][] = Object.entries(families).flatMap(
  ([family, { commands: own }]) =>
    Object.entries(own()).map(([verb, command]): [string, Command] => [`${family} ${verb}`, command]),
);
const fieldsOf = ({ query, body = [] }: Command) => [...query, ...body];

/** The contract with one more operation. */
const withOne = (path: string, operation: object): Contract => {
  const responses = {
    200: { description: 'It', content: { 'application/json': { schema: { type: 'object' } } } },
  };
  return {
    ...contract,
    paths: { ...contract.paths, [path]: { post: { tags: ['identities'], responses, ...operation } } },
  };
};

describe('the commands', () => {
  test('have each operation of the contract that client libraries have, and no other', () => {
    expect(owed.length).toBeGreaterThan(200);
    expect(commands.map(([, { id }]) => id).toSorted()).toEqual(owed.map(({ id }) => id).toSorted());
  });

  test('are those of the contract as it is: make generate wrote them', () => {
    const now = familiesOf(describeCommands(contract));
    expect(Object.keys(families)).toEqual(Object.keys(now));
    for (const [name, { commands: own, ...facts }] of Object.entries(families)) {
      const { commands: made, ...others } = now[name] ?? { commands: (): Record<string, Command> => ({}) };
      expect(facts).toEqual(others);
      expect(Object.keys(own())).toEqual(Object.keys(made()));
      for (const [verb, command] of Object.entries(own())) expect(command).toEqual(made()[verb]);
    }
  });

  test('get a new operation by its operationId alone', async () => {
    const grown = familiesOf(
      describeCommands(
        withOne('/api/v1/identities/archive', {
          operationId: 'archiveIdentity',
          summary: 'Archive an identity',
        }),
      ),
    );
    const { out, code } = await keyward(['identities', 'archive', '--help'], { families: grown });
    expect(out).toContain('Archive an identity.');
    expect(code).toBe(0);
    const before = await keyward(['identities', 'archive']);
    expect(before.code).toBe(2);
  });

  test('have names in lowercase words', () => {
    expect(commands.filter(([name]) => !/^[a-z]+(?:-[a-z]+)* [a-z]+(?:-[a-z]+)*$/.test(name))).toEqual([]);
    expect(commands.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'credentials create',
        'identities list',
        'credentials rotate',
        'alerts create-rule',
      ]),
    );
  });

  test.for(commands)('%s has a summary, and shows its help with an example', async ([name, { summary }]) => {
    const { code, out, err } = await keyward([...name.split(' '), '--help']);
    expect(err).toBe('');
    expect(code).toBe(0);
    // The help is broken into lines.
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`${summary}.`);
    expect(out).toContain(`Examples:\n  keyward ${name}`);
  });

  test('ask before they end something', () => {
    const ending = commands.filter(([, { ends }]) => ends).map(([name]) => name);
    expect(ending).toEqual(
      expect.arrayContaining([
        'identities delete',
        'credentials revoke',
        'users deprovision',
        'credentials clean-up',
        'users end-sessions',
      ]),
    );
    const deleting = owed.filter(({ method }) => method === 'DELETE').map(({ id }) => id);
    expect(
      deleting.filter((id) => !commands.some(([, command]) => command.id === id && command.ends)),
    ).toEqual([]);
    expect(commands.filter(([name, { ends }]) => ends && / (?:get|list|create|update)/.test(name))).toEqual(
      [],
    );
  });

  // A verb of tomorrow asks before, or it is named here.
  test('that do not ask before have verbs that are known to end nothing, or that only replace what there is', () => {
    const methods = new Map(owed.map(({ id, method }) => [id, method]));
    const unasked = commands.filter(([, { id, ends }]) => !ends && methods.get(id) !== 'GET');
    const first = unasked.map(([name]) => name.split(' ')[1]?.split('-')[0] ?? '');
    expect([...new Set(first)].toSorted()).toEqual([
      'activate',
      'add',
      'approve',
      'create',
      'evaluate',
      'exchange',
      'invite',
      'pause',
      'plan',
      'preview',
      'put',
      'reactivate',
      'recover',
      'refresh',
      'reject',
      'replace',
      'replay',
      'resume',
      'retry',
      'right',
      'rotate',
      'search',
      'simulate',
      'start',
      'suspend',
      'test',
      'unwrap',
      'update',
      'verify',
    ]);
  });

  test('ask before they end something by a verb of tomorrow, or by a switch', () => {
    const family = describeCommands(withOne('/api/v1/x', { operationId: 'eraseIdentity' }))['identities'];
    expect(family?.commands['erase']?.ends).toBe(true);
    expect(commands.filter(([, { endsIf }]) => endsIf).map(([name]) => name)).toEqual([
      'signing-keys rotate',
    ]);
  });

  test('take as many items of a page as --all asks for', () => {
    const limits = owed
      .filter(({ id }) => commands.some(([, command]) => command.id === id && command.pages))
      .map(({ id, parameters }) => ({
        id,
        most: parameters.find(({ name }) => name === 'limit')?.schema?.maximum,
      }));
    expect(limits.length).toBeGreaterThan(30);
    expect(limits.filter(({ most = 0 }) => most < 100)).toEqual([]);
  });
});

describe('without a command', () => {
  test.for([
    [[], 'identities  '],
    [['--url', 'http://x.invalid'], 'identities  '],
    [['help'], 'identities  '],
    [['identities'], 'suspend '],
    [['help', 'identities'], 'suspend '],
    [['help', 'identities', 'suspend'], '--reason <value>'],
    [['--url', 'http://x.invalid', 'identities'], 'suspend '],
  ] as const)('keyward %s shows the commands there are', async ([words, part]) => {
    const { code, out, err } = await keyward(words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(part);
  });
});

describe('two operations', () => {
  test('cannot be one command', () => {
    expect(() => describeCommands(withOne('/api/v1/x', { operationId: 'createIdentities' }))).toThrow(
      'createIdentities',
    );
  });

  test('cannot take the name of a command that is written by hand', () => {
    const named = {
      ...contract,
      paths: { '/api/v1/login': { get: { operationId: 'getIt', tags: ['login'] } } },
    };
    expect(() => describeCommands(named)).toThrow('login is a command that is written by hand');
  });
});

describe('flags', () => {
  test('have one name each, and the full name of a field is always one', () => {
    for (const [name, command] of commands) {
      const flags = fieldsOf(command).flatMap(({ flag, short }) =>
        short === undefined ? [flag] : [flag, short],
      );
      expect(
        flags.filter((flag, at) => flags.indexOf(flag) !== at),
        name,
      ).toEqual([]);
    }
  });

  test.for([
    ['credentials create', 'identityId', 'identity'],
    ['credentials create', 'scopes', 'scope'],
    ['credentials create', 'allowedIps', 'allowed-ip'],
    ['identities create', 'ownerUserId', 'owner-user'],
    ['oidc-clients create', 'redirectUris', 'redirect-uri'],
    ['conditional-access create-access-policy', 'conditions.countries', 'conditions.country'],
    // Two fields would be --user.
    ['groups add-members', 'userIds', undefined],
    // The id that another provider gave names nothing of ours.
    ['social-providers create', 'clientId', undefined],
  ])('are short where they can be: %s, %s, --%s', ([name, field, short]) => {
    const command = commands.find(([one]) => one === name)?.[1];
    expect(command && fieldsOf(command).find((one) => one.name === field)?.short).toBe(short);
  });

  test('never take a secret', () => {
    const secrets = new Set(
      commands.flatMap(([, command]) =>
        fieldsOf(command)
          .filter(({ secret }) => secret)
          .map(({ name }) => name),
      ),
    );
    expect([...secrets].toSorted()).toEqual(['channels', 'clientSecret', 'credential', 'password', 'token']);
  });

  // The service replaces an object of tomorrow, or merges it, and its flags follow that.
  test('reach into an object only where a change merges it, and not where it replaces it', () => {
    function* objectsOf(node: Schema, before = ''): Generator<string> {
      for (const [name, property] of Object.entries(flat(contract, node).properties ?? {})) {
        const { type, properties } = flat(contract, property);
        const path = `${before}${name}`;
        if (type !== 'object' || !properties || path.split('.').length >= 3) continue;
        yield path;
        yield* objectsOf(property, `${path}.`);
      }
    }
    const patches = owed.filter(({ method }) => method === 'PATCH');
    const objects = new Set(
      patches.flatMap(({ body }) => {
        const schema = Object.values(body?.content ?? {})[0]?.schema;
        return schema ? [...objectsOf(schema)] : [];
      }),
    );
    const ids = patches.map(({ id }) => id);
    const parents = new Set(
      commands
        .filter(([, { id }]) => ids.includes(id))
        .flatMap(([, { body = [] }]) => body)
        .filter(({ name }) => name.includes('.'))
        .map(({ name }) => name.replace(/\.\w+$/, '')),
    );
    expect([...parents].toSorted()).toEqual([
      'conditions',
      'conditions.applications',
      'conditions.groups',
      'conditions.identities',
      'conditions.identityTypes',
      'conditions.locations',
      'conditions.schedule',
      'conditions.users',
      'jwks',
      'selector',
      'session',
    ]);
    expect([...objects].filter((path) => !parents.has(path))).toEqual(['address']);
  });

  test.for([
    ['noStore', '--no-store would be read as the no of another flag'],
    ['input', 'two flags of its command are called --input'],
    ['passwordFile', 'two flags of its command are called --password-file'],
    ['dryRun', 'two flags of its command are called --dry-run'],
  ] as const)('cannot be read as others: a field %s', ([name, sentence]) => {
    const properties = { password: { type: 'string' }, [name]: { type: 'boolean' } };
    const described = () =>
      describeCommands(
        withOne('/api/v1/x', {
          operationId: 'archiveIdentity',
          parameters: [{ name: 'X-Dry-Run', in: 'header', schema: { type: 'boolean' } }],
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
        }),
      );
    expect(described).toThrow(`archiveIdentity: ${sentence}`);
  });

  // A field of tomorrow with such a name is a secret, or it is named here.
  test('whose name sounds like a secret take one, or are known to take none', () => {
    const sounding = commands.flatMap(([, command]) =>
      fieldsOf(command).filter(
        ({ name, kind, secret }) => kind === 'text' && !secret && /secret|password|token|private/i.test(name),
      ),
    );
    expect([...new Set(sounding.map(({ name }) => name))].toSorted()).toEqual([
      'accessTokenFormat',
      'accessTokenSigningAlg',
      'idTokenSignedResponseAlg',
      'tokenEndpointAuthMethod',
    ]);
  });
});
