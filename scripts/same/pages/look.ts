// The look of a page of the dashboard.
import type { Page } from 'playwright-core';

/** A page, as a user meets it. */
export interface Look {
  /** The accessibility tree, line by line. */
  tree: string[];
  /** Each visible element with its place in pixels. */
  boxes: string[];
  /** Calls of the API that the page made, sorted, with their bodies. */
  calls: string[];
  /** The whole page as a PNG. */
  picture: Buffer;
}

/** Notes the calls of the API that a page makes. Returns a function that returns those since it was called last. */
export function callsOf(page: Page): () => string[] {
  let calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/admin')) return;
    const body = request.postData();
    calls.push(`${request.method()} ${pathname}${search}${body === null ? '' : ` ${body}`}`);
  });
  return () => {
    const taken = calls.toSorted();
    calls = [];
    return taken;
  };
}

/** Runs in the page. Names of classes and ids are made by the build and at run time, so they do not count. */
const boxes = `[...document.body.querySelectorAll('*')]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const own = [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()).join(' ');
    return [one.tagName.toLowerCase(), [x, y, width, height].map((size) => Math.round(size)).join(' '), own.slice(0, 60)]
      .join(' ').trim();
  })`;

/** Code and data of a part of a page may come late, and a chart moves what is below. */
const mostLooks = 10;

/** Looks at a page until two looks in a row are equal. */
export async function look(page: Page, settled: () => Promise<void>, calls: () => string[]): Promise<Look> {
  let last: Omit<Look, 'calls'> | undefined;
  for (let looks = 0; looks < mostLooks; looks++) {
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
    await settled();
    const now = {
      picture: await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }),
      tree: (await page.locator('body').ariaSnapshot()).split('\n'),
      boxes: await page.evaluate<string[]>(boxes),
    };
    if (last && isEqual(last, now)) break;
    last = now;
  }
  if (!last) throw new Error('there was no look');
  return { ...last, calls: calls() };
}

const isEqual = (a: Omit<Look, 'calls'>, b: Omit<Look, 'calls'>): boolean =>
  a.picture.equals(b.picture) &&
  a.tree.join('\n') === b.tree.join('\n') &&
  a.boxes.join('\n') === b.boxes.join('\n');
