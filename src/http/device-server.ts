import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { type Config, ConfigError } from '../config.ts';
import { addressMatcher } from '../lib/address.ts';
import { type ClientCertificate, clientCertificateOf } from '../lib/client-certificate.ts';
import { failureOf } from './failures.ts';
import type { Log } from '../platform/log.ts';
import { answerPage, type Page, pathOf, refusePage } from './page.ts';
import { requestIdOf } from './request-id.ts';
import { type ListenAddress, readSetting } from './server.ts';

/** Turns a challenge and the certificate that was shown for it into the address that the browser goes to. */
export type DeviceVisit = (
  challenge: string,
  certificate: ClientCertificate | undefined,
) => Promise<string | undefined>;

/**
 * Returns where the device origin listens; undefined if it is not set up.
 * @throws {ConfigError} TLS_CLIENT_CA cannot be used
 */
export async function devicePlace(config: Config): Promise<ListenAddress | undefined> {
  const { host, tlsClientCa, devicePort, deviceTlsCert, deviceTlsKey, trustedProxies } = config;
  if (tlsClientCa === undefined || devicePort === undefined) return undefined;
  const authorities = authoritiesOf((await readSetting('TLS_CLIENT_CA', tlsClientCa)).toString());
  // A balancer that passes TCP on cannot tell the address of its client: the header is within TLS.
  const isBalancer = addressMatcher(trustedProxies);
  const clients = { authorities, connections: 512, isBalancer, milliseconds: 10_000 };
  return {
    host,
    port: devicePort,
    tlsCert: deviceTlsCert,
    tlsKey: deviceTlsKey,
    variable: 'DEVICE_PORT',
    clients,
  };
}

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Node ignores what it cannot read, and would trust the certificate of one device as an authority. @throws {ConfigError} */
function authoritiesOf(pem: string): string[] {
  const blocks = pem.match(block) ?? [];
  const isUsable = blocks.length > 0 && blocks.every((one) => isAuthority(one));
  if (!isUsable)
    throw new ConfigError(
      'TLS_CLIENT_CA must have certificates of authorities (basicConstraints CA:TRUE) in PEM, and no others.',
    );
  return blocks;
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}

/** Everything that the device origin serves: a ticket for a challenge. It reads no cookie and no header. */
export function deviceListener(
  visit: DeviceVisit,
  log: Pick<Log, 'error'>,
  isClosed: () => boolean,
): RequestListener {
  return (request, response) => {
    if (isClosed()) return refusePage(request, response, 'SERVICE_UNAVAILABLE', true);
    if (pathOf(request) !== '/ticket') return refusePage(request, response, 'NOT_FOUND', true);
    if (request.method !== 'GET')
      return refusePage(request, response, 'METHOD_NOT_ALLOWED', true, { Allow: 'GET' });
    const challenge = new URLSearchParams(request.url?.split('?', 2)[1]).get('challenge') ?? '';
    visit(challenge, certificateOf(request)).then(
      (location) =>
        location === undefined
          ? refusePage(request, response, 'VALIDATION_ERROR', true)
          : void answerPage(request, response, Promise.resolve(elsewhere(location)), true),
      (error: unknown) => {
        const { code, status, cause } = failureOf(error);
        const requestId = requestIdOf(request);
        if (status >= 500) log.error({ requestId, operation: 'device origin', err: cause }, code);
        refusePage(request, response, code, true, {}, requestId);
      },
    );
    return undefined;
  };
}

/** The address has a ticket, which no other site must learn. */
const elsewhere = (location: string): Page => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  body: '',
  headers: { Location: location, 'Referrer-Policy': 'no-referrer' },
});

/**
 * Returns a certificate that an authority of TLS_CLIENT_CA has issued. TLS has compared the chain, the dates and the purpose. If a
 * connection is resumed, TLS does not compare the dates again, so that the certificate may have ended.
 */
function certificateOf({ socket }: IncomingMessage): ClientCertificate | undefined {
  const connection = socket as TLSSocket;
  const certificate = connection.authorized ? connection.getPeerX509Certificate() : undefined;
  return certificate && clientCertificateOf(certificate);
}
