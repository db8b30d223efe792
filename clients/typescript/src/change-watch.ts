import { KeywardApiError, KeywardConnectionError } from './errors.ts';
import { blocksOf, type StreamBlock } from './event-stream.ts';
import { backoff, sleep } from './retry.ts';

/** Credentials and identities whose verifications may have another result from now on. */
export interface Changes {
  credentials: readonly string[];
  identities: readonly string[];
  all: boolean;
}

/** A heartbeat comes every second. Without one for so many milliseconds, the stream is lost. */
const lostAfterMs = 3_000;
const openWithinMs = 10_000;
/** More than a clock is moved while it is kept right. A machine that slept has moved it. */
const mostJumpMs = 1_000;
/** After a refusal, the next attempt: a wrong key does not become right soon. */
const afterRefusalMs = 60_000;
/** A stream that lived for so long may have its successor at once. Those that end sooner come more and more seldom. */
const steadyMs = 10_000;
/** Each stream counts in the rate limit of the key, which verifications need. So a process opens some four a minute if none of them lives. */
const longestWaitMs = 30_000;

export interface WatchOptions {
  /** Opens the stream, at the event behind `after` if it is given. */
  open: (after: string | undefined, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onChanges: (changes: Changes) => void;
  /** Told that changes may be missing. */
  onLost: () => void;
  onError: (error: unknown) => void;
}

/** Watches the stream of changes of a service, and opens the next one after its end. */
export class ChangeWatch {
  readonly #options: WatchOptions;
  readonly #closing = new AbortController();
  #isStarted = false;
  /** The end of the connection that is open. */
  #connection: AbortController | undefined;
  /** When the last block came, by the monotonic clock; undefined while the stream is lost. */
  #heardAt: number | undefined;
  /** The wall clock less the monotonic one, at that time. */
  #offset = 0;
  #lastId: string | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#run();
  }

  close(): void {
    this.#isStarted = true;
    this.#closing.abort();
    this.#lose();
  }

  /**
   * Returns whether all changes were heard that are older than three seconds. The clocks are read at each call, because timers of a process
   * that was paused run late. The wall clock can only end the stream: the monotonic clock of a machine that slept has stood still.
   */
  isLive(): boolean {
    if (this.#heardAt === undefined) return false;
    const isSilent = performance.now() - this.#heardAt >= lostAfterMs;
    if (!isSilent && Math.abs(offsetOfClocks() - this.#offset) <= mostJumpMs) return true;
    this.#lose();
    return false;
  }

  #lose(): void {
    this.#connection?.abort();
    this.#lastId = undefined;
    if (this.#heardAt === undefined) return;
    this.#heardAt = undefined;
    this.#options.onLost();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      let pause = 0;
      let openedAt = Infinity;
      try {
        // The next stream goes on at the last id, so nothing was missed yet.
        await this.#connect(() => (openedAt = performance.now()));
      } catch (error) {
        if (signal.aborted) return;
        this.#lose();
        this.#options.onError(error);
        pause = pauseAfter(error);
      }
      if (performance.now() - openedAt >= steadyMs) attempt = 0;
      await sleep(Math.max(pause, backoff(attempt, longestWaitMs)), signal).catch(() => undefined);
    }
  }

  /**
   * Reads one stream until the service hands it over, so that another node can go on with it.
   * @throws why the stream was lost
   */
  async #connect(onOpen: () => void): Promise<void> {
    const connection = new AbortController();
    this.#connection = connection;
    const after = this.#lastId;
    let timer = setTimeout(() => connection.abort(), openWithinMs);
    try {
      const body = await this.#options.open(after, connection.signal);
      let isFirst = true;
      for await (const block of blocksOf(body)) {
        // A block that was read before the end of the connection would say that the stream lives.
        if (connection.signal.aborted) throw silent();
        // The blocks of a paused process have waited. Later ones may still be on their way.
        if ((!isFirst || after !== undefined) && !this.isLive()) throw silent();
        clearTimeout(timer);
        timer = setTimeout(() => connection.abort(), lostAfterMs);
        if (isFirst) onOpen();
        isFirst = false;
        const end = this.#hear(block);
        if (end) return requireHandOver(end);
      }
      throw silent();
    } catch (error) {
      // The error of a connection that we have ended says nothing of the reason.
      throw connection.signal.aborted ? silent() : error;
    } finally {
      clearTimeout(timer);
      if (this.#connection === connection) this.#connection = undefined;
      connection.abort();
    }
  }

  /** @returns why the stream ends, if the block says so */
  #hear({ event, data, id }: StreamBlock): End | undefined {
    const said = data === undefined ? undefined : (JSON.parse(data) as Partial<Changes & End>);
    if (event === 'end') return { reason: said?.reason ?? '', code: said?.code };
    const changes = said && event === 'change' ? changesOf(said) : undefined;
    // An event of a later release, and a reset, may be about everything.
    if (said && !changes && this.#heardAt !== undefined) this.#options.onLost();
    if (changes) this.#options.onChanges(changes);
    if (id !== undefined) this.#lastId = id;
    this.#heardAt = performance.now();
    this.#offset = offsetOfClocks();
    return undefined;
  }
}

interface End {
  reason: string;
  code: string | undefined;
}

const offsetOfClocks = (): number => Date.now() - performance.now();

/** Returns the milliseconds to wait at least after a failure. */
function pauseAfter(error: unknown): number {
  if (!(error instanceof KeywardApiError) || error.status === undefined || error.status >= 500) return 0;
  return (error.retryAfterSeconds ?? 0) * 1_000 || afterRefusalMs;
}

const changesOf = ({ credentials = [], identities = [], all = true }: Partial<Changes>): Changes => ({
  credentials,
  identities,
  all,
});

/** @throws what a refused request throws */
function requireHandOver({ reason, code }: End): void {
  if (reason === 'TIME' || reason === 'STOPPING') return;
  if (reason !== 'REFUSED') throw silent();
  throw new KeywardApiError('The service has ended the stream of changes', {
    code: code ?? 'REFUSED',
    status: 403,
  });
}

const silent = () =>
  new KeywardConnectionError('The stream of changes was lost', { code: 'CONNECTION_FAILED' });
