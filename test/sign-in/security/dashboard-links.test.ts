import { describe, expect } from 'vitest';
import { makeFirstRunLink, makeOwnerLink } from '../../../src/users/dashboard-links/dashboard-links.ts';
import { aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { CookieJar } from '../../support/cookie-jar.ts';
import { sendRaw } from '../../support/raw.ts';
import { besides } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

// A link to the dashboard that is stolen, used, old, wrong or sent by another site changes nothing.

const same = { 'sec-fetch-site': 'same-origin' };

async function redeem({ origin }: TestService, token: string, headers: Record<string, string> = same) {
  const {
    status,
    body,
    headers: told,
  } = await createClient(origin).send('POST', '/admin/redeem', {
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });
  return { status, code: status === 200 ? undefined : body.code, body, told };
}

const refused = { status: 404, code: 'DASHBOARD_LINK_NOT_FOUND' };

async function within<Value>(
  service: TestService,
  work: Parameters<Awaited<ReturnType<typeof besides>>['within']>[0],
): Promise<Value> {
  const domain = await besides(service);
  const made = await domain.within(work);
  await domain.close();
  return made as Value;
}

async function firstLink(service: TestService): Promise<string> {
  await service.sql(`update users set roles = '{ADMIN}' where 'OWNER' = any (roles)`);
  return within<string>(service, makeFirstRunLink);
}

/** Counts the rows that a link that works would change. */
const standing = async ({ sql }: TestService) => {
  const [row] = await sql<Record<string, number>>(
    `select (select count(*) from users)::int as users, (select count(*) from sign_ins)::int as sign_ins,
            (select count(*) from browsers)::int as browsers, (select count(*) from audit_logs)::int as audit,
            (select count(*) from events)::int as events, (select count(*) from alerts)::int as alerts,
            (select count(*) from dashboard_links where used_at is not null)::int as used`,
  );
  return row;
};

describe('a link to the dashboard', () => {
  test('works once, and is refused when it is used, old, wrong or replaced', async ({ service }) => {
    const old = await firstLink(service);
    await service.sql(`update dashboard_links set expires_at = now()`);
    const before = await standing(service);
    for (const token of [old, 'x', 'A'.repeat(43), '\u0000', `${old}=`])
      expect(await redeem(service, token)).toMatchObject({
        status: expect.toBeOneOf([400, 404]),
        code: expect.toBeOneOf(['VALIDATION_ERROR', 'MALFORMED_JSON', 'DASHBOARD_LINK_NOT_FOUND']),
      });
    expect(await standing(service)).toEqual(before);
    const replaced = await firstLink(service);
    const token = await firstLink(service);
    expect(await redeem(service, replaced)).toMatchObject(refused);
    expect((await redeem(service, token)).status).toBe(200);
    const after = await standing(service);
    expect(await redeem(service, token)).toMatchObject(refused);
    expect(await standing(service)).toEqual(after);
  });

  test('is stored as a hash only, and no answer repeats it', async ({ service }) => {
    const token = await firstLink(service);
    const [row] = await service.sql<{ text: string }>(
      `select dashboard_links::text as text from dashboard_links`,
    );
    expect(row?.text).not.toContain(token);
    expect(JSON.stringify(await redeem(service, `${token}x`))).not.toContain(token);
  });

  test('from another site is refused and stays good', async ({ service }) => {
    const token = await firstLink(service);
    const before = await standing(service);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const from of foreign)
      expect(await redeem(service, token, from)).toMatchObject({ status: 403, code: 'CROSS_SITE_REQUEST' });
    expect(await standing(service)).toEqual(before);
    expect((await redeem(service, token)).status).toBe(200);
  });

  test('is won by one of many requests at once', async ({ service }) => {
    const token = await firstLink(service);
    const before = await standing(service);
    const all = await Promise.all(Array.from({ length: 8 }, () => redeem(service, token)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    const after = await standing(service);
    expect((after?.['sign_ins'] ?? 0) - (before?.['sign_ins'] ?? 0)).toBe(1);
  });

  test('for the first owner is worth nothing once an owner can sign in', async ({ service }) => {
    const token = await firstLink(service);
    await aUser(service.ours, { email: anEmail(), password: 'vivid-harbor-cello-42', roles: ['OWNER'] });
    const before = await standing(service);
    expect(await redeem(service, token)).toMatchObject(refused);
    expect(await standing(service)).toEqual(before);
    expect(await within(service, makeFirstRunLink)).toBeUndefined();
  });

  test('makes no owner of a user who took the name before', async ({ service }) => {
    const { ours, sql } = service;
    const token = await firstLink(service);
    const { status, body } = await ours.call('createUser', {
      body: { email: 'owner@localhost', password: 'vivid-harbor-cello-42', sendInvite: false },
    });
    expect(status).toBeOneOf([201, 409]);
    if (status === 201) await sql(`update users set roles = '{MEMBER}' where id = $1`, [body.id]);
    expect((await redeem(service, token)).status).toBe(200);
    const owners = await sql<{ username: string; has: boolean }>(
      `select username, password_hash is not null as has from users where 'OWNER' = any (roles)`,
    );
    expect(owners).toEqual([{ username: expect.stringMatching(/^owner-\d+@localhost$/), has: false }]);
  });

  test('for the first owner works only by a name of this machine', async ({ service }) => {
    const token = await firstLink(service);
    const before = await standing(service);
    const body = JSON.stringify({ token });
    const asked = { method: 'POST', path: '/admin/redeem', body };
    const headers = { accept: 'application/json', 'content-type': 'application/json', ...same };
    const foreign = await sendRaw(service.origin, {
      ...asked,
      headers: { ...headers, host: 'rebound.example' },
    });
    expect(foreign.status).toBe(404);
    expect(await standing(service)).toEqual(before);
    expect((await redeem(service, token)).status).toBe(200);
  });

  test('is worth nothing for a user who lost the role OWNER', async ({ service }) => {
    const email = anEmail();
    const id = await aUser(service.ours, { email, roles: ['OWNER'] });
    const token = await within<string>(service, (tx) => makeOwnerLink(tx, { id, username: email, email }));
    await service.sql(`update users set roles = '{MEMBER}' where id = $1`, [id]);
    const before = await standing(service);
    expect(await redeem(service, token)).toMatchObject(refused);
    expect(await standing(service)).toEqual(before);
  });

  test('is worth nothing for a user who is suspended by then', async ({ service }) => {
    const email = anEmail();
    const id = await aUser(service.ours, { email, roles: ['OWNER'] });
    const token = await within<string>(service, (tx) => makeOwnerLink(tx, { id, username: email, email }));
    await service.sql(`update users set status = 'SUSPENDED' where id = $1`, [id]);
    const before = await standing(service);
    expect(await redeem(service, token)).toMatchObject(refused);
    expect(await standing(service)).toEqual(before);
  });

  test('ends the sign-in that it began when a new link is made', async ({ service }) => {
    const { body, told } = await redeem(service, await firstLink(service));
    const cookies = new CookieJar();
    cookies.keep({ headers: told }, '/');
    const open = () =>
      createClient(service.origin).send('GET', String(body.location), {
        headers: { accept: 'text/html', ...cookies.sent('/') },
        redirect: 'manual',
      });
    expect(String((await open()).body)).toMatch(/passkey|password/);
    await firstLink(service);
    expect(String((await open()).body)).toContain('Sign in</h1>');
  });

  test('gives a browser another cookie, so that a planted one is worth nothing', async ({ service }) => {
    const token = await firstLink(service);
    const planted = await createClient(service.origin).send('GET', `/login/${service.ours.orgId}`, {
      redirect: 'manual',
    });
    const cookies = new CookieJar();
    cookies.keep(planted, '/');
    const { body, told } = await redeem(service, token, { ...same, ...cookies.sent('/') });
    expect(told.getSetCookie()).toHaveLength(1);
    const page = await createClient(service.origin).send('GET', String(body.location), {
      headers: { accept: 'text/html', ...cookies.sent('/') },
    });
    expect(page.status).toBe(400);
  });
});
