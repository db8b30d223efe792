// The load generator, a process of its own: raw sockets, requests built beforehand, one request at a time on each
// connection. It costs a fraction of what an HTTP client would, so that the two cores are left to the servers.
import { connect, type Socket } from 'node:net';
import { answerLength } from './answers.ts';
import { answerParent } from './child.ts';
import { counter, type Given } from './requests.ts';

export interface LoadOrder {
  port: number;
  /** Without it, the requests of the order before. */
  given?: Given;
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

let requests: { texts: Buffer[]; mark: string; status: string; numbered: boolean };

function prepare({ texts, mark, status = 200, numbered = false }: Given): void {
  requests = { texts: texts.map((text) => Buffer.from(text)), mark, status: String(status), numbered };
}

let stopping = false;

async function run({ port, given, connections, seconds }: LoadOrder): Promise<LoadResult> {
  stopping = false;
  if (given) prepare(given);
  const { mark, status } = requests;
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
    Array.from({ length: connections }, () => keepAsking(port, { judge, goesOn, latencies })),
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
  judge: (answer: Buffer) => void;
  goesOn: () => boolean;
  latencies: Latencies;
}

/** One connection. @throws when it breaks, or answers what cannot be read */
function keepAsking(port: number, { judge, goesOn, latencies }: Conversation): Promise<void> {
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

function pick(): Buffer {
  const { texts, numbered } = requests;
  const text = texts[Math.floor(Math.random() * texts.length)] as Buffer;
  return numbered ? withNumber(text) : text;
}

let number = 0;

const withNumber = (text: Buffer): Buffer =>
  Buffer.from(text.toString().replaceAll(counter, String((number += 1)).padStart(counter.length, '0')));

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
