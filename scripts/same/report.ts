// The texts of `make same`.
import type { Difference } from './compare.ts';
import { causeOf } from './masks.ts';

/** Lines of one difference that are printed. */
const mostLines = 12;
const mostLetters = 220;

/** Returns the differences with the test, the request, and a short diff for each. The same diff is printed once. */
export function differencesText(differences: readonly Difference[]): string {
  const alike = Map.groupBy(differences, (found) => titleOf(found) + diffText(found));
  let last = '';
  return [...alike.values()]
    .flatMap(([found, ...others]) => {
      if (!found) return [];
      const place = `${found.file}${found.test === '' ? '' : ` > ${found.test}`}`;
      const title = place === last ? '' : `\n${place}\n`;
      last = place;
      const more = others.length > 0 ? `\n    and the same ${others.length} more times` : '';
      return [`${title}  ${titleOf(found)}\n${diffText(found)}${more}`];
    })
    .join('\n');
}

const titleOf = ({ key, aspect }: Difference): string =>
  `${shortened(key || '(without a request)')}: ${aspects[aspect]}`;

const aspects: Record<Difference['aspect'], string> = {
  presence: 'only one of both does this',
  request: 'the request',
  response: 'the response',
  statements: 'statements',
  besides: 'statements of jobs, timers and calls of the test',
};

function diffText({ lines }: Difference): string {
  const texts = lines.map(({ text }) => text);
  const first = (mark: string): string[] =>
    texts.filter((text) => text.startsWith(mark)).slice(0, mostLines / 2);
  const shown = texts.length > mostLines ? [...first('-'), ...first('+')] : texts;
  const left = texts.length - shown.length;
  return [
    ...shown.map((text) => `    ${shortened(text)}`),
    ...(left > 0 ? [`    and ${left} more lines`] : []),
  ].join('\n');
}

/** Kinds are in angle brackets, as in the issue and the docs. */
const shortened = (text: string): string =>
  (text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text)
    .replaceAll('‹', '<')
    .replaceAll('›', '>');

/** Returns what BASE does differently when it runs again, by cause. */
export function unstableText(differences: readonly Difference[], records: number): string {
  const places = placesIn(differences);
  const share = ((100 * places) / Math.max(1, records)).toFixed(2);
  const causes = Map.groupBy(differences, causeOf);
  const lines = [...causes]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([cause, found]) => [
      `  ${placesIn(found)}: ${cause}`,
      ...[...new Set(found.map(({ file, test, key }) => `${file} > ${test || '(file)'} > ${key}`))].map(
        (place) => `       ${shortened(place)}`,
      ),
    ]);
  return [
    `BASE differs from itself in ${places} of ${records} records (${share} %), which are left out:`,
    ...lines,
  ].join('\n');
}

/** Counts the requests, and the files for what they do besides, in which something differs. */
export const placesIn = (differences: readonly Difference[]): number =>
  new Set(differences.map(({ file, test, key, at }) => [file, test, key, at].join('\n'))).size;
