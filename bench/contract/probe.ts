// The quiet tenant, a process of its own: it calls the service all the time and notes how long each answer takes.
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { answerParent } from '../frame/child.ts';

interface ProbeOrder {
  port: number;
  /** Keys of the tenant. They take turns, so that none reaches its rate limit. */
  keys: string[];
  /** The address of a sign-in page of the tenant, from its path on. */
  signInPage: string;
}

export const kinds = ['identities', 'verify', 'page', 'ready', 'mail'] as const;
export type Kind = (typeof kinds)[number];

/** Milliseconds of each answer since the last time, by kind; and the answers that were not as they should be. */
export interface Seen {
  latencies: Record<Kind, number[]>;
  wrong: string[];
}

/** Between two calls of one kind. */
const pause = 20;
const pauseOfMails = 250;

const mails = new Map<string, () => void>();
const catcher = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, answer) {
    stream.on('end', () => {
      for (const { address } of envelope.rcptTo) mails.get(address)?.();
      answer();
    });
    stream.resume();
  },
});
catcher.on('error', () => undefined);
const smtpPort = await new Promise<number>((resolve) => {
  const server = catcher.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address ? address.port : 0);
  });
});

const nothing = (): Seen => ({
  latencies: { identities: [], verify: [], page: [], ready: [], mail: [] },
  wrong: [],
});
let seen = nothing();
let probing = false;

interface Call {
  method: string;
  path: string;
  key?: string;
  body?: object;
  localAddress?: string;
}

function ask(port: number, { method, path, key, body, localAddress = '127.0.0.1' }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, localAddress }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    if (key !== undefined) sent.setHeader('authorization', `Bearer ${key}`);
    if (body) sent.setHeader('content-type', 'application/json');
    sent.end(body && JSON.stringify(body));
  });
}

async function begin({ port, keys, signInPage }: ProbeOrder): Promise<void> {
  probing = true;
  seen = nothing();
  let turn = 0;
  const key = (): string => keys[turn++ % keys.length] ?? '';
  const localAddress = (): string => `127.3.${(turn >> 7) & 127}.${turn & 127 || 1}`;
  const calls: Record<Exclude<Kind, 'mail'>, { of: () => Call; status: number }> = {
    identities: { of: () => ({ method: 'GET', path: '/api/v1/identities', key: key() }), status: 200 },
    verify: {
      of: () => ({
        method: 'POST',
        path: '/api/v1/credentials/verify',
        key: key(),
        body: { credential: key() },
      }),
      status: 200,
    },
    page: { of: () => ({ method: 'GET', path: signInPage, localAddress: localAddress() }), status: 303 },
    ready: { of: () => ({ method: 'GET', path: '/health/ready' }), status: 200 },
  };
  for (const kind of ['identities', 'verify', 'page', 'ready'] as const) {
    const { of, status } = calls[kind];
    void repeat(pause, async () => {
      const began = performance.now();
      const got = await ask(port, of()).catch((error: unknown) => String(error));
      seen.latencies[kind].push(performance.now() - began);
      if (got !== status) seen.wrong.push(`${kind}: ${got}`);
    });
  }
  void repeat(pauseOfMails, async () => {
    const email = `quiet-${Date.now()}-${turn++}@example.com`;
    const arrived = new Promise<void>((resolve) => mails.set(email, resolve));
    const began = performance.now();
    const body = { email, sendInvite: true };
    const got = await ask(port, { method: 'POST', path: '/api/v1/directory/users', key: key(), body });
    if (got !== 201) {
      seen.wrong.push(`mail: ${got}`);
      return;
    }
    await Promise.race([arrived, wait(60_000, undefined, { ref: false })]);
    mails.delete(email);
    seen.latencies.mail.push(performance.now() - began);
  });
}

async function repeat(millis: number, once: () => Promise<void>): Promise<void> {
  while (probing) {
    await once().catch((error: unknown) => void seen.wrong.push(String(error)));
    await wait(millis);
  }
}

/** Returns the latencies and the wrong responses since the last call. */
function take(): Seen {
  const taken = seen;
  seen = nothing();
  return taken;
}

answerParent({ smtpPort }, { begin, take, end: () => void (probing = false) });
