import { describe, expect, test } from 'vitest';
import { readPostgresUrl } from '../../../src/lib/postgres-url.ts';

const urlsOf = (text: string) => readPostgresUrl(text)?.servers.map(({ url }) => url);
const namesOf = (text: string) => readPostgresUrl(text)?.servers.map(({ name }) => name);

describe('readPostgresUrl', () => {
  test('reads hosts with their ports, and gives each a URL with the same login, database and parameters', () => {
    const url = 'postgres://u:p@db1:5433,db2/keyward?sslmode=verify-full&target_session_attrs=any&a=b';
    expect(readPostgresUrl(url)).toEqual({
      wanted: 'any',
      servers: [
        { name: 'db1:5433', url: 'postgres://u:p@db1:5433/keyward?sslmode=verify-full&a=b' },
        { name: 'db2:5432', url: 'postgres://u:p@db2/keyward?sslmode=verify-full&a=b' },
      ],
    });
  });

  test.each([
    ['postgres://u:a%2Fb%40c%2C%3F@h1,h2/d', 'postgres://u:a%2Fb%40c%2C%3F@h1/d'],
    ['postgres://u:p,1@2@h1,h2/d', 'postgres://u:p,1@2@h1/d'],
    ['postgresql://h1,h2', 'postgresql://h1'],
    ['postgres://u:p@[::1]:5433,[fd00::2]/d', 'postgres://u:p@[::1]:5433/d'],
  ])('keeps the login of %s', (text, first) => {
    expect(urlsOf(text)?.[0]).toBe(first);
    expect(urlsOf(text)).toHaveLength(2);
  });

  test('shows hosts and ports without the password', () => {
    expect(namesOf('postgres://u:secret@[::1]:5433,10.0.0.2,db:1/d')).toEqual([
      '[::1]:5433',
      '10.0.0.2:5432',
      'db:1',
    ]);
    expect(namesOf('postgres://u:secret@db/d?sslmode=require')).toEqual(['db:5432']);
  });

  test.each([
    'postgres://u@h1/d',
    'postgres:///d?host=/run/postgresql',
    'postgres://u:p@%2Frun%2Fpostgresql/d',
  ])('leaves %s as it is', (text) => expect(urlsOf(text)).toEqual([text]));

  test('wants a server that accepts writes, unless the URL says otherwise', () => {
    expect(readPostgresUrl('postgres://h/d')?.wanted).toBe('read-write');
    expect(readPostgresUrl('postgres://h/d?target_session_attrs=primary')?.wanted).toBe('primary');
  });

  test.each([
    'mysql://h/d',
    'postgres://',
    'postgres://h1,/d',
    'postgres://h1:0,h2/d',
    'postgres://h1:65536,h2/d',
    'postgres://::1,h2/d',
    'postgres://h1;h2,h3/d',
    'postgres://h/d?target_session_attrs=standby',
    'postgres://h/d?target_session_attrs=prefer-standby',
    'postgres://h/d?target_session_attrs=',
    'postgres://h/d?target_session_attrs=any&target_session_attrs=any',
    'postgres://h /d',
  ])('refuses %s', (text) => expect(readPostgresUrl(text)).toBeUndefined());
});
