import { describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

// A link of an attacker to the sign-in of the dashboard leads to a page of the dashboard, or nowhere.

const elsewhere = [
  'https://evil.example/admin',
  '//evil.example/admin',
  '/\\evil.example',
  '/admin//evil.example',
  '/admin/\\evil.example',
  '/admin\\..\\logout',
  '/admin/../account/org',
  '/admin/./../logout',
  '/admin/%2e%2e/logout',
  '/admin/.%2E/logout',
  '/admin/x/..',
  '/administrator',
  '/admin@evil.example',
  '/admin.evil.example',
  '/admin:80',
  '/Admin',
  '/login/org',
  'admin',
  '',
  '/admin#//evil.example',
  '/admin?to=//evil.example',
  '/admin?to=\\evil',
  '/admin/\t/evil.example',
  '/admin/\nSet-Cookie: a=b',
  '/admin/ ',
  '/admin/é',
  'javascript:alert(1)',
  `/admin/${'a'.repeat(1_000)}`,
];

describe('returnTo of a sign-in to the dashboard', () => {
  test.for(elsewhere)('refuses %j, signed in or not', async (returnTo, { service }) => {
    const { person } = await aUserCaller(service);
    const path = `/admin/sign-in?tenant=${service.ours.orgId}&returnTo=${encodeURIComponent(returnTo)}`;
    for (const browser of [person, aPerson(service.origin)]) {
      const answer = await browser.get(path);
      expect([answer.status, answer.headers.get('x-error-code'), answer.location]).toEqual([
        400,
        'VALIDATION_ERROR',
        '',
      ]);
    }
  });

  test('keeps every tenant on the pages of the dashboard', async ({ service }) => {
    const { person } = await aUserCaller(service);
    for (const tenant of ['//evil.example', 'org/../../x', '\\evil', 'a&returnTo=//x', '#x'])
      expect((await person.get(`/admin/sign-in?tenant=${encodeURIComponent(tenant)}`)).status).toBe(404);
  });
});

test('a sign-in of another browser is of no use, and says nothing', async ({ service }) => {
  const victim = aPerson(service.origin);
  const first = await victim.get(`/admin/sign-in?tenant=${service.ours.orgId}`);
  const thief = aPerson(service.origin);
  await thief.open(`/login/${service.ours.orgId}`);
  expect((await thief.open(first.location)).title).toBe('This sign-in has expired');
});
