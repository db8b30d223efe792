import { median } from '../frame/report.ts';

/** CPU microseconds per request of one pair of neighbouring runs. */
export interface Pair {
  base: number;
  head: number;
}

export interface Verdict {
  /** Median of the ratios of the pairs, head to base. */
  ratio: number;
  /** The median lies between these with a probability of at least 95 %, for every distribution of the ratios. */
  low: number;
  high: number;
  /** `unsure` asks for more pairs: the limit lies within the interval. */
  verdict: 'grew' | 'same' | 'unsure';
}

/** With fewer pairs no interval of 95 % exists. */
export const fewestPairs = 6;

/**
 * Judges whether the CPU of the head grew by more than `limit`. The interval is that of the sign test: the number of
 * ratios below the true median is binomial with one half, so that order statistics bound it.
 */
export function judge(pairs: readonly Pair[], limit: number): Verdict {
  const ratios = pairs.map(({ base, head }) => head / base).sort((one, other) => one - other);
  const ratio = median(ratios);
  const skipped = skippedOf(ratios.length);
  const low = skipped === undefined ? 0 : (ratios[skipped] ?? 0);
  const high = skipped === undefined ? Number.POSITIVE_INFINITY : (ratios.at(-1 - skipped) ?? 0);
  const verdict = low > limit ? 'grew' : high <= limit ? 'same' : 'unsure';
  return { ratio, low, high, verdict };
}

/** How many ratios may be left out on each side for an interval of 95 %; undefined if there are too few. */
function skippedOf(count: number): number | undefined {
  if (count < fewestPairs) return undefined;
  let below = 0;
  let chance = 0.5 ** count;
  for (let at = 0; ; at++) {
    below += chance;
    if (below > 0.025) return at - 1;
    chance = (chance * (count - at)) / (at + 1);
  }
}
