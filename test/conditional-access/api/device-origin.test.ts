import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import {
  type Owner,
  aDeviceOrigin,
  anOwner,
  type DeviceOrigin,
  isAt,
  isBlocked,
  isSignedIn,
  onlyCompliant,
  pathIn,
  shownBy,
  typedIn,
} from '../../support/device-origin.ts';
import { freePort } from '../../support/free-port.ts';
import { type Certificate, createPrivateCa } from '../../support/private-ca.ts';
import { Browser, type Shown } from '../../support/relying-party.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { asksForCertificate } from '../../support/tls-handshake.ts';

let device: DeviceOrigin;
let service: TestService;
beforeAll(async () => {
  device = await aDeviceOrigin();
  service = await startTestService({ ...device.settings, CLIENT_CERT_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await service.stop();
  await device.remove();
});
afterEach(() => withoutAccessPolicies(service.ours));

/** Answers the pages of a sign-in that asks for name and password again. */
async function typedAgain(browser: Browser, shown: Shown, { email, password }: Owner): Promise<Shown> {
  return browser.send(await browser.send(shown, { username: email }), { password });
}

const moved = (set: string, id: string | null): Promise<unknown> =>
  service.sql(`update sign_ins set state = ${set} where id = $1`, [id]);

describe('finishDeviceVisit', () => {
  test('signs the owner of a compliant device in, and the login remembers the device', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isAt(device, shown)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, shown, owner.certificate))).toBe(true);
    expect(isSignedIn(await browser.open(`/account/${service.ours.orgId}`))).toBe(true);
    await service.sql(`update access_devices set trust = 'unmanaged' where user_id = $1`, [owner.userId]);
    expect((await browser.open(`/account/${service.ours.orgId}`)).status).toBe(403);
  });

  test('goes on with an unknown device for every certificate that does not count', async () => {
    await onlyCompliant(service.ours);
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const alone: Certificate = {
      cert: await selfSignedCertificate(keys, 'device', new Date()),
      key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    };
    const strange = await (await createPrivateCa()).issue();
    const expired = await device.authority.issueExpired();
    for (const certificate of [alone, strange, expired]) {
      const { browser, shown } = await typedIn(
        service.ours,
        await anOwner(device, service.ours, certificate),
      );
      expect(isAt(device, shown)).toBe(true);
      expect(isBlocked(await shownBy(device, browser, shown, certificate))).toBe(true);
    }
    const { browser, shown } = await typedIn(service.ours, await anOwner(device, service.ours));
    expect(isBlocked(await shownBy(device, browser, shown))).toBe(true);
  });

  test('counts a device for its owner only', async () => {
    await onlyCompliant(service.ours);
    const [owner, other] = [await anOwner(device, service.ours), await anOwner(device, service.ours)];
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isBlocked(await shownBy(device, browser, shown, other.certificate))).toBe(true);
  });

  test('leads no browser away if no policy asks for the device of the user', async () => {
    const [owner, other] = [await anOwner(device, service.ours), await anOwner(device, service.ours)];
    expect(isSignedIn((await typedIn(service.ours, owner)).shown)).toBe(true);
    await anAccessPolicy(service.ours, { priority: 3, conditions: { devicePlatforms: ['android'] } });
    await onlyCompliant(service.ours, { priority: 2, conditions: { users: { include: [other.userId] } } });
    expect(isSignedIn((await typedIn(service.ours, owner)).shown)).toBe(true);
    expect(isAt(device, (await typedIn(service.ours, other)).shown)).toBe(true);
    const first = { priority: 1, decision: 'ALLOW', conditions: { users: { include: [other.userId] } } };
    await anAccessPolicy(service.ours, first);
    expect(isSignedIn((await typedIn(service.ours, other)).shown)).toBe(true);
  });

  test('leads the browser away for a policy that only reports, and counts what it would have decided', async () => {
    const id = await anAccessPolicy(service.ours, {
      status: 'REPORT_ONLY',
      conditions: { deviceTrust: ['compliant'] },
    });
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isAt(device, shown)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, shown, owner.certificate))).toBe(true);
    await expect
      .poll(async () => (await service.ours.call('getAccessPolicy', { path: { id } })).body.matchCount, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
  });

  test('leads no browser away whose certificate a proxy tells of', async () => {
    await onlyCompliant(service.ours);
    const { email, password } = await anOwner(device, service.ours);
    const browser = new Browser(`http://localhost:${new URL(service.origin).port}`);
    const named = await browser.send(await browser.open(`/login/${service.ours.orgId}`), { username: email });
    const der = Buffer.from(
      (await device.authority.issue()).cert.replace(/-----[^-]+-----|\s/g, ''),
      'base64',
    );
    const [, action = ''] = /<form method="post" action="([^"]*password)"/.exec(named.text) ?? [];
    const field = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(named.text)?.[1] ?? '';
    const shown = await browser.open(action, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'client-cert': `:${der.toString('base64')}:`,
      },
      body: new URLSearchParams({ sign_in: field('sign_in'), csrf: field('csrf'), password }).toString(),
    });
    expect(isBlocked(shown)).toBe(true);
  });

  test('leads the browser away once more if its user reloads the page, and keeps what the user has proved', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    const again = await browser.open(`/login/${service.ours.orgId}?sign_in=${await lastSignIn()}`);
    expect(isAt(device, again)).toBe(true);
    // The first challenge is worth nothing any more.
    expect(pathIn(await device.open(shown.url.href, owner.certificate))).not.toContain('ticket');
    expect(isSignedIn(await shownBy(device, browser, again, owner.certificate))).toBe(true);
  });

  test('leads no browser away a third time: then the sign-in goes on with an unknown device', async () => {
    const id = await anAccessPolicy(service.ours, { conditions: { deviceTrust: ['compliant'] } });
    const { browser } = await typedIn(service.ours, await anOwner(device, service.ours));
    const page = `/login/${service.ours.orgId}?sign_in=${await lastSignIn()}`;
    expect(isAt(device, await browser.open(page))).toBe(true);
    // The policy blocks compliant devices only.
    expect(isSignedIn(await browser.open(page))).toBe(true);
    await service.ours.call('deleteAccessPolicy', { path: { id } });
    await onlyCompliant(service.ours);
    const blocked = await typedIn(service.ours, await anOwner(device, service.ours));
    const other = `/login/${service.ours.orgId}?sign_in=${await lastSignIn()}`;
    expect(isAt(device, await blocked.browser.open(other))).toBe(true);
    expect(isBlocked(await blocked.browser.open(other))).toBe(true);
  });

  test('asks again if a user who has cancelled the choice of a certificate signs in again', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isBlocked(await shownBy(device, browser, shown))).toBe(true);
    const page = await browser.open(`/login/${service.ours.orgId}?sign_in=${await lastSignIn()}`);
    const again = await typedAgain(browser, page, owner);
    expect(isAt(device, again)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, again, owner.certificate))).toBe(true);
  });

  test('does not ask a second time if a policy wants the password again', async () => {
    await onlyCompliant(service.ours, { requirements: ['COMPLIANT_DEVICE', 'REAUTHENTICATION'] });
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    await service.sql(`update sign_ins set auth_time = auth_time - interval '1 hour' where id = $1`, [
      await lastSignIn(),
    ]);
    const asked = await shownBy(device, browser, shown, owner.certificate);
    expect(isSignedIn(await browser.send(asked, { password: owner.password }))).toBe(true);
  });

  test('knows the device of a login until its certificate ends, and then leads the browser there again', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isSignedIn(await shownBy(device, browser, shown, owner.certificate))).toBe(true);
    const login = 'from login_sessions where user_id = $1';
    const [{ ends } = { ends: '' }] = await service.sql<{ ends: Date }>(
      `select device_certificate_ends_at as ends ${login}`,
      [owner.userId],
    );
    const { validToDate } = new X509Certificate(owner.certificate.cert);
    expect(new Date(ends)).toEqual(validToDate);
    await service.sql(
      `update login_sessions set device_certificate_ends_at = now() - interval '1 second' where user_id = $1`,
      [owner.userId],
    );
    const ended = await browser.open(`/account/${service.ours.orgId}`);
    expect(isAt(device, ended)).toBe(true);
    expect(isBlocked(await shownBy(device, browser, ended))).toBe(true);
  });

  test('does not count a certificate that ends before the end of the sign-in', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    const back = pathIn(await device.open(shown.url.href, owner.certificate));
    await moved(`jsonb_set(state, '{device,certificate,endsAt}', '1000')`, await lastSignIn());
    expect(isBlocked(await browser.open(back))).toBe(true);
  });
});

describe('a browser that goes around the device origin', () => {
  test('sets up no factor, because no policy has judged the user yet', async () => {
    await onlyCompliant(service.ours);
    await service.ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isAt(device, shown)).toBe(true);
    const page = `/login/${service.ours.orgId}?sign_in=${await lastSignIn()}`;
    expect(isAt(device, await browser.open(page))).toBe(true);
    const around = await browser.open(page);
    await service.ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect(isBlocked(around)).toBe(true);
  });
});

/** The id of the sign-in that began last. */
async function lastSignIn(): Promise<string> {
  const [row] = await service.sql<{ id: string }>('select id from sign_ins order by created_at desc limit 1');
  return row?.id ?? '';
}

describe('a ticket', () => {
  test('is good once', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    const back = pathIn(await device.open(shown.url.href, owner.certificate));
    expect(isSignedIn(await browser.open(back))).toBe(true);
    await service.sql(`update sign_ins set completed_at = null where id = $1`, [await lastSignIn()]);
    await service.sql('delete from login_sessions where user_id = $1', [owner.userId]);
    expect(isSignedIn(await browser.open(back))).toBe(false);
  });

  test('is refused for another browser, which learns nothing of the sign-in', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const thief = await typedIn(service.ours, owner);
    const back = pathIn(await device.open(thief.shown.url.href, owner.certificate));
    const victim = new Browser(`http://localhost:${new URL(service.origin).port}`);
    await victim.open(`/login/${service.ours.orgId}`);
    const refused = await victim.open(back);
    expect([refused.status, isSignedIn(refused)]).toEqual([400, false]);
    expect(await service.sql('select from login_sessions where user_id = $1', [owner.userId])).toEqual([]);
    // The thief has no ticket, so the sign-in knows no device.
    const page = `/login/${service.ours.orgId}?sign_in=${await signInOf(owner)}`;
    expect(isAt(device, await thief.browser.open(page))).toBe(true);
    expect(isBlocked(await thief.browser.open(page))).toBe(true);
  });

  test('is refused for another sign-in of the same browser', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    const first = await device.open(shown.url.href, owner.certificate);
    const named = await browser.send(await browser.open(`/login/${service.ours.orgId}`), {
      username: owner.email,
    });
    const second = await browser.send(named, { password: owner.password });
    await device.open(second.url.href);
    const ticket = new URL(first.location).searchParams.get('ticket') ?? '';
    const target = `/login/${service.ours.orgId}/device?sign_in=${await lastSignIn()}&ticket=${ticket}`;
    expect(isAt(device, await browser.open(target))).toBe(true);
    expect(isBlocked(await browser.open(target))).toBe(true);
  });

  test('is refused a minute after it was given, and the browser goes there once more', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    const back = pathIn(await device.open(shown.url.href, owner.certificate));
    await moved(
      `jsonb_set(state, '{device,until}', to_jsonb((state->'device'->>'until')::bigint - 60000))`,
      await lastSignIn(),
    );
    const late = await browser.open(back);
    expect(isAt(device, late)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, late, owner.certificate))).toBe(true);
  });

  test('is stored as a hash, as the challenge is', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { shown } = await typedIn(service.ours, owner);
    const challenge = shown.url.searchParams.get('challenge') ?? '';
    const state = async (): Promise<string> =>
      JSON.stringify(await service.sql('select state from sign_ins where id = $1', [await lastSignIn()]));
    expect(challenge.length).toBeGreaterThan(100);
    expect(await state()).not.toContain(challenge.slice(40));
    const { location } = await device.open(shown.url.href, owner.certificate);
    const ticket = new URL(location).searchParams.get('ticket') ?? '';
    expect(ticket).toHaveLength(43);
    expect(await state()).not.toContain(ticket);
  });
});

/** The id of the sign-in that a user has proved something in. */
async function signInOf({ userId }: Owner): Promise<string> {
  const text = 'select id from sign_ins where user_id = $1 order by created_at desc limit 1';
  const [row] = await service.sql<{ id: string }>(text, [userId]);
  return row?.id ?? '';
}

describe('a challenge', () => {
  test('is good once', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { shown } = await typedIn(service.ours, owner);
    expect(pathIn(await device.open(shown.url.href, owner.certificate))).toContain('&ticket=');
    expect(pathIn(await device.open(shown.url.href, owner.certificate))).not.toContain('ticket');
  });

  test('is refused after five minutes, and the browser goes there once more', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    await moved(
      `jsonb_set(state, '{device,until}', to_jsonb((state->'device'->>'until')::bigint - 300000))`,
      await lastSignIn(),
    );
    const back = pathIn(await device.open(shown.url.href, owner.certificate));
    expect(back).not.toContain('ticket');
    const late = await browser.open(back);
    expect(isAt(device, late)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, late, owner.certificate))).toBe(true);
  });

  test('is refused if Keyward did not make it, without a statement of the database', async () => {
    const { orgId } = service.ours;
    const sealed = Buffer.alloc(120, 1).toString('base64url');
    for (const challenge of ['', 'x', `${orgId}.`, `${orgId}.${sealed}`, `${orgId}.${'a'.repeat(5_000)}`])
      expect((await device.open(`${device.origin}/ticket?challenge=${challenge}`)).status).toBe(400);
  });

  test('made by one node is answered by another', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const other = await service.startNode({ DEVICE_PORT: String(await freePort()) });
    const { browser, shown } = await typedIn({ origin: other.origin, orgId: service.ours.orgId }, owner);
    expect(isAt(device, shown)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, shown, owner.certificate))).toBe(true);
    await other.stop();
  });
});

describe('the device origin', () => {
  test('believes no Client-Cert header', async () => {
    await onlyCompliant(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    const der = owner.certificate.cert.replace(/-----[^-]+-----|\s/g, '');
    const answer = await device.open(shown.url.href, undefined, { headers: { 'client-cert': `:${der}:` } });
    expect(isBlocked(await browser.open(pathIn(answer)))).toBe(true);
  });

  test('serves no page of the service and no other method', async () => {
    const { orgId } = service.ours;
    const paths = ['/', `/login/${orgId}`, '/health/live', '/api/v1/openapi.json', '/metrics', '/ticket/x'];
    for (const path of paths)
      expect({ path, ...(await device.open(device.origin + path)) }).toMatchObject({ path, status: 404 });
    const posted = await device.open(`${device.origin}/ticket`, undefined, { method: 'POST' });
    expect(posted.status).toBe(405);
    const asMain = await device.open(`${device.origin}/login/${orgId}`, undefined, {
      headers: { host: new URL(service.origin).host },
    });
    expect(asMain.status).toBe(404);
  });

  test('asks for a certificate, and the main origin never does', async () => {
    const { DEVICE_TLS_CERT = '', DEVICE_TLS_KEY = '' } = device.settings;
    const node = await service.startNode({
      DEVICE_PORT: String(await freePort()),
      TLS_CERT: DEVICE_TLS_CERT,
      TLS_KEY: DEVICE_TLS_KEY,
    });
    expect(await asksForCertificate(Number(new URL(device.origin).port))).toBe(true);
    expect(await asksForCertificate(Number(new URL(node.origin).port))).toBe(false);
    await node.stop();
  });

  test('is served by no other port: the service has no path for tickets', async () => {
    const { host } = new URL(device.origin);
    const { status } = await service.anonymous.send('GET', '/ticket?challenge=x', { headers: { host } });
    expect(status).toBe(404);
  });
});
