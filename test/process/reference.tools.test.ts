import { describe, expect } from 'vitest';
import { readContract } from '../../scripts/contract.ts';
import { aBrowser, type DrivenPage } from '../support/devtools.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'the reference is tried in a browser only with Chromium (Debian: apt-get install chromium)';
const soon = { timeout: 60_000, interval: 50 };
const { paths } = readContract();
const verify = paths['/api/v1/credentials/verify']?.post?.['x-codeSamples'] ?? [];
const create = paths['/api/v1/credentials']?.post?.['x-codeSamples'] ?? [];

/** The tabs and the code that an operation shows, and where the focus is. */
const shown = (page: DrivenPage, operation: string) =>
  page.evaluate<unknown>(`(() => {
    const place = document.querySelector('#operations-${operation}');
    const tabs = [...(place?.querySelectorAll('.samples [role=tab]') ?? [])];
    return {
      tabs: tabs.map((tab) => tab.textContent),
      chosen: tabs.filter((tab) => tab.ariaSelected === 'true' && tab.tabIndex === 0).map((tab) => tab.textContent),
      source: place?.querySelector('.samples [role=tabpanel]')?.textContent,
      focus: document.activeElement?.textContent,
    };
  })()`);
const tabs = ['TypeScript', 'Python', 'curl'];
/** A sample as the page of a server shows it: readers send it their key. */
const sourceOf = (samples: typeof verify, label: string, { origin }: { origin: string }) =>
  samples.find((one) => one.label === label)?.source.replaceAll('http://localhost:3000', origin);

describe.skipIf(lacks(chromium, hint))('the reference in a browser', { timeout: 240_000 }, () => {
  test('shows the samples of an operation as tabs for mouse, keys and clipboard', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs#/credentials/verifyCredential`);
    const first = { tabs, chosen: ['TypeScript'], source: sourceOf(verify, 'TypeScript', service) };
    expect(first.source).toContain(`'${service.origin}'`);
    await expect.poll(() => shown(page, 'credentials-verifyCredential'), soon).toMatchObject(first);

    await page.evaluate(`document.querySelector('.samples [aria-selected=true]').focus()`);
    for (const [key, label] of [
      ['ArrowRight', 'Python'],
      ['End', 'curl'],
      ['ArrowRight', 'TypeScript'],
      ['ArrowLeft', 'curl'],
      ['Home', 'TypeScript'],
      ['ArrowRight', 'Python'],
    ] as const) {
      await page.press(key);
      const source = sourceOf(verify, label, service);
      await expect
        .poll(() => shown(page, 'credentials-verifyCredential'), soon)
        .toEqual({ tabs, chosen: [label], source, focus: label });
    }

    await page.evaluate(
      `document.querySelector('#operations-credentials-verifyCredential .samples-head > button').click()`,
    );
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'), soon)
      .toBe(sourceOf(verify, 'Python', service));

    // The language is chosen for the whole page. Of so many operations the viewer has only those in it that are near, and
    // what opens above the window moves everything: one looks at an operation before one opens it.
    const other = `document.querySelector('#operations-credentials-createCredential')`;
    const isSeen = `(() => {
      ${other}?.scrollIntoView({ block: 'center' });
      const { top = -1 } = ${other}?.getBoundingClientRect() ?? {};
      return top > 0 && top < innerHeight;
    })()`;
    await expect.poll(() => page.evaluate(isSeen), soon).toBe(true);
    await page.evaluate(`${other}.querySelector('button').click()`);
    await expect
      .poll(() => shown(page, 'credentials-createCredential'), soon)
      .toMatchObject({ tabs, chosen: ['Python'], source: sourceOf(create, 'Python', service) });
    expect(page.complaints()).toEqual([]);
  });

  test('asks for the parameters of a path as for those of its operations', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs#/identities/updateIdentity`);
    const names = () =>
      page.evaluate(
        `[...document.querySelectorAll('.parameters [data-param-name]')].map((row) => row.dataset.paramName)`,
      );
    await expect.poll(names, soon).toEqual(['id', 'If-Match']);
  });
});
