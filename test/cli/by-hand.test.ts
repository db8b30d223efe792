import { describe, expect, test } from 'vitest';
import { handCommands, handGroups } from '../../clients/cli/src/by-hand/commands.ts';
import type { HandCommands } from '../../clients/cli/src/by-hand/hand-command.ts';
import { families } from '../../clients/cli/src/generated/commands.ts';
import { describe as describeCommands, reserved } from '../../scripts/client-cli.ts';
import { readContract } from '../../scripts/contract.ts';
import { keyward } from '../support/cli.ts';

describe('the commands by hand', () => {
  test('have names of one or two words, and each name once', () => {
    const names = handCommands.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)?$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names.filter((one) => one.includes(' '))) {
      const [first = ''] = name.split(' ');
      expect(names, 'a command has no verbs').not.toContain(first);
      expect(families[first]?.about ?? handGroups[first], `the group ${first} has a sentence`).toBeDefined();
    }
  });

  test.for(handCommands.map(({ name }) => name))('%s shows its help with an example', async (name) => {
    const { code, out, err } = await keyward([...name.split(' '), '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Examples:\n  keyward ${name}`);
    const about = handCommands.find((one) => one.name === name)?.about;
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`${about}.`);
    const listed = await keyward(['--help']);
    expect(listed.out).toMatch(new RegExp(`^  ${name.split(' ')[0]} `, 'm'));
  });

  test('complete their words and their flags', async () => {
    expect((await keyward(['__complete', '--', 'verif'])).out).toMatch(/^verify\t/);
    expect((await keyward(['__complete', '--', 'verify', '--sc'])).out).toMatch(/^--scope\t/);
  });

  const hand: HandCommands = [
    {
      name: 'identities freeze',
      about: 'Freeze an identity',
      load: () =>
        Promise.resolve({
          hand: {
            examples: ['identities freeze'],
            add: (parser, run) => void parser.action(() => run.end(5)),
          },
        }),
    },
    {
      name: 'credentials rotate',
      about: 'Rotate by hand',
      insteadOf: 'rotateCredential',
      load: () =>
        Promise.resolve({
          hand: { examples: [], add: (parser, run) => void parser.action(() => run.end(6)) },
        }),
    },
  ];

  test('stand beside the verbs of a family, and replace one', async () => {
    expect((await keyward(['identities', 'freeze'], { hand })).code).toBe(5);
    expect((await keyward(['credentials', 'rotate'], { hand })).code).toBe(6);
    const { out } = await keyward(['identities', '--help'], { hand });
    expect(out).toContain('Freeze an identity');
    expect(out).toContain('Create an identity');
    expect((await keyward(['credentials', '--help'], { hand })).out).toContain('Rotate by hand');
    expect((await keyward(['__complete', '--', 'identities', 'fr'], { hand })).out).toContain('freeze\t');
  });

  test('keep their words from families and operations of the contract', () => {
    expect(reserved).toContain('verify');
    const contract = readContract();
    expect(() => describeCommands(contract)).not.toThrow();
    expect(() =>
      describeCommands(contract, [{ ...hand[0], name: 'identities create' } as (typeof hand)[number]]),
    ).toThrow('identities create is a command that is written by hand');
    expect(() => describeCommands(contract, hand)).not.toThrow();
  });
});
