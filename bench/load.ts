// The load generator, a process of its own: raw sockets, requests built beforehand, one request at a time on each
// connection. It costs a fraction of what an HTTP client would, so that the two cores are left to the servers.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { answerParent, startedWith } from './child.ts';
import type { Seed } from './seed.ts';

export type Kind = 'verify' | 'scoped' | 'capped' | 'policed' | 'get';

/** Requests of another bench, and what stands in every right answer. */
export interface Given {
  texts: string[];
  mark: string;
  /** The status of every right answer, if not 200. */
  status?: number;
  /** Whether twelve `#` in a text stand for a number that no other request has. */
  numbered?: boolean;
}

export interface LoadOrder {
  port: number;
  kind: Kind;
  /** Instead of those of the kind. */
  given?: Given | undefined;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers that were not 200 with what was asked for, and the first of them. */
  wrong: number;
  firstWrong?: string;
}

const { seedFile } = startedWith as { seedFile?: string };
const none: Pick<Seed, 'caller' | 'keys' | 'ids' | 'capped' | 'policed'> = {
  caller: '',
  keys: [],
  ids: [],
  capped: [],
  policed: { caller: '', keys: [] },
};
const data = seedFile === undefined ? none : (JSON.parse(readFileSync(seedFile, 'utf8')) as Seed);

const head = (line: string, caller = data.caller): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${caller}\r\nAccept: application/json\r\n`;

function verifying(key: string, caller = data.caller, asked: object = {}): Buffer {
  const body = JSON.stringify({ credential: key, ...asked });
  const length = `Content-Length: ${body.length}\r\n`;
  return Buffer.from(
    `${head('POST /api/v1/credentials/verify', caller)}Content-Type: application/json\r\n${length}\r\n${body}`,
  );
}

const requests: Record<Kind, Buffer[]> = {
  verify: data.keys.map((key) => verifying(key)),
  scoped: data.keys.map((key) =>
    verifying(key, data.caller, { scopes: ['read:orders', 'write:orders'], ipAddress: '203.0.113.7' }),
  ),
  capped: data.capped.map((key) => verifying(key)),
  policed: data.policed.keys.map((key) => verifying(key, data.policed.caller)),
  get: data.ids.map((id) => Buffer.from(`${head(`GET /api/v1/credentials/${id}`)}\r\n`)),
};
const marks: Record<Kind, string> = {
  verify: '"valid":true',
  scoped: '"valid":true',
  capped: '"valid":true',
  policed: '"valid":true',
  get: '"id":"cred_',
};

let stopping = false;

async function run({ port, kind, given, connections, seconds }: LoadOrder): Promise<LoadResult> {
  stopping = false;
  const one = picker(given ? given.texts.map((text) => Buffer.from(text)) : requests[kind]);
  const pick = given?.numbered ? (): Buffer => numbered(one()) : one;
  const status = String(given?.status ?? 200);
  const mark = given?.mark ?? marks[kind];
  const latencies = new Latencies();
  const result = { wrong: 0, firstWrong: undefined as string | undefined };
  const began = performance.now();
  const until = began + seconds * 1000;
  const judge = (answer: Buffer): void => {
    if (answer.toString('latin1', 9, 12) === status && answer.includes(mark)) return;
    result.wrong++;
    result.firstWrong ??= answer.toString().slice(0, 2000);
  };
  const goesOn = (): boolean => !stopping && performance.now() < until;
  await Promise.all(
    Array.from({ length: connections }, () => keepAsking(port, { pick, judge, goesOn, latencies })),
  );
  const took = (performance.now() - began) / 1000;
  const { wrong, firstWrong } = result;
  return {
    requests: latencies.count,
    seconds: took,
    ...latencies.percentiles(),
    wrong,
    ...(firstWrong === undefined ? {} : { firstWrong }),
  };
}

interface Conversation {
  pick: () => Buffer;
  judge: (answer: Buffer) => void;
  goesOn: () => boolean;
  latencies: Latencies;
}

/** One connection. @throws when it breaks, or answers what cannot be read */
function keepAsking(port: number, { pick, judge, goesOn, latencies }: Conversation): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sent = 0;
    let partial: Buffer | undefined;
    const ask = (): void => {
      sent = performance.now();
      socket.write(pick());
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: Buffer) => {
      const bytes: Buffer = partial ? Buffer.concat([partial, chunk]) : chunk;
      const length = answerLength(bytes);
      if (length === undefined || bytes.length < length) {
        partial = bytes;
        return;
      }
      partial = undefined;
      latencies.add(performance.now() - sent);
      judge(bytes);
      if (bytes.length > length) reject(new Error(`bytes after the answer: ${bytes.toString()}`));
      if (goesOn()) return ask();
      socket.removeAllListeners('close');
      socket.end();
      resolve();
    });
  });
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** @returns undefined when the answer is not complete, or its length is not known yet */
function answerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) {
    if (!/\r\ntransfer-encoding: *chunked/i.test(head))
      throw new Error(`an answer without its length: ${bytes.toString()}`);
    // Nothing follows, because only one request is on its way (RFC 9112, section 7.1).
    return bytes.subarray(-lastChunk.length).equals(lastChunk) ? bytes.length : undefined;
  }
  return headEnd + 4 + Number(length);
}

const picker = (all: readonly Buffer[]) => (): Buffer =>
  all[Math.floor(Math.random() * all.length)] as Buffer;

let number = 0;

const numbered = (text: Buffer): Buffer =>
  Buffer.from(text.toString().replaceAll('#'.repeat(12), String((number += 1)).padStart(12, '0')));

/** Every latency of a run, in microseconds: exact percentiles for four bytes each. */
class Latencies {
  count = 0;
  private micros = new Uint32Array(1 << 18);

  add(millis: number): void {
    if (this.count === this.micros.length) {
      const larger = new Uint32Array(this.micros.length * 2);
      larger.set(this.micros);
      this.micros = larger;
    }
    this.micros[this.count++] = millis * 1000;
  }

  percentiles(): { p50: number; p99: number } {
    const sorted = this.micros.subarray(0, this.count).sort();
    const at = (share: number): number => (sorted[Math.floor(this.count * share)] ?? 0) / 1000;
    return { p50: at(0.5), p99: at(0.99) };
  }
}

answerParent({}, { run, stop: () => void (stopping = true) });
