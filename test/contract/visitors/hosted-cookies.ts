import { expect } from 'vitest';
import { formType } from '../../../src/lib/form.ts';
import { cookieNames } from '../../../src/oidc/engine/names.ts';
import { type RawAnswer, sendRaw } from '../../support/raw.ts';
import { aRelyingParty, begin, Browser, issuerOf } from '../../support/relying-party.ts';
import type { Case } from '../enumerate.ts';
import type { Visitor, World } from '../visitor.ts';
import { formWith, isForm, isHosted, pathOf } from './hosted-input.ts';

/** Expects a response that the contract declares, and no server error. */
function expectDeclared(operation: Case, { status }: RawAnswer, sent: string): void {
  // Node itself refuses headers that are too long.
  expect({ sent, status }).toEqual({
    sent,
    status: expect.toBeOneOf([...Object.keys(operation.responses).map(Number), 431]),
  });
  expect(status).toBeLessThan(500);
}

const cookies = ['kd_session', ...Object.values(cookieNames)];

/** The cookies of a browser that began to sign in at another tenant. */
const foreignCookies = ({ once, theirs }: World): Promise<string[]> =>
  once('foreign cookies', async () => {
    const stranger = new Browser(issuerOf(theirs));
    await stranger.open((await begin(await aRelyingParty(theirs))).url);
    const foreign = cookies.flatMap((name) => {
      const value = stranger.cookie(name);
      return value === undefined ? [] : [`${name}=${value}`, `${name}.sig=${value}`];
    });
    expect(foreign.length).toBeGreaterThan(1);
    return foreign;
  });

const broken = [
  '',
  '"',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%zz',
  '\u00ff',
  'a'.repeat(3_000),
  '[object Object]',
  '__proto__',
];

async function takesNoCookie(operation: Case, world: World): Promise<void> {
  const { origin, ours, sql } = world;
  const foreign = await foreignCookies(world);
  const logins =
    'select (select count(*) from login_sessions)::int as logins, (select count(*) from audit_logs)::int as audit';
  const before = await sql(logins);
  const sent = [
    foreign.join('; '),
    ...broken.map((value) => cookies.map((name) => `${name}=${value}`).join('; ')),
    cookies.map((name) => `${name}=x; ${name}=y`).join(';'),
    `${'; ='.repeat(100)}; =; kd_session`,
    `kd_session=${'a'.repeat(20_000)}`,
  ];
  await Promise.all(
    sent.map(async (cookie) => {
      const answer = await sendRaw(origin, {
        method: operation.method,
        path: pathOf(operation, ours.orgId ?? ''),
        headers: { cookie, ...(isForm(operation) ? { 'content-type': formType } : {}) },
        ...(isForm(operation) ? { body: formWith(operation) } : {}),
      });
      expectDeclared(operation, answer, cookie.slice(0, 200));
    }),
  );
  expect(await sql(logins)).toEqual(before);
}

/** Cookies that no browser of an honest user sends to a hosted path. */
export const hostedCookies: Visitor = {
  name: 'a cookie that no browser sends',
  visits: [
    {
      title: 'takes no cookie that is broken, too large or of another tenant for anything',
      of: isHosted,
      halved: 'cookies',
      visit: takesNoCookie,
    },
  ],
};
