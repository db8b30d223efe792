import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { pageOrigin } from './passkey-visits.ts';
import { programOf } from './programs.ts';
import type { TestService } from './service.ts';
import type { UserCaller } from './user-caller.ts';

export const chromiumProgram = programOf('chromium', 'chromium-browser', 'google-chrome');
export const chromiumHint = 'the dashboard is tried in Chromium only (Debian: apt-get install chromium)';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The dashboard in a browser, as one user. */
export interface Dashboard {
  page: Page;
  /** Opens a page of the tenant, such as `credentials`, and waits for its head. */
  open: (path: string, orgId?: string) => Promise<void>;
  /** Waits until every request of the page has ended, and what it shows then has asked for nothing else. */
  settled: () => Promise<void>;
  /**
   * Complaints of the browser: exceptions, errors of the console, breaches of the policy, requests to
   * elsewhere.
   */
  complaints: string[];
  /** Serious findings of axe on the page as it is now. */
  findings: () => Promise<string[]>;
}

/** Holds the requests of a page to an address. Returns what lets them go on. */
export async function heldRequests(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The cookies of a user, for a browser of playwright. */
export const cookiesOf = ({ cookies }: UserCaller['person'], origin: string) =>
  Object.values(cookies.sent('/')).flatMap((value) =>
    value.split('; ').map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return { name, value: rest.join('='), url: origin };
    }),
  );

/** The state `networkidle` of playwright waits half a second more, on each of a hundred pages. */
function untilSettled(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let ended: () => void = () => undefined;
  const forget = (request: Request): void => {
    running.delete(request);
    if (running.size === 0) ended();
  };
  page.on('request', (request) => running.add(request));
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  return async () => {
    do {
      if (running.size > 0) await new Promise<void>((done) => (ended = done));
      // React has shown what came, and its effects have run.
      await page.evaluate(
        'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(shown))))',
      );
    } while (running.size > 0);
  };
}

/** One browser for the tests of a file. @returns opens the dashboard with the session of a user */
export function aDashboard(): (
  service: TestService,
  user: Pick<UserCaller, 'person'>,
  options?: BrowserContextOptions,
) => Promise<Dashboard> {
  let started: Promise<Browser> | undefined;
  afterAll(async () => (await started)?.close());
  return async (service, { person }, options = {}) => {
    started ??= chromium.launch({
      executablePath: chromiumProgram ?? '',
      // The temporary folder of a run may be small, and root has no sandbox.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    const context = await (await started).newContext({ viewport: { width: 1280, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const origin = pageOrigin(service);
    await context.addCookies(cookiesOf(person, origin));
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      // The browser itself writes each answer of 400 and more, which is the business of a test.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
        complaints.push(line.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !/^(data|blob|about):/.test(request.url()))
        complaints.push(`a request to ${request.url()}`);
    });
    const settled = untilSettled(page);
    return {
      page,
      complaints,
      settled,
      async open(path, orgId = service.ours.orgId ?? '') {
        await page.goto(`${origin}/admin/${orgId}/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
      async findings() {
        // Beside the page: its policy forbids foreign scripts.
        const session = await context.newCDPSession(page);
        const { frameTree } = await session.send('Page.getFrameTree');
        const { executionContextId } = await session.send('Page.createIsolatedWorld', {
          frameId: frameTree.frame.id,
        });
        await session.send('Runtime.evaluate', { expression: axe, contextId: executionContextId });
        const { result } = await session.send('Runtime.evaluate', {
          contextId: executionContextId,
          awaitPromise: true,
          returnByValue: true,
          expression: `axe.run({
            resultTypes: ['violations'],
            rules: { 'label-content-name-mismatch': { enabled: true } },
          }).then(({ violations }) => violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => [id, help, html].join(' · '))))`,
        });
        return result.value as string[];
      },
    };
  };
}
