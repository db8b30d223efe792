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
