/** Something to wait for that others may bring forward; rings before the wait count. */
export interface Alarm {
  ring: () => void;
  /** Waits for a ring, at most so long. */
  within: (milliseconds: number) => Promise<void>;
}

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async within(milliseconds) {
      let timer: NodeJS.Timeout | undefined;
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, milliseconds);
        });
      }
      clearTimeout(timer);
      wake = undefined;
      rung = false;
    },
  };
}

/** Rings an alarm when one of the signals aborts. @returns what ends that */
export function ringOnAbort(signals: readonly AbortSignal[], { ring }: Pick<Alarm, 'ring'>): () => void {
  for (const signal of signals) signal.addEventListener('abort', ring);
  return () => {
    for (const signal of signals) signal.removeEventListener('abort', ring);
  };
}
