/** The parts of a process that were started, the latest last. */
export interface Stops {
  add(stop: () => Promise<void>): void;
  /** Stops the parts, the latest first. */
  run(): Promise<void>;
  /** Marks the process as stopping, so that nothing more is started. */
  refuseMore(): void;
  isStopping(): boolean;
}

/** Makes the list of what a process stops. */
export function openStops(): Stops {
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  return {
    add: (stop) => void stops.push(stop),
    async run() {
      stopping = true;
      for (let last = stops.pop(); last; last = stops.pop()) await last();
    },
    refuseMore() {
      stopping = true;
    },
    isStopping: () => stopping,
  };
}
