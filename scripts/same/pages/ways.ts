// The other looks at a page: its other tabs, and the dialogs that its buttons open.
import type { Page } from 'playwright-core';
import type { Dashboard } from '../../../test/support/dashboard.ts';

/** A page, a tab of it and a button there, by the selector of its place. */
export interface Way {
  address: string;
  tab?: string;
  button?: string;
}

/** A page with more buttons is long, and its last ones are those of one more list. */
const mostButtons = 14;

/**
 * Runs in the page. Marks the buttons of the main part that a user may press, of a table only those of the first row, and returns
 * their selectors. A button is found again by its name, because the builds have other classes and ids.
 */
const buttons = `[...document.querySelectorAll('main button:not([disabled]):not([role="tab"])')]
  .filter((one) => one.checkVisibility() && !one.closest('thead, tbody tr:not(:first-child)'))
  .map((one) => one.getAttribute('aria-label')
    ? \`button[aria-label=\${JSON.stringify(one.getAttribute('aria-label'))}]\`
    : one.innerText.trim() && \`button:text-is(\${JSON.stringify(one.innerText.trim())})\`)
  .filter((one, at, all) => one && all.indexOf(one) === at)`;

/** Returns the ways to look at the page that is open at an address: the page, its other tabs, and the dialogs that the buttons of each open. */
export async function waysFrom(
  { page, open, settled }: Pick<Dashboard, 'page' | 'open' | 'settled'>,
  address: string,
  which: 'tabs' | 'tabs and dialogs',
): Promise<Omit<Way, 'address'>[]> {
  const main = page.getByRole('main');
  const ways: Omit<Way, 'address'>[] = [];
  const add = async (tab: { tab?: string }): Promise<void> => {
    ways.push(tab);
    if (which === 'tabs') return;
    const found = await page.evaluate<string[]>(buttons);
    ways.push(...found.slice(0, mostButtons).map((button) => ({ ...tab, button })));
  };
  await add({});
  for (const title of await main.getByRole('tab', { selected: false }).allInnerTexts()) {
    const tab = title.replaceAll(/\s+/g, ' ').trim();
    // Another tab may have had tabs of its own.
    await open(address);
    await settled();
    await main.getByRole('tab', { name: tab }).first().click();
    await settled();
    await add({ tab });
  }
  return ways;
}

/** Ends every request that would change something, so that the data stay the same for both builds. */
export const withoutWrites = (page: Page): Promise<unknown> =>
  page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));
