import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Config, ConfigError } from '../config.ts';
import { newId } from '../lib/id.ts';
import { errorCode } from '../lib/error-code.ts';
import { connectionShares } from './admission/connection-shares.ts';
import { commonHeaders } from './request-id.ts';
import { readTarget } from './request-target.ts';
import { refuseUnreadable } from './unreadable.ts';

/** An `import` reads every export of the module, also `WebSocket`. Node then loads undici, which is a fortieth of the CPU of a start. */
const { createServer } = process.getBuiltinModule('node:http');

/** A listening server. */
export interface Listener {
  port: number;
  /** Goes on, and closes each connection after its next response, so that none is left when the server stops. */
  closeConnections(): void;
  /** Takes no new requests, waits for those that run (at most `graceMs`), and closes. */
  stop(graceMs: number): Promise<void>;
}

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // Node would refuse by itself, without a body; we do it below.
  requireHostHeader: false,
};

/** Where to listen; without TLS files in plain HTTP. */
export interface ListenAddress
  extends Pick<Config, 'host' | 'port'>,
    Partial<Pick<Config, 'tlsCert' | 'tlsKey'>> {
  /** The setting that names the port, for the sentence that says it cannot be had. */
  variable?: 'PORT' | 'METRICS_PORT' | 'DEVICE_PORT';
  /** Asks browsers for a client certificate. Without it, no browser is asked. */
  clients?: ClientCertificates;
}

/** How a listener asks for client certificates. It is for strangers who send one short request, so its limits are low. */
export interface ClientCertificates {
  /** The authorities, in PEM. */
  authorities: readonly string[];
  /** The most connections at once, which networks share. */
  connections: number;
  /** Whether a peer is a load balancer, which stands for many clients. */
  isBalancer: (address: string) => boolean;
  /** How long a request may take, with its handshake. */
  milliseconds: number;
}

/** @throws {ConfigError} the port is taken, or a TLS file cannot be used */
export async function listen(
  serve: RequestListener,
  { host, port, tlsCert, tlsKey, variable = 'PORT', clients }: ListenAddress,
): Promise<Listener> {
  let isLeaving = false;
  const handler: RequestListener = (request, response) => {
    if (isLeaving) response.shouldKeepAlive = false;
    if (!hasOneHost(request)) refuseUnreadable(new Error('no Host'), request.socket);
    else if (readTarget(request) === 'server') answerForServer(response);
    else serve(request, response);
  };
  const server: Server =
    tlsCert !== undefined && tlsKey !== undefined
      ? await secureServer(handler, { tlsCert, tlsKey, clients })
      : createServer(limits, handler);
  server.on('clientError', refuseUnreadable);
  // A socket that has not been asked for its peer cannot tell it any more once the client has reset the connection.
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Socket) => void socket.remoteAddress);
  }
  if (clients) limitConnections(server, clients);
  const silent = silentConnections(server);
  // Left alone, Node would close the connection, and answer 417 without a body.
  server.on('connect', (_request, socket) => refuseTunnel(socket));
  server.on('checkExpectation', handler);
  // Left alone, Node would ask for each body before the head is judged (body/body-bytes.ts).
  server.on('checkContinue', handler);
  await listening(server, { host, port, variable });
  const { port: actual } = server.address() as AddressInfo;

  return {
    port: actual,
    closeConnections() {
      isLeaving = true;
    },
    stop: (graceMs) =>
      new Promise((resolve) => {
        isLeaving = true;
        const force = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection whose last request has been answered stays open for the next one, which must not come.
        const closeUnused = (): void => {
          server.closeIdleConnections();
          silent.close();
        };
        const idle = setInterval(closeUnused, 50);
        server.close(() => {
          clearTimeout(force);
          clearInterval(idle);
          resolve();
        });
        closeUnused();
      }),
  };
}

/**
 * Finds out that a port cannot be had before anything is done that cannot be taken back. Another process may still take it
 * in the meantime.
 * @throws {ConfigError} the port is taken
 */
export async function requirePort({ host, port, variable = 'PORT' }: ListenAddress): Promise<void> {
  const probe = createServer();
  await listening(probe, { host, port, variable });
  await new Promise((closed) => probe.close(closed));
}

function listening(
  server: Server,
  { host, port, variable }: Required<Pick<ListenAddress, 'host' | 'port' | 'variable'>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(cannotListen(error, { host, port, variable }));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/**
 * Connections on which nothing has been said yet. Clients open them in advance, and Node does not take them for idle:
 * each would hold up a stop until its time is over. One over TLS has said hello, and is waited for.
 */
function silentConnections(server: Server): { close(): void } {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return {
    close() {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

async function secureServer(
  handler: RequestListener,
  { tlsCert, tlsKey, clients }: { tlsCert: string; tlsKey: string; clients: ClientCertificates | undefined },
): Promise<Server> {
  const prefix = clients ? 'DEVICE_' : '';
  const [cert, key] = await Promise.all([
    readSetting(`${prefix}TLS_CERT`, tlsCert),
    readSetting(`${prefix}TLS_KEY`, tlsKey),
  ]);
  try {
    const https = await import('node:https');
    return https.createServer({ ...limits, cert, key, ...(clients ? asking(clients) : {}) }, handler);
  } catch (cause) {
    const names = `${prefix}TLS_CERT and ${prefix}TLS_KEY`;
    throw new ConfigError(`${names} are not a PEM certificate and its private key.`, { cause });
  }
}

/** A browser without a certificate that counts gets a response too. So the handler judges, and not the handshake. */
const asking = ({ authorities, milliseconds }: ClientCertificates): ServerOptions => ({
  requestCert: true,
  rejectUnauthorized: false,
  ca: [...authorities],
  // An authority of devices is often an intermediate one.
  allowPartialTrustChain: true,
  maxHeaderSize: 8_192,
  handshakeTimeout: milliseconds,
  headersTimeout: milliseconds,
  requestTimeout: milliseconds,
  connectionsCheckingInterval: 1_000,
});

function limitConnections(server: Server, { connections, isBalancer }: ClientCertificates): void {
  server.maxConnections = connections;
  server.maxRequestsPerSocket = 1;
  // A client that says nothing never reads an answer, so that the end of the connection would wait for it.
  server.on('tlsClientError', (_error, socket: Duplex) => socket.destroy());
  const take = connectionShares(connections, isBalancer);
  server.on('connection', (socket: Socket) => {
    const giveBack = take(socket.remoteAddress ?? '');
    return giveBack ? socket.once('close', giveBack) : socket.destroy();
  });
}

/** @throws {ConfigError} the file cannot be read */
export async function readSetting(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new ConfigError(`${name} names a file that cannot be read (${errorCode(cause)}).`, { cause });
  }
}

function cannotListen(
  cause: NodeJS.ErrnoException,
  { host, port, variable }: Required<Pick<ListenAddress, 'host' | 'port' | 'variable'>>,
): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use: set ${variable} to another port.`,
    EACCES: `this process may not listen on port ${port}: set ${variable} to 1024 or above.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST to an address of this machine.`,
    ENOTFOUND: `${host} is not an address of this machine: set HOST to an address of this machine.`,
  };
  const reason =
    reasons[cause.code ?? ''] ?? `the service cannot listen on port ${port} of ${host} (${cause.message}).`;
  return new ConfigError(reason, { cause });
}

/** Answers `OPTIONS *`, which only asks whether the server is there (RFC 9110 section 9.3.7). */
function answerForServer(response: ServerResponse): void {
  const Allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
  response.writeHead(204, { ...commonHeaders(newId('req'), false), Allow }).end();
}

/** HTTP/1.1 asks for exactly one Host (RFC 9112 section 3.2). */
function hasOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count++;
  }
  return count === 1;
}

/**
 * Refuses a tunnel. Node has let go of this socket. Without a listener a reset would end the process, and no other code
 * closes the socket.
 */
function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.on('finish', () => socket.destroy());
  refuseUnreadable(new Error('CONNECT'), socket);
}
