import pg from 'pg';
import { expect, vi } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { codeOf } from '../../support/second-factors.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

test('a sign-in asks Postgres no more than it must', async ({ service }) => {
  const { ours, origin } = service;
  const orgId = ours.orgId ?? '';
  const email = anEmail();
  await aUser(ours, { email, password });
  const owner = aPerson(origin);
  await owner.signIn(orgId, email, password);
  const settings = await owner.open(`/account/${orgId}/totp`);
  const secret = (/<code class="secret"[^>]*>([^<]*)</.exec(settings.text)?.[1] ?? '').replaceAll(' ', '');
  await owner.send(settings, { otp: codeOf(secret) });

  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const requests: { name: string; all: number; settings: number; transactions: number }[] = [];
  const counted = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    statements.mockClear();
    const result = await work();
    const texts = statements.mock.calls.map(([query]: unknown[]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    const having = (part: string) => texts.filter((text) => text.includes(part)).length;
    const settings = having('left join auth_configs');
    requests.push({ name, all: texts.length, settings, transactions: having('begin') });
    return result;
  };
  /** Counts the statements of a page twice, and keeps the smaller number: the process may send its own statements meanwhile. */
  const countedPage = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const result = await counted(name, work);
    await counted(name, work);
    requests.push(
      ...requests
        .splice(-2)
        .toSorted((a, b) => a.all - b.all)
        .slice(0, 1),
    );
    return result;
  };
  const person = aPerson(origin);
  const location = ({ headers }: { headers: Headers }) => headers.get('location') ?? '';
  const begun = await counted('begin', () => person.get(`/login/${orgId}`));
  const identifier = await countedPage('identifier page', () => person.get(location(begun)));
  const post = (page: typeof begun, step: string, fields: Record<string, string>) => {
    const { sign_in = '', csrf = '' } = page.forms[0]?.fields ?? {};
    return person.post(`/login/${orgId}/${step}`, { sign_in, csrf, ...fields });
  };
  const named = await counted('identifier', () => post(identifier, 'identifier', { username: email }));
  const asked = await countedPage('password page', () => person.get(location(named)));
  const proved = await counted('password', () => post(asked, 'password', { password }));
  const second = await countedPage('code page', () => person.get(location(proved)));
  const done = await counted('code', () => post(second, 'totp', { otp: codeOf(secret, 30) }));
  expect(location(done)).toBe(`/account/${orgId}`);
  await countedPage('account page', () => person.get(location(done)));
  statements.mockRestore();
  // A transaction reads the ways to sign in once, however many ways there are.
  expect(requests.filter(({ settings, transactions }) => settings > transactions)).toEqual([]);
  // Pages that are read cost little; what proves something counts, records and tells it.
  const most = (name: string) => (name.includes('page') ? 16 : 34);
  expect(requests.filter(({ name, all }) => all === 0 || all > most(name))).toEqual([]);
});
