// Which functions of `src` run, in their order. The plugin of vitest.config.ts makes each of them call `enter` first.
import { state } from '../../scripts/same/recording/state.ts';

/** A function of a file, by its place in the file. */
export interface Entry {
  file: string;
  place: number;
}

/** Functions that ran, by the place of their request among the requests of the process. */
let entered: Map<number, Entry[]> | undefined;
let placeNow: () => number | undefined;

/** Other requests and jobs belong to no way. Neither does the work of a request after its response. */
function placeOfRequest(): number | undefined {
  const running = state.running.getStore();
  return running && !running.isOver && running.exchange.server === 'product'
    ? running.exchange.began
    : undefined;
}

/** Installs what the functions call. */
export function installEntries(): void {
  Object.assign(globalThis, {
    keywardEnter(file: string, place: number) {
      const request = entered && placeNow();
      if (!entered || request === undefined) return;
      const known = entered.get(request);
      if (known) known.push({ file, place });
      else entered.set(request, [{ file, place }]);
    },
  });
}

/**
 * Runs work, and returns the functions that it enters, by requests.
 * @param of `requests`: within requests that the product receives; `everything`: what runs in the process meanwhile, as one request
 */
export async function entriesOf(
  of: 'requests' | 'everything',
  work: () => Promise<unknown>,
): Promise<Entry[][]> {
  const found = new Map<number, Entry[]>();
  placeNow = of === 'requests' ? placeOfRequest : () => 0;
  entered = found;
  try {
    await work();
  } finally {
    entered = undefined;
  }
  return [...found.values()];
}
