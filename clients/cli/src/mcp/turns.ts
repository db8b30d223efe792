// How many calls run at once. A model may start many.

/** Calls that run at once. */
const running = 4;
/** Calls that wait. More are refused. */
const waiting = 32;

export class TooMany extends Error {
  constructor() {
    super(`${running + waiting} calls are open. Wait for some of them, then call again.`);
  }
}

export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs a call when it is its turn. @throws {TooMany}, or the reason of the signal */
  async run<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= running) await this.#turn(signal);
    else this.#running += 1;
    try {
      signal.throwIfAborted();
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Waits until a call ends, which hands on its place. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= waiting) throw new TooMany();
    await new Promise<void>((begin, fail) => {
      const next = (): void => {
        signal.removeEventListener('abort', leave);
        begin();
      };
      const leave = (): void => {
        const at = this.#waiting.indexOf(next);
        if (at >= 0) this.#waiting.splice(at, 1);
        fail(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(next);
    });
  }
}
