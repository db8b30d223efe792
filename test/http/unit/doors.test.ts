import { expect, test } from 'vitest';
import { atStart, type Door, later, opened } from '../../../src/handlers/doors.ts';
import type { Parts } from '../../../src/parts.ts';

const parts = (baseUrl: string): Parts => ({ baseUrl: () => baseUrl }) as Parts;
const told = (name: string) => (given: Pick<Parts, 'baseUrl'>) => ({
  [name]: () => `${name} at ${given.baseUrl()}`,
});

const open = (doors: Record<string, Door<object>>, given = parts('https://here')) => opened(doors, given);

test('joins the routes of a family, built from the parts', async () => {
  const doors = open({
    two: later(
      async () => ({ routes: told('one') }),
      async () => ({ routes: told('other') }),
    ),
  });
  const handlers = (await doors.open('two')) as Record<string, () => string>;
  expect(Object.values(handlers).map((handler) => handler())).toEqual([
    'one at https://here',
    'other at https://here',
  ]);
});

test('opens a door of the start at once, and others when they are loaded', async () => {
  const doors = open({ here: atStart(told('one')), later: later(async () => ({ routes: told('other') })) });
  expect(Object.keys(doors.open('here'))).toEqual(['one']);
  expect(doors.open('later')).toBeInstanceOf(Promise);
  await doors.open('later');
  expect(Object.keys(doors.built.get('later') ?? {})).toEqual(['other']);
});

test('builds a family once for its parts, also for requests that come at the same time', async () => {
  const made: string[] = [];
  const routes = ({ baseUrl }: Pick<Parts, 'baseUrl'>) => {
    made.push(baseUrl());
    return {};
  };
  const one = later(async () => ({ routes }));
  const [here, there] = [open({ one }), open({ one }, parts('https://there'))];
  await Promise.all([here.open('one'), here.open('one'), there.open('one')]);
  await here.open('one');
  expect([...here.built.keys()]).toEqual(['one']);
  expect(made).toEqual(['https://here', 'https://there']);
});

test('loads a family again after it could not be loaded', async () => {
  let loads = 0;
  const doors = open({
    one: later(async () => {
      if (loads++ === 0) throw new Error('the files are gone');
      return { routes: told('one') };
    }),
  });
  await expect(async () => doors.open('one')).rejects.toThrow('the files are gone');
  expect(Object.keys(await doors.open('one'))).toEqual(['one']);
});
