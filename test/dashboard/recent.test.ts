import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noteVisit, recentPages } from '../../dashboard/src/app/recent.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

const tenant = (at: number) => `org_${String(at).padStart(26, '0')}`;
const user = (at: number) => `users/usr_${String(at).padStart(26, '0')}`;

describe('the recent pages of the palette', () => {
  test('are those of things, the newest first, and bounded for each tenant', () => {
    for (let at = 1; at <= 9; at += 1) noteVisit(tenant(1), `/admin/${tenant(1)}/${user(at)}`);
    noteVisit(tenant(1), `/${tenant(1)}/${user(5)}`);
    expect(recentPages(tenant(1))).toEqual([5, 9, 8, 7, 6, 4].map(user));
    expect(recentPages(tenant(2))).toEqual([]);
    for (let at = 2; at <= 30; at += 1) noteVisit(tenant(at), `/admin/${tenant(at)}/${user(at)}`);
    expect(Object.keys(JSON.parse(kept.get('keyward-recent') ?? '') as object)).toHaveLength(10);
  });

  test('have no lists, no queries and no keys', () => {
    for (const path of [
      'users',
      'users?search=ada',
      `users/kd_live_${'a'.repeat(49)}`,
      `${user(1)}/edit`,
      '',
    ])
      noteVisit(tenant(1), `/admin/${tenant(1)}/${path}`);
    noteVisit('elsewhere', `/admin/elsewhere/${user(1)}`);
    expect(kept.size).toBe(0);
  });

  test('are read with care', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"a":1}',
      `{"${tenant(1)}":{"x":1}}`,
      `{"${tenant(1)}":["../x",7]}`,
    ]) {
      kept.set('keyward-recent', text);
      expect(recentPages(tenant(1)), text).toEqual([]);
    }
  });
});
