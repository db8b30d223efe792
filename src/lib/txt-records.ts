import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { normalizeAddress } from './address.ts';
import { isDnsName, readTxtResponse, type TxtResponse, txtRequest } from './dns-message.ts';
import { type DnsServer, systemDnsServers } from './dns-server.ts';

/** The TXT records of a name, or their absence. `unknown` means that the DNS did not say: nothing follows from it. */
export type TxtAnswer =
  | { kind: 'records'; records: readonly string[] }
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string };

/** Looks up the TXT records of a name in ASCII. Never throws. */
export type TxtLookUp = (name: string) => Promise<TxtAnswer>;

/** Times in milliseconds; tests shorten them. */
export interface LookUpPacing {
  /** How long one server has for one response. */
  tryMs: number;
  /** How often all servers are asked. */
  rounds: number;
  /** How long all of it may take. */
  totalMs: number;
}

const usual: LookUpPacing = { tryMs: 2_000, rounds: 2, totalMs: 10_000 };

/**
 * Makes the function that looks TXT records up. The resolver of Deno tells an outage like a missing name, and
 * the difference decides here whether a proof is lost. So this asks the servers itself, the same on Node and Deno.
 *
 * A response counts only if it comes from the server that was asked, to the port that asked, with the id and the question
 * of the request (RFC 5452 section 9). A server that cannot say is passed over.
 * @param servers those of the system when left out
 */
export function createTxtLookUp(
  servers?: readonly DnsServer[],
  pacing: Partial<LookUpPacing> = {},
): TxtLookUp {
  const { tryMs, rounds, totalMs } = { ...usual, ...pacing };
  return async (name) => {
    // RFC 6761 section 6.4: these names do not exist, and no server is asked for them.
    if (/(^|\.)invalid$/i.test(name) || !isDnsName(name)) return { kind: 'absent' };
    const end = performance.now() + totalMs;
    let reason = 'there is no name server';
    for (let round = 0; round < rounds; round++)
      for (const server of servers ?? systemDnsServers()) {
        const left = Math.min(tryMs, end - performance.now());
        if (left <= 0) return { kind: 'unknown', reason };
        const response = await asked(server, name, left);
        if (response.kind === 'records' || response.kind === 'absent') return response;
        reason = response.kind === 'failed' ? response.reason : 'a response that is too long';
      }
    return { kind: 'unknown', reason };
  };
}

/** Asks one server, by UDP and then by TCP if the response is too long. */
async function asked(server: DnsServer, name: string, mostMs: number): Promise<TxtResponse> {
  const request = txtRequest(randomInt(0x10000), name);
  const end = performance.now() + mostMs;
  const response = await byDatagram(server, request, mostMs);
  return response.kind === 'cut' ? byStream(server, request, Math.max(1, end - performance.now())) : response;
}

const timedOut: TxtResponse = { kind: 'failed', reason: 'no response in time' };
const unreachable: TxtResponse = { kind: 'failed', reason: 'the name server cannot be reached' };

function byDatagram({ address, port }: DnsServer, request: Buffer, mostMs: number): Promise<TxtResponse> {
  return new Promise((resolve) => {
    // Each request has a random port of its own.
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const finish = (response: TxtResponse): void => {
      clearTimeout(timer);
      socket.removeAllListeners('message').close();
      resolve(response);
    };
    const timer = setTimeout(() => finish(timedOut), mostMs);
    socket.once('error', () => finish(unreachable));
    socket.on('message', (message, from) => {
      if (from.port !== port || normalizeAddress(from.address) !== normalizeAddress(address)) return;
      const response = readTxtResponse(message, request);
      if (response) finish(response);
    });
    socket.send(request, port, address, (error) => {
      if (error) finish(unreachable);
    });
  });
}

function byStream({ address, port }: DnsServer, request: Buffer, mostMs: number): Promise<TxtResponse> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    const finish = (response: TxtResponse): void => {
      clearTimeout(timer);
      socket.removeAllListeners('data').destroy();
      resolve(response);
    };
    const timer = setTimeout(() => finish(timedOut), mostMs);
    socket.on('error', () => finish(unreachable)).once('close', () => finish(unreachable));
    let got = Buffer.alloc(0);
    socket.on('data', (more: Buffer) => {
      got = Buffer.concat([got, more]);
      // The length comes first, in two bytes (RFC 1035 section 4.2.2).
      const size = got.length < 2 ? Infinity : got.readUInt16BE(0);
      if (got.length < size + 2) return;
      const response = readTxtResponse(got.subarray(2, size + 2), request);
      finish(response?.kind === 'cut' || !response ? unreachable : response);
    });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(request.length);
    socket.write(Buffer.concat([length, request]));
  });
}
