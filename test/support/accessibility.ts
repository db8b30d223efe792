import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DrivenPage } from './devtools.ts';
import { takesPictures } from './screenshots.ts';
import { hasAllRounds, isThorough } from './thorough.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const screens = { desk: { width: 1280, height: 800 }, phone: { width: 320, height: 640 } } as const;

const ways = [
  [
    ['light', 'desk'],
    ['dark', 'phone'],
  ],
  [
    ['dark', 'desk'],
    ['light', 'phone'],
  ],
] as const;

let pages = Number(process.env['TEST_SEED']);

/** Each second page of a thorough run has the second pair of ways, and each run begins with another one. */
function waysOfPage(): readonly (readonly ['light' | 'dark', keyof typeof screens])[] {
  if (hasAllRounds || takesPictures) return ways.flat();
  return isThorough && (pages += 1) % 2 === 0 ? ways[1] : ways[0];
}

/**
 * Shows a page in light and in dark, at a desk and on a narrow phone, each of them once. `make rounds` and a run that takes pictures
 * show it in all four ways.
 */
export async function inEveryLight(
  page: DrivenPage,
  look: (light: string, screen: keyof typeof screens) => Promise<void>,
  media: 'screen' | 'print' = 'screen',
): Promise<void> {
  for (const [light, screen] of waysOfPage()) {
    await page.send('Emulation.setEmulatedMedia', {
      media,
      features: [{ name: 'prefers-color-scheme', value: light }],
    });
    const metrics = { ...screens[screen], deviceScaleFactor: 1, mobile: screen === 'phone' };
    await page.send('Emulation.setDeviceMetricsOverride', metrics);
    await look(light, screen);
  }
}

/**
 * The rules that are ours, besides those of axe. Nothing sticks out of a narrow phone (WCAG 2.2, 1.4.10). Every control fits
 * a thumb. After a mistake, the focus is in the field with the mistake.
 */
const ours = `[
  ...[...document.querySelectorAll('[aria-invalid=true]')].slice(0, 1)
    .filter((one) => one !== document.activeElement)
    .map((one) => 'has a mistake but not the focus: ' + one.outerHTML),
  ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
  ...[...document.querySelectorAll('button, .button, input:not([type=hidden]):not(.unseen), summary')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
    .map((one) => 'less than 44 pixels high: ' + one.outerHTML),
  ...[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !one.matches('.unseen'))
    .filter((one) => one.getBoundingClientRect().right > (one.closest('main') ?? document.body).getBoundingClientRect().right)
    .map((one) => 'sticks out: ' + one.outerHTML),
]`;

/** The rules of axe that colours and sizes decide; all others read the same document in every light. */
const visual = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Rules about a whole page. A mail is shown within a page of the mail program, which has the landmarks. */
export const pageRules = ['region', 'landmark-one-main'] as const;

/** Returns what axe and our rules find on a page as it is now. They should find nothing. @param without rules of axe that do not apply */
export async function findings(
  page: DrivenPage,
  { onlyVisual = false, without = [] }: { onlyVisual?: boolean; without?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluateBeside<boolean>(`typeof axe === 'object'`))) await page.evaluateBeside(axe);
  const options = {
    // In the frame of a mail nothing runs, and so not axe.
    iframes: false,
    // The second one is on trial in axe (WCAG 2.2, 2.5.3).
    rules: {
      'frame-tested': { enabled: false },
      'label-content-name-mismatch': { enabled: !onlyVisual },
      ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
    runOnly: onlyVisual ? { type: 'rule', values: visual } : { type: 'tag', values: tags },
    resultTypes: ['violations'],
  };
  const found = await page.evaluateBeside<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => [id, help, html, failureSummary].join(' · '))))`,
  );
  return [...found, ...(await page.evaluate<string[]>(ours))];
}
