import { expect, test } from 'vitest';
import { instrument } from '../../../bench/ways/instrument.ts';
import { returnsOf, roomOf, summarize } from '../../../bench/ways/summary.ts';

/** Runs instrumented code, and returns the places of the functions that it entered. */
function placesOf(code: string): number[] {
  const places: number[] = [];
  Object.assign(globalThis, { keywardEnter: (_file: string, place: number) => places.push(place) });
  try {
    // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
    new Function(instrument(code, 'src/a.ts'))();
  } finally {
    Reflect.deleteProperty(globalThis, 'keywardEnter');
  }
  return places;
}

test('functions of every form tell that they run, in the order of their calls', () => {
  expect(placesOf('function a() { b(); } const b = () => 1; b(); a();')).toEqual([1, 0, 1]);
  expect(placesOf('const object = () => ({ a: 1 }); if (object().a !== 1) throw new Error();')).toEqual([0]);
  expect(placesOf('const add = (a) => (b) => a + b; if (add(1)(2) !== 3) throw new Error();')).toEqual([
    0, 1,
  ]);
  expect(
    placesOf('class A { #b = () => 1; constructor() { this.#b(); } get c() { return 2; } } new A().c;'),
  ).toEqual([1, 0, 2]);
  expect(placesOf('class A {} class B extends A { constructor() { super(); } } new B();')).toEqual([0]);
  expect(placesOf('function* each() { yield 1; } [...each()].map((one) => one);')).toEqual([0, 1]);
  expect(placesOf('const unused = () => 1;')).toEqual([]);
});

test('a way is summed up by files, folders, rooms and functions', () => {
  const entry = (file: string, place = 0) => ({ file: `src/${file}`, place });
  const first = [
    entry('http/run.ts'),
    entry('http/run.ts', 1),
    entry('users/sql/find.ts'),
    entry('http/run.ts'),
  ];
  expect(summarize([first, [entry('service.ts'), entry('users/users.ts')]])).toEqual({
    requests: 2,
    files: 4,
    folders: 4,
    rooms: 3,
    functions: 5,
    calls: 6,
    returns: 1,
  });
  expect(roomOf('src/users/sql/find.ts')).toBe('users');
  expect(roomOf('src/service.ts')).toBe('(top)');
});

test('a return is a room that comes again after another one', () => {
  expect(returnsOf([])).toBe(0);
  expect(returnsOf(['a', 'a', 'b', 'b', 'a', 'c', 'b'])).toBe(2);
});
