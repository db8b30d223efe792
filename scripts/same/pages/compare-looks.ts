import { aligned } from '../aligned.ts';
import type { Look } from './look.ts';

/** The parts of a page that are compared, in words. */
export const parts = {
  tree: 'the accessibility tree',
  boxes: 'the positions of elements',
  calls: 'calls of the API',
  picture: 'pixels',
} as const;
export type Part = keyof typeof parts;

/** A part of a page that differs. */
export interface PageDifference {
  part: Part;
  /** A short diff; none for pixels. */
  lines: string[];
}

/** Lists what differs between two looks at a page. */
export function compareLooks(base: Look, head: Look): PageDifference[] {
  const found: PageDifference[] = [];
  for (const part of ['tree', 'boxes', 'calls'] as const) {
    const lines = aligned(base[part], head[part], (line) => line).flatMap(([one, other]) =>
      one === other ? [] : one === undefined ? [`+ ${other}`] : [`- ${one}`],
    );
    if (lines.length > 0) found.push({ part, lines });
  }
  if (!base.picture.equals(head.picture)) found.push({ part: 'picture', lines: [] });
  return found;
}

/** Returns the differences in those parts of a page in which BASE equals itself. */
export function withoutUnstable(
  differences: readonly PageDifference[],
  unstable: readonly PageDifference[],
): PageDifference[] {
  return differences.filter(({ part }) => !unstable.some((one) => one.part === part));
}

/** Returns the text of the differences of a page, with the first lines of each. */
export const pageText = (page: string, differences: readonly PageDifference[]): string =>
  differences
    .flatMap(({ part, lines }) => [
      `${page}: ${parts[part]}`,
      ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`),
      ...(lines.length > 12 ? [`    and ${lines.length - 12} more lines`] : []),
    ])
    .join('\n');
