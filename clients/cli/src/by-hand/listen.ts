// keyward listen: deliveries of events to a receiver on this machine.
import { Option } from 'commander';
import { failureOf } from '../../../typescript/src/answer.ts';
import { KeywardApiError, KeywardError } from '../../../typescript/src/errors.ts';
import type { WebhookListenerInput } from '../../../typescript/src/generated/types.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { collect } from '../flags.ts';
import type { Io } from '../io.ts';
import { painted } from '../paint.ts';
import type { Service } from '../service.ts';
import { shown } from '../shown.ts';
import { writeWhole } from '../whole-file.ts';
import type { HandModule, HandRun } from './hand-command.ts';
import { linesOf } from './listen-lines.ts';

/** Answers of receivers, as of those that webhooks have. */
const longestForwardMs = 30_000;
/** Less than a listener stays without a stream. */
const longestGapMs = 50_000;
/** A line comes at least every 15 seconds: a heartbeat if there was no delivery. */
const longestSilenceMs = 35_000;
const firstPauseMs = 500;
const longestPauseMs = 5_000;
/** As long as a stream may last. */
const seconds = 3_600;

interface Flags {
  event?: string[];
  forwardTo?: string;
  print?: boolean;
  secretFile?: string;
  allowRemote?: boolean;
}

interface Delivery {
  id: string;
  headers: Record<string, string>;
  body: string;
}

export const hand: HandModule = {
  examples: [
    'listen --forward-to http://localhost:4000/keyward --secret-file webhook-secret.txt',
    'listen --event credential.rotated --event user.created --print',
  ],
  add(parser, run) {
    parser
      .addOption(
        new Option('--event <type>', 'A type of event; without it, all (repeat it for more)').argParser(
          collect,
        ),
      )
      .addOption(new Option('--forward-to <url>', 'The receiver, such as http://localhost:4000/keyward'))
      .addOption(new Option('--print', 'Print the body of each delivery after its line'))
      .addOption(
        new Option(
          '--secret-file <file>',
          'Write the signing secret to this file, instead of standard error',
        ),
      )
      .addOption(new Option('--allow-remote', 'Let --forward-to name another machine, by https://'))
      .addHelpText(
        'after',
        '\nIt makes a temporary webhook, which is gone when the command ends. Each delivery is signed as those of webhooks.',
      )
      .addHelpText('after', 'A failed delivery is shown, and is not sent again. Ctrl+C ends the command.')
      .action(async () => {
        const flags = parser.opts<Flags>();
        requireReceiver(flags);
        run.end(await listen(flags, run));
      });
  },
};

/** Narrower than the rule for the service: a system may ask a DNS server for names below `localhost`. */
const ofThisMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Deliveries hold data of users, so they leave this machine only where the user says so, and never in clear text. */
function requireReceiver({ forwardTo, print, allowRemote }: Flags): void {
  if (forwardTo === undefined) {
    if (print) return;
    throw new UsageError('Say where deliveries go: --forward-to http://localhost:4000, or --print.');
  }
  const url = URL.canParse(forwardTo) ? new URL(forwardTo) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(
      '--forward-to takes an address such as http://localhost:4000/keyward, without a password.',
    );
  if (ofThisMachine.test(url.hostname)) return;
  if (!allowRemote)
    throw new UsageError(
      '--forward-to takes an address of this machine. Add --allow-remote to send events to another one.',
    );
  if (url.protocol !== 'https:')
    throw new UsageError('http:// shows events to the network. Use https:// for another machine.');
}

/** Listens until the user ends it. @returns the exit code */
async function listen(flags: Flags, run: HandRun): Promise<number> {
  const { io } = run;
  const service = await run.service();
  service.requireCaller();
  // The service says which types there are.
  const events = (flags.event ?? ['*']) as WebhookListenerInput['events'];
  const { id, signingSecret } = await service.keyward.webhooks.createListener({ events });
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // A second signal ends the process at once.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  let isOver = false;
  try {
    if (flags.secretFile === undefined) io.err.write(`Signing secret: ${signingSecret}\n`);
    else writeSecret(flags.secretFile, signingSecret);
    const target = flags.forwardTo === undefined ? '' : ` Deliveries go to ${shown(flags.forwardTo)}.`;
    io.err.write(`${painted('dim', `Listening.${target} Ctrl+C ends it.`, io, io.err)}\n`);
    isOver = await follow(id, service, flags, run, stopping.signal);
    return exitCodes.done;
  } catch (error) {
    isOver = isGone(error);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
    // The service forgets a listener without a stream by itself, so a failure here loses nothing.
    if (!isOver) await service.keyward.webhooks.deleteListener(id, { maxRetries: 0 }).catch(() => undefined);
  }
}

const isGone = (error: unknown): boolean => error instanceof KeywardError && error.status === 404;

/**
 * Reads streams, one after the other, and goes on behind the last line that was dealt with.
 * @returns whether the listener is over
 */
async function follow(
  id: string,
  service: Service,
  flags: Flags,
  run: HandRun,
  signal: AbortSignal,
): Promise<boolean> {
  let after: string | undefined;
  /** When connecting began to fail. */
  let failingSince: number | undefined;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const began = performance.now();
    try {
      for await (const line of streamOf(id, after, service, signal)) {
        failingSince = undefined;
        if (line['type'] === 'delivery') await deal(line as unknown as Delivery, flags, run, signal);
        if (signal.aborted) return false;
        if (typeof line['id'] === 'string') after = line['id'];
        if (line['type'] === 'notice') tell(line, run.io);
        if (line['type'] === 'end') requireGoesOn(line);
        // A stream that ends at once each time is a failure as well.
        if (line['type'] !== 'end' && performance.now() - began > longestPauseMs) pauseMs = firstPauseMs;
      }
    } catch (error) {
      if (signal.aborted) return false;
      failingSince ??= performance.now();
      if (!mayPass(error) || performance.now() - failingSince > longestGapMs) throw error;
      run.io.err.write(
        `${painted('dim', 'The stream was interrupted. Connecting again.', run.io, run.io.err)}\n`,
      );
    }
    if (performance.now() - began > longestPauseMs) continue;
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
  return false;
}

/** Prints what the service says about the stream. */
function tell({ message }: Record<string, unknown>, io: Io): void {
  if (typeof message === 'string') io.err.write(`${painted('bold', shown(message), io, io.err)}\n`);
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Whether a failure may be over soon: a node that stops, or a network that fails. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof KeywardError) ||
  error.status === undefined ||
  error.status >= 500 ||
  error.status === 429;

/** @throws the reason why the service ended a stream for good */
function requireGoesOn({ reason, code, message, details }: Record<string, unknown>): void {
  if (reason === 'TIME' || reason === 'STOPPING' || reason === 'UNAVAILABLE') return;
  // A token may have ended, and the next request has another one. If the key or the sign-in has ended, that request is refused.
  if (reason === 'REFUSED' && code === 'UNAUTHORIZED') return;
  throw new KeywardApiError(typeof message === 'string' ? message : 'The stream ended.', {
    code: typeof code === 'string' ? code : String(reason),
    status: reason === 'REFUSED' ? 403 : 404,
    details: typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {},
  });
}

async function* streamOf(
  id: string,
  after: string | undefined,
  service: Service,
  signal: AbortSignal,
): AsyncGenerator<Record<string, unknown>> {
  const query = new URLSearchParams({ seconds: String(seconds), ...(after === undefined ? {} : { after }) });
  const path = `/api/v1/webhook-listeners/${id}/deliveries?${query.toString()}`;
  // A connection may die without a word: the machine slept, or a proxy forgot it.
  const silence = new AbortController();
  const giveUp = (): void => silence.abort(new Error('The stream was silent.'));
  let timer = setTimeout(giveUp, longestSilenceMs);
  try {
    const response = await service.send(path, {
      signal: AbortSignal.any([signal, silence.signal]),
      headers: { Accept: 'application/x-ndjson' },
    });
    const failure = failureOf(response, response.ok ? '' : await response.text());
    if (failure) throw failure;
    if (!response.body) return;
    const lines = linesOf(response.body);
    for (;;) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, longestSilenceMs);
      const { done, value } = await lines.next();
      if (done) throw new Error('The stream was cut off.');
      // The receiver may take its time.
      clearTimeout(timer);
      yield value;
      if (value['type'] === 'end') return;
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Hands a delivery to the receiver, and prints how that went. */
async function deal(
  { headers, body }: Delivery,
  { forwardTo, print }: Flags,
  { io }: HandRun,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const outcome = forwardTo === undefined ? undefined : await forward(forwardTo, { headers, body }, signal);
  const took = `${Math.round(performance.now() - began)} ms`;
  const time = new Date().toISOString();
  const type = headers['X-Service-Event-Type'] ?? '';
  const event = headers['X-Service-Event-Id'] ?? '';
  const parts = [time, type, event, ...(outcome === undefined ? [] : [outcome, took])];
  const isFailed = outcome !== undefined && !/^2\d\d$/.test(outcome);
  const line = parts.map(shown).join('  ');
  io.out.write(`${isFailed ? painted('red', line, io, io.out) : line}\n`);
  if (print) io.out.write(`${shown(body)}\n`);
}

/** @returns the status of the receiver, or why there is none */
async function forward(
  url: string,
  { headers, body }: Pick<Delivery, 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<string> {
  const timeout = AbortSignal.timeout(longestForwardMs);
  try {
    // A redirect is not followed, as by webhooks.
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    if (signal.aborted) return 'STOPPED';
    if (timeout.aborted) return 'TIMEOUT';
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
    return typeof code === 'string' ? code : 'FAILED';
  }
}

/** Writes a secret to a file that only this user reads. */
function writeSecret(file: string, secret: string): void {
  try {
    writeWhole(file, `${secret}\n`, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`The file of --secret-file cannot be written (${code ?? 'unknown'}).`, {
      cause: error,
    });
  }
}
