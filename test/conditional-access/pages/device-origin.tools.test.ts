import { readFileSync } from 'node:fs';
import https, { type Server } from 'node:https';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withoutAccessPolicies } from '../../support/access.ts';
import { aDeviceOrigin, anOwner, type DeviceOrigin, onlyCompliant } from '../../support/device-origin.ts';
import { aBrowser } from '../../support/devtools.ts';
import { freePort } from '../../support/free-port.ts';
import type { Certificate } from '../../support/private-ca.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { visiting, type Visit } from '../../pages/visit.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const hint = 'the device origin is visited only with Chromium (Debian: apt-get install chromium)';
const openPage = aBrowser(chromium);

let device: DeviceOrigin;
let service: TestService;
beforeAll(async () => {
  device = await aDeviceOrigin();
  service = await startTestService(device.settings);
});
afterAll(async () => {
  await service.stop();
  await device.remove();
});
afterEach(() => withoutAccessPolicies(service.ours));

/** Chromium takes certificates from the system only, so this stands between it and the device origin, and shows one. */
async function showing(certificate: () => Certificate, port: number): Promise<Server> {
  const { DEVICE_TLS_CERT = '', DEVICE_TLS_KEY = '' } = device.settings;
  const own = { cert: readFileSync(DEVICE_TLS_CERT), key: readFileSync(DEVICE_TLS_KEY) };
  const server = https.createServer(own, ({ url = '' }, response) => {
    void device
      .open(device.origin + url, certificate())
      .then(({ status, location, text }) =>
        response.writeHead(status, location === '' ? {} : { location }).end(text),
      );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const signedIn = /^Your account/;

async function visitOf(from: Pick<TestService, 'origin'>): Promise<Visit> {
  const page = await openPage('about:blank');
  return visiting({ ...service, origin: from.origin }, page, { tour: 'device-origin', looks: [] });
}

describe.skipIf(lacks(chromium, hint))('a browser at the device origin', { timeout: 60_000 }, () => {
  test('comes back with the ticket, and its sign-in completes', async () => {
    await onlyCompliant(service.ours);
    const { email, password, certificate } = await anOwner(device, service.ours);
    const port = await freePort();
    const between = await showing(() => certificate, port);
    const DEVICE_ORIGIN = `https://localhost:${port}`;
    const node = await service.startNode({ DEVICE_ORIGIN, DEVICE_PORT: String(await freePort()) });
    const visit = await visitOf(node);
    const { signIn, textOf, page } = visit;
    const visited: string[] = [];
    page.on('Network.requestWillBeSent', ({ request }) => visited.push((request as { url: string }).url));
    await signIn(email, password);
    expect(await textOf('h1')).toMatch(signedIn);
    expect(visited.filter((url) => url.startsWith(`${DEVICE_ORIGIN}/ticket?`))).toHaveLength(1);
    // No history and no referrer tells the ticket.
    expect(await page.evaluate('location.href + document.referrer')).not.toContain('ticket');
    between.close();
    await node.stop();
  });

  test('comes back without a certificate too, and is refused by the policy', async () => {
    await onlyCompliant(service.ours);
    const { email, password } = await anOwner(device, service.ours);
    const { signIn, at } = await visitOf(service);
    await signIn(email, password);
    await at('Sign-in blocked');
  });
});
