import { hash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https, { type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anAccessDevice, anAccessPolicy } from './access.ts';
import { aUser } from './builders.ts';
import type { Client } from './client.ts';
import { freePort } from './free-port.ts';
import { type Certificate, createPrivateCa, type PrivateCa } from './private-ca.ts';
import { Browser, type Shown } from './relying-party.ts';
import { anEmail } from './users.ts';

/** The answer of a device origin. */
interface DeviceAnswer {
  status: number;
  location: string;
  text: string;
}

/** The settings of a device origin, with the authority whose devices it knows. */
export interface DeviceOrigin {
  settings: Record<string, string>;
  origin: string;
  authority: PrivateCa;
  /** Opens an address of the device origin with a certificate, or without one. */
  open: (url: string, certificate?: Certificate, options?: RequestOptions) => Promise<DeviceAnswer>;
  remove: () => Promise<void>;
}

/** Makes the files of a device origin. Browsers of tests trust its server by its own authority. */
export async function aDeviceOrigin(): Promise<DeviceOrigin> {
  const [folder, authority, servers] = await Promise.all([
    mkdtemp(join(tmpdir(), 'device-origin-')),
    createPrivateCa(),
    createPrivateCa(),
  ]);
  const { cert, key } = await servers.issue();
  const at = (name: string): string => join(folder, name);
  await Promise.all([
    writeFile(at('clients.pem'), authority.ca),
    writeFile(at('server.pem'), cert),
    writeFile(at('server.key'), key, { mode: 0o600 }),
  ]);
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  return {
    origin,
    authority,
    settings: {
      TLS_CLIENT_CA: at('clients.pem'),
      DEVICE_ORIGIN: origin,
      DEVICE_PORT: String(port),
      DEVICE_TLS_CERT: at('server.pem'),
      DEVICE_TLS_KEY: at('server.key'),
    },
    open: (url, certificate, options = {}) =>
      new Promise((resolve, reject) => {
        const { pathname, search } = new URL(url);
        const request = https.request(
          {
            host: '127.0.0.1',
            servername: 'localhost',
            port,
            path: pathname + search,
            ca: servers.ca,
            agent: false,
            ...certificate,
            ...options,
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (part: string) => (text += part));
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', text }),
            );
          },
        );
        request.on('error', reject);
        request.end();
      }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The thumbprint of a certificate, as an MDM writes it. */
const thumbprintOf = ({ cert }: Pick<Certificate, 'cert'>): string =>
  hash('sha256', new X509Certificate(cert).raw, 'hex');

/** A browser that has typed the name and the password of a user, and where it stands then. */
interface Typed {
  browser: Browser;
  shown: Shown;
}

/** Signs a user in by password, until the browser leaves the service or a page shows something. */
export async function typedIn(
  { origin, orgId }: { origin: string; orgId: string | undefined },
  { email, password }: { email: string; password: string },
): Promise<Typed> {
  const browser = new Browser(`http://localhost:${new URL(origin).port}`);
  const named = await browser.send(await browser.open(`/login/${orgId}`), { username: email });
  return { browser, shown: await browser.send(named, { password }) };
}

/** The path of the service that a device origin leads back to. */
export const pathIn = ({ location }: Pick<DeviceAnswer, 'location'>): string => {
  const { pathname, search } = new URL(location);
  return pathname + search;
};

const password = 'vivid-harbor-cello-42';

/** A user with a compliant device, and the certificate of that device. */
export interface Owner {
  userId: string;
  email: string;
  password: string;
  certificate: Certificate;
}

/** Creates a user with a compliant device. @param certificate that of the device; otherwise a good one is made */
export async function anOwner(
  { authority }: Pick<DeviceOrigin, 'authority'>,
  client: Client,
  certificate?: Certificate,
): Promise<Owner> {
  const email = anEmail();
  const userId = await aUser(client, { email, password });
  const shown = certificate ?? (await authority.issue());
  await anAccessDevice(client, { userId, certificateThumbprints: [thumbprintOf(shown)] });
  return { userId, email, password, certificate: shown };
}

/** Only users with a compliant device may sign in. */
export const onlyCompliant = (client: Client, fields: Record<string, unknown> = {}): Promise<string> =>
  anAccessPolicy(client, { decision: 'REQUIRE', requirements: ['COMPLIANT_DEVICE'], ...fields });

/** Whether the browser was sent to the device origin. */
export const isAt = ({ origin }: DeviceOrigin, { url }: Shown): boolean => url.origin === origin;

export const isBlocked = ({ status, text }: Shown): boolean =>
  status === 403 && text.includes('Sign-in blocked');

export const isSignedIn = ({ status, url }: Shown): boolean =>
  status === 200 && url.pathname.startsWith('/account/');

/** Shows a certificate at the device origin, and goes back to the service with the browser. */
export async function shownBy(
  device: DeviceOrigin,
  browser: Browser,
  { url }: Pick<Shown, 'url'>,
  certificate?: Certificate,
): Promise<Shown> {
  return browser.open(pathIn(await device.open(url.href, certificate)));
}
