import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { compileRoutes } from '../../../src/http/contract/routes.ts';

const routes = compileRoutes([
  { id: 'list', method: 'GET', path: '/a' },
  { id: 'create', method: 'POST', path: '/a' },
  { id: 'get', method: 'GET', path: '/a/{id}' },
  { id: 'jit', method: 'POST', path: '/a/jit' },
  { id: 'act', method: 'POST', path: '/a/{id}/act' },
  { id: 'nested', method: 'GET', path: '/a/{id}/b/{member}' },
  { id: 'deep', method: 'GET', path: '/a/jit/c/{other}' },
  { id: 'dotted', method: 'GET', path: '/a.json' },
]);

const found = (path: string) => {
  const match = routes(path);
  return match && { ids: [...match.methods.values()].map(({ id }) => id), path: match.path };
};

describe('compileRoutes', () => {
  test('finds the methods of a path, and the values of its parameters', () => {
    expect(found('/a')).toEqual({ ids: ['list', 'create'], path: {} });
    expect(found('/a/x')).toEqual({ ids: ['get'], path: { id: 'x' } });
    expect(found('/a/x/act')).toEqual({ ids: ['act'], path: { id: 'x' } });
    expect(found('/a/x/b/y')).toEqual({ ids: ['nested'], path: { id: 'x', member: 'y' } });
    expect(found('/a.json')).toEqual({ ids: ['dotted'], path: {} });
  });

  test('prefers a literal, and comes back from one that leads nowhere', () => {
    expect(found('/a/jit')).toEqual({ ids: ['jit'], path: {} });
    expect(found('/a/jit/act')).toEqual({ ids: ['act'], path: { id: 'jit' } });
    expect(found('/a/jit/b/y')).toEqual({ ids: ['nested'], path: { id: 'jit', member: 'y' } });
    expect(found('/a/jit/c/z')).toEqual({ ids: ['deep'], path: { other: 'z' } });
  });

  test('decodes parameters, and only them', () => {
    expect(found('/a/x%20y%2Fz')).toEqual({ ids: ['get'], path: { id: 'x y/z' } });
    expect(found('/%61')).toBeUndefined();
    expect(found('/a/j%69t')).toEqual({ ids: ['get'], path: { id: 'jit' } });
    expect(found('/a/a+b')).toEqual({ ids: ['get'], path: { id: 'a+b' } });
  });

  test.each([
    '',
    '/',
    'a',
    '/b',
    '/a/',
    '//a',
    '/a//',
    '/a//act',
    '/A',
    '/a/x/y',
    '/a/x/act/',
    '/a/x/b/',
    '/a/%',
    '/a/%zz',
    '/a/%c0%af',
    '/a/%ed%a0%80',
    '/a/%00',
    '/a/x%00y',
    '/a;x',
    '/a?x',
    '*',
    'http://x/a',
  ])('leads nowhere from %j', (path) => expect(found(path)).toBeUndefined());

  test('knows nothing of prototypes', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(found(`/${name}`)).toBeUndefined();
      expect(found(`/a/${name}`)?.path['id']).toBe(name);
    }
    const named = compileRoutes([{ method: 'GET', path: '/{__proto__}' }])('/x');
    expect(Object.getPrototypeOf(named?.path)).toBe(Object.prototype);
  });

  test('finds every operation of the contract by its own path, with any id', () => {
    const contract = compileRoutes(
      Object.entries(operations).map(([id, operation]) => ({ id, ...operation })),
    );
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0')),
        (value) => {
          for (const [id, { method, path }] of Object.entries(operations)) {
            const match = contract(path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(value)));
            const literal = value === '.' || value === '..' || path === path.replace('{', '');
            if (match?.methods.get(method)?.id !== id && !literal)
              throw new Error(`${id} was not found for ${JSON.stringify(value)}`);
            for (const one of Object.values(match?.path ?? {})) expect(one).toBe(value);
          }
        },
      ),
    );
  });
});
