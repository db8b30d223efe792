import { expect, test } from 'vitest';
import { atStart, type Door, later, opened } from '../../../src/handlers/doors.ts';
import type { Parts } from '../../../src/parts.ts';

const parts = (baseUrl: string): Parts => ({ baseUrl: () => baseUrl }) as Parts;
const told = (name: string) => (given: Pick<Parts, 'baseUrl'>) => ({
  [name]: () => `${name} at ${given.baseUrl()}`,
});

const open = (doors: Record<string, Door<object>>, given = parts('https://here')) => opened(doors, given);

test('joins the routes of a family, built from the parts', async () => {
  const find = open({
    two: later(
      async () => ({ routes: told('one') }),
      async () => ({ routes: told('other') }),
    ),
  });
  const handlers = (await find('two')) as Record<string, () => string>;
  expect(Object.values(handlers).map((handler) => handler())).toEqual([
    'one at https://here',
    'other at https://here',
  ]);
});

test('opens a door of the start at once, and others when they are loaded', async () => {
  const find = open({ here: atStart(told('one')), later: later(async () => ({ routes: told('other') })) });
  expect(Object.keys(find('here'))).toEqual(['one']);
  expect(find('later')).toBeInstanceOf(Promise);
  await find('later');
  expect(Object.keys(find('later'))).toEqual(['other']);
});

test('builds a family once for its parts, also for requests that come at the same time', async () => {
  const made: string[] = [];
  const routes = ({ baseUrl }: Pick<Parts, 'baseUrl'>) => {
    made.push(baseUrl());
    return {};
  };
  const doors = { one: later(async () => ({ routes })) };
  const [here, there] = [open(doors), open(doors, parts('https://there'))];
  await Promise.all([here('one'), here('one'), there('one')]);
  await here('one');
  expect(made).toEqual(['https://here', 'https://there']);
});

test('loads a family again after it could not be loaded', async () => {
  let loads = 0;
  const find = open({
    one: later(async () => {
      if (loads++ === 0) throw new Error('the files are gone');
      return { routes: told('one') };
    }),
  });
  await expect(async () => find('one')).rejects.toThrow('the files are gone');
  expect(Object.keys(await find('one'))).toEqual(['one']);
});
