import { describe, expect } from 'vitest';
import { type Operation, operationsOf } from '../../src/lib/contract.ts';
import { readContract } from '../../scripts/contract.ts';
import { failures } from '../../src/failure.ts';
import { findings, inEveryLight } from '../support/accessibility.ts';
import { aBrowser, type DrivenPage } from '../support/devtools.ts';
import { lacks, programOf } from '../support/programs.ts';
import { shoot } from '../support/screenshots.ts';
import { test } from '../support/service.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'the reference is tried in a browser only with Chromium (Debian: apt-get install chromium)';
const soon = { timeout: 60_000, interval: 50 };
const contract = readContract();
const samplesOf = (id: string): Operation['x-codeSamples'] =>
  operationsOf(contract).find((one) => one.id === id)?.['x-codeSamples'];

/** Waits until the search works. The page loads it when the reader goes to the field. */
const ready = (page: DrivenPage) =>
  expect
    .poll(
      () =>
        page.evaluate(`(() => {
          document.querySelector('#search')?.dispatchEvent(new Event('focus'));
          return document.querySelector('.search')?.dataset.ready;
        })()`),
      soon,
    )
    .toBe('true');

/** Returns the results of the search for a question, the best first. */
const search = async (page: DrivenPage, question: string): Promise<string[]> => {
  await page.evaluate(`(() => {
    const input = document.querySelector('#search');
    input.value = ${JSON.stringify(question)};
    input.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  return page.evaluate(
    `[...document.querySelectorAll('.results a')].map((link) => link.getAttribute('href'))`,
  );
};

/** The tab and the code that are shown. */
const shown = (page: DrivenPage) =>
  page.evaluate<unknown>(`(() => {
    const tabs = [...document.querySelectorAll('.samples [role=tab]')];
    return {
      tabs: tabs.map((tab) => tab.textContent),
      chosen: tabs.filter((tab) => tab.ariaSelected === 'true' && tab.tabIndex === 0).map((tab) => tab.textContent),
      source: [...document.querySelectorAll('.samples [role=tabpanel]')].filter((one) => one.checkVisibility())
        .map((one) => one.querySelector('code').textContent).join(),
      title: document.querySelector('h1')?.textContent,
    };
  })()`);
const tabs = ['TypeScript', 'Python', 'curl'];
/** A sample as the page of a server shows it: readers send it their key. */
const sourceOf = (id: string, label: string, { origin }: { origin: string }) =>
  samplesOf(id)
    ?.find((one) => one.label === label)
    ?.source.trimEnd()
    .replaceAll('http://localhost:3000', origin);

describe.skipIf(lacks(chromium, hint))('the reference in a browser', { timeout: 240_000 }, () => {
  test('can be searched, and finds operations, fields, errors and events', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs`);
    await ready(page);
    for (const [question, first] of [
      ['rotate', '/docs/operations/rotateCredential'],
      ['rotate a credential', '/docs/operations/rotateCredential'],
      ['rotating a credential', '/docs/operations/rotateCredential'],
      ['rotate credential', '/docs/operations/rotateCredential'],
      ['verify a secret', '/docs/operations/verifyCredential'],
      ['gracePeriod', '/docs/operations/rotateCredential#body.gracePeriod'],
      ['maxUsageCount', '/docs/operations/updateCredential#body.maxUsageCount'],
      ['create webhook', '/docs/operations/createWebhook'],
      ['create a webhook', '/docs/operations/createWebhook'],
      ['introspect', '/docs/operations/introspectOidcToken'],
      ['verify', '/docs/operations/verifyCredential'],
      ['list users', '/docs/operations/listUsers'],
      ['CREDENTIAL_NOT_ACTIVE', '/docs/errors/CREDENTIAL_NOT_ACTIVE'],
      ['USAGE_EXCEEDED', '/docs/verification-codes/USAGE_EXCEEDED'],
      ['identity.suspended', '/docs/events/identity.suspended'],
    ] as const)
      expect.soft((await search(page, question))[0], question).toBe(first);
    expect(page.complaints()).toEqual([]);
  });

  test('begins the search with Ctrl K, as in the dashboard, and with /', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs`);
    await ready(page);
    for (const pressed of [{ key: 'k', ctrlKey: true }, { key: 'k', metaKey: true }, { key: '/' }]) {
      const typed = `new KeyboardEvent('keydown', ${JSON.stringify({ ...pressed, bubbles: true, cancelable: true })})`;
      const begun = await page.evaluate(`(() => {
        document.activeElement.blur();
        const isOurs = !document.body.dispatchEvent(${typed});
        return [isOurs, document.activeElement.id];
      })()`);
      expect(begun, JSON.stringify(pressed)).toEqual([true, 'search']);
    }
  });

  test('leads from a result to its place without a reload, and keeps the key of the reader', async ({
    service,
  }) => {
    const page = await openPage(`${service.origin}/docs`);
    await ready(page);
    await page.evaluate(`(() => {
      const key = document.querySelector('#api-key');
      key.value = 'kd_test_example';
      key.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await search(page, 'gracePeriod');
    await page.evaluate(`document.querySelector('.results a').click()`);
    await expect
      .poll(() => page.evaluate('location.pathname + location.hash'), soon)
      .toBe('/docs/operations/rotateCredential#body.gracePeriod');
    const filled = sourceOf('rotateCredential', 'TypeScript', service)?.replace(
      'process.env.KEYWARD_API_KEY',
      "'kd_test_example'",
    );
    await expect
      .poll(() => shown(page), soon)
      .toEqual({ tabs, chosen: ['TypeScript'], source: filled, title: 'Rotate the secret of a credential' });
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(
      0,
    );
    await page.evaluate('history.back()');
    await expect
      .poll(() => page.evaluate(`document.querySelector('h1').textContent`), soon)
      .toBe('Keyward documentation');
    expect(page.complaints()).toEqual([]);
  });

  test('opens old links at the operation that they name', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs#/credentials/verifyCredential`);
    await expect
      .poll(() => page.evaluate('location.pathname'), soon)
      .toBe('/docs/operations/verifyCredential');
  });

  test('shows the samples of an operation as tabs for mouse, keys and clipboard', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs/operations/verifyCredential`);
    const first = {
      tabs,
      chosen: ['TypeScript'],
      source: sourceOf('verifyCredential', 'TypeScript', service),
    };
    expect(first.source).toContain(`'${service.origin}'`);
    await expect.poll(() => shown(page), soon).toMatchObject(first);

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
      const source = sourceOf('verifyCredential', label, service);
      await expect.poll(() => shown(page), soon).toMatchObject({ chosen: [label], source });
      expect(await page.evaluate('document.activeElement.textContent')).toBe(label);
    }
    await page.evaluate(
      `[...document.querySelectorAll('.samples .copy')].find((one) => one.checkVisibility()).click()`,
    );
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'), soon)
      .toBe(sourceOf('verifyCredential', 'Python', service));

    // The language is chosen for all pages.
    await page.evaluate(`document.querySelector('nav a[href$=createCredential]').click()`);
    const source = sourceOf('createCredential', 'Python', service);
    await expect.poll(() => shown(page), soon).toMatchObject({ tabs, chosen: ['Python'], source });
    expect(page.complaints()).toEqual([]);
  });

  test('sends a request with the key of the reader and no cookie', async ({ service }) => {
    const page = await openPage(`${service.origin}/docs/operations/listIdentities`);
    await ready(page);
    await page.evaluate(`document.cookie = 'kept=here; path=/'`);
    const sent = new Promise<Record<string, string>>((done) =>
      page.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
        const all = headers as Record<string, string>;
        if ('Authorization' in all) done(all);
      }),
    );
    await page.evaluate(`(() => {
      document.querySelector('#api-key').value = 'kd_test_wrong';
      const place = document.querySelector('.try');
      place.open = true;
      place.querySelector('[type=submit]').click();
    })()`);
    const headers = await sent;
    expect(headers['Authorization']).toBe('Bearer kd_test_wrong');
    expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('cookie');
    await expect
      .poll(() => page.evaluate(`document.querySelector('.outcome').textContent`), soon)
      .toMatch(/^401.*UNAUTHORIZED/s);
  });

  test.for([
    ['/docs', 'overview'],
    ['/docs/guides/sign-in', 'guide'],
    ['/docs/guides/decisions/README', 'decisions'],
    ['/docs/operations/createCredential', 'operation'],
    ['/docs/errors', 'errors'],
    ['/docs/errors/CREDENTIAL_NOT_ACTIVE', 'error'],
    ['/docs/verification-codes/EXPIRED', 'verification-code'],
    ['/docs/events/identity.created', 'event'],
  ] as const)('%s fits every light and screen, and axe finds nothing', async ([path, name], { service }) => {
    const page = await openPage(service.origin + path);
    await ready(page);
    await inEveryLight(page, async (light, screen) => {
      await shoot(page, `reference-${name}-${light}-${screen}`);
      expect.soft(await findings(page), `${path} ${light} ${screen}`).toEqual([]);
    });
    expect(page.complaints()).toEqual([]);
  });

  test('shows the sections of a guide beside the text at a desk, and folded on a smaller screen', async ({
    service,
  }) => {
    const page = await openPage(`${service.origin}/docs/guides/sign-in`);
    const seenAt = async (width: number) => {
      await page.send('Emulation.setDeviceMetricsOverride', {
        width,
        height: 800,
        deviceScaleFactor: 1,
        mobile: false,
      });
      // The page is laid out again after the command has been answered.
      await expect.poll(() => page.evaluate('innerWidth'), soon).toBe(width);
      return page.evaluate(`(() => {
        const [beside, folded, text] = ['.beside', '.sections', '.text'].map((one) => document.querySelector(one));
        const isRight = beside.getBoundingClientRect().left >= text.getBoundingClientRect().right;
        return [beside.checkVisibility(), isRight && beside.checkVisibility(), folded.checkVisibility()];
      })()`);
    };
    expect(await seenAt(1200)).toEqual([true, true, false]);
    expect(await seenAt(1199)).toEqual([false, false, true]);
    await page.send('Emulation.clearDeviceMetricsOverride', {});
  });

  test('has a page for each error, and nothing of it is inline', async ({ service }) => {
    for (const code of Object.keys(failures)) {
      const answer = await fetch(`${service.origin}/docs/errors/${code}`);
      const text = await answer.text();
      expect.soft([answer.status, text.includes(`<h1><code>${code}</code></h1>`)], code).toEqual([200, true]);
      expect
        .soft(text, code)
        .not.toMatch(
          /<style|style="|<script(?! type="module" src="\/docs\/)|https?:\/\/(?!localhost|keyward\.example)/,
        );
    }
  });
});
