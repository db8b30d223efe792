// An open-loop load generator: requests are due at a constant rate, however fast answers come. The time of a request runs from
// when it was due, so that a node that answers slowly cannot hide it by delaying the next request.
import { connect, type Socket } from 'node:net';
import { answerLength } from './answers.ts';
import { answerParent } from './child.ts';
import { dueBy, dueTime } from './pace.ts';

/** Requests of one kind. They take turns. */
export interface Stream {
  name: string;
  texts: string[];
  /** The statuses of right answers; every one below 500 where they are not given. */
  right?: string[];
  /** Without a rate, each connection sends one request after the other: a closed loop, which finds what a node can take. */
  perSecond?: number;
  /** A request that is due while all are used waits, and its time runs. */
  connections: number;
}

export interface OpenOrder {
  port: number;
  streams: Stream[];
  seconds: number;
  /** Requests that are due before this are sent and not counted: a burst is let in before a node refuses. */
  settle: number;
}

/** Milliseconds are from when a request was due until its answer was read. */
export interface StreamResult {
  due: number;
  accepted: number;
  /** Answers 503 with `Retry-After`. */
  refused: number;
  /** Answers 429. */
  limited: number;
  /** Requests that were never answered. */
  lost: number;
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  longest: number;
  refusedP50: number;
  refusedP99: number;
  firstWrong?: string;
}

interface Due {
  at: number;
  text: Buffer;
  counts: boolean;
}

async function run({ port, streams, seconds, settle }: OpenOrder): Promise<Record<string, StreamResult>> {
  const began = performance.now();
  const ended = began + seconds * 1_000;
  const runs = streams.map((stream) => lane(port, stream, { began, from: began + settle * 1_000, ended }));
  while (performance.now() < ended) {
    const now = performance.now();
    for (const one of runs) one.send(now);
    await new Promise((resolve) => void setTimeout(resolve, 1));
  }
  const end = performance.now() + 15_000;
  while (runs.some((one) => one.isBusy()) && performance.now() < end)
    await new Promise((resolve) => void setTimeout(resolve, 20));
  return Object.fromEntries(runs.map((one) => [one.name, one.result()]));
}

interface Times {
  began: number;
  from: number;
  ended: number;
}

function lane(
  port: number,
  { name, texts, right, perSecond, connections }: Stream,
  { began, from, ended }: Times,
) {
  const bytes = texts.map((text) => Buffer.from(text));
  const idle: Socket[] = [];
  const queue: Due[] = [];
  const accepted: number[] = [];
  const refused: number[] = [];
  const statuses: Record<string, number> = {};
  const seen = { sent: 0, due: 0, limited: 0, open: 0, firstWrong: undefined as string | undefined };

  const judge = (answer: Buffer, { at, counts }: Due): void => {
    seen.open--;
    if (!counts) return;
    const took = performance.now() - at;
    const status = answer.toString('latin1', 9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === '503' && /\r\nretry-after: *[1-9]/i.test(answer.toString('latin1', 0, 1_000)))
      refused.push(took);
    else if (status === '429') seen.limited++;
    else if (right?.includes(status) ?? status < '500') accepted.push(took);
    else seen.firstWrong ??= answer.toString().slice(0, 1_000);
  };

  const ask = (socket: Socket, due: Due): void => {
    talking.set(socket, due);
    socket.write(due.text);
  };
  const talking = new Map<Socket, Due>();
  let opened = 0;
  const open = (due: Due): void => {
    opened++;
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let partial: Buffer | undefined;
    socket.on('connect', () => ask(socket, due));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      opened--;
      talking.delete(socket);
      const at = idle.indexOf(socket);
      if (at >= 0) idle.splice(at, 1);
      const next = queue.shift();
      if (next) open(next);
    });
    socket.on('data', (chunk: Buffer) => {
      const all: Buffer = partial ? Buffer.concat([partial, chunk]) : chunk;
      partial = undefined;
      const length = answerLength(all);
      if (length === undefined || all.length < length) {
        partial = all;
        return;
      }
      const answered = talking.get(socket);
      talking.delete(socket);
      if (answered) judge(all, answered);
      if (/\r\nconnection: close/i.test(all.toString('latin1', 0, 1_000))) {
        socket.end();
        return;
      }
      const now = performance.now();
      const next = queue.shift() ?? (perSecond === undefined && now < ended ? dueAt(now) : undefined);
      if (next) ask(socket, next);
      else idle.push(socket);
    });
  };

  const dueAt = (at: number): Due => {
    const due: Due = { at, text: bytes[seen.sent++ % bytes.length] as Buffer, counts: at >= from };
    if (due.counts) seen.due++;
    seen.open++;
    return due;
  };

  return {
    name,
    isBusy: () => seen.open > 0,
    send(now: number): void {
      if (perSecond === undefined) {
        while (opened < connections) open(dueAt(now));
        return;
      }
      const wanted = dueBy(now - began, perSecond);
      while (seen.sent < wanted) {
        const due = dueAt(began + dueTime(seen.sent, perSecond));
        const socket = idle.pop();
        if (socket) ask(socket, due);
        else if (opened < connections) open(due);
        else queue.push(due);
      }
    },
    result(): StreamResult {
      const [good, bad] = [accepted.toSorted((a, b) => a - b), refused.toSorted((a, b) => a - b)];
      const at = (all: readonly number[], share: number): number =>
        all[Math.floor(all.length * share)] ?? Number.NaN;
      for (const socket of [...talking.keys(), ...idle]) socket.destroy();
      return {
        due: seen.due,
        accepted: good.length,
        refused: bad.length,
        limited: seen.limited,
        lost: seen.due - Object.values(statuses).reduce((sum, count) => sum + count, 0),
        statuses,
        p50: at(good, 0.5),
        p99: at(good, 0.99),
        longest: good.at(-1) ?? Number.NaN,
        refusedP50: at(bad, 0.5),
        refusedP99: at(bad, 0.99),
        ...(seen.firstWrong === undefined ? {} : { firstWrong: seen.firstWrong }),
      };
    },
  };
}

answerParent({}, { run });
