import { afterAll, onTestFinished } from 'vitest';
import { startChromium } from './chromium.ts';

/** A page in a browser, driven over its debugging port. */
export interface DrivenPage {
  /** Returns the value of an expression there; a promise is awaited. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  /** The same beside the page, where its policy allows what it forbids the page, and neither sees the other's variables. */
  evaluateBeside: <Value>(expression: string) => Promise<Value>;
  /** Presses a key where the focus is. */
  press: (key: string) => Promise<unknown>;
  /** Any command of the protocol, and what it answers. */
  send: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** Hears of an event of the protocol. */
  on: (event: string, heard: (params: Record<string, unknown>) => void) => void;
  /** Does what leads to another page, and waits until that is loaded. */
  leads: (action: () => Promise<unknown>) => Promise<void>;
  /** The request that what is shown came by, and its answer. */
  shown: () => ShownDocument;
  /** Complaints of the browser so far: exceptions, refused resources, breaches of the policy. */
  complaints: () => string[];
}

export interface ShownDocument {
  method: string;
  url: string;
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: {
    entry?: { level: string; text: string };
    exceptionDetails?: { text: string };
    type?: string;
    frameId?: string;
    request?: { method: string; url: string };
    response?: { status: number; headers: Record<string, string> };
  };
  result?: Record<string, unknown>;
  error?: { message: string };
}

interface Evaluated {
  result?: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;
type Heard = (message: Message) => void;

/** One browser for the tests of a file. @returns opens a page, with its style sheets, that shares nothing with others, and is gone with the test */
export function aBrowser(program: string | undefined): (address: string) => Promise<DrivenPage> {
  let started: ReturnType<typeof connect> | undefined;
  afterAll(async () => (await started?.catch(() => undefined))?.end());
  return async (address) => {
    const { send, sessions } = await (started ??= connect(program ?? ''));
    const { browserContextId } = await send('Target.createBrowserContext');
    onTestFinished(async () => void (await send('Target.disposeBrowserContext', { browserContextId })));
    const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite'];
    await send('Browser.grantPermissions', { permissions, browserContextId });
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const page = await drive(
      String(targetId),
      (method, params) => send(method, params, String(sessionId)),
      (heard) => sessions.set(String(sessionId), heard),
    );
    await page.leads(() => page.send('Page.navigate', { url: address }));
    return page;
  };
}

/** Starts a browser and talks to it. */
async function connect(program: string) {
  const browser = startChromium(program, 'about:blank', '--remote-debugging-port=0');
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    browser.stderr.on('data', (more: string) => {
      said += more;
      const [, at] = /DevTools listening on (ws:\/\/\S+)\s/.exec(said) ?? [];
      if (at) found(at);
    });
    void browser.ended.then((code) => failed(new Error(`${program} ended with ${String(code)}: ${said}`)));
  });
  const socket = new WebSocket(address);
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
  const waiting = new Map<number, (message: Message) => void>();
  const sessions = new Map<string, Heard>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) return sessions.get(message.sessionId ?? '')?.(message);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let calls = 0;
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((answered, failed) => {
      waiting.set((calls += 1), ({ result = {}, error }) =>
        error ? failed(new Error(`${method}: ${error.message}`)) : answered(result),
      );
      socket.send(JSON.stringify({ id: calls, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  return { send, sessions, end: browser.end };
}

/** @param frameId of the page itself, beside those that it holds */
async function drive(
  frameId: string,
  send: (method: string, params?: object) => Promise<Record<string, unknown>>,
  listen: (heard: Heard) => unknown,
): Promise<DrivenPage> {
  const complaints: string[] = [];
  const shown: ShownDocument = { method: '', url: '', status: 0, headers: {} };
  const heardOf = new Map<string, (params: Record<string, unknown>) => void>();
  let loaded: () => void = () => undefined;
  listen(({ method, params = {} }) => {
    const { entry, exceptionDetails, request, response } = params;
    if (entry && entry.level !== 'info' && entry.level !== 'verbose') complaints.push(entry.text);
    if (exceptionDetails) complaints.push(exceptionDetails.text);
    if (method === 'Page.loadEventFired') loaded();
    heardOf.get(method ?? '')?.(params);
    if (params.type !== 'Document' || params.frameId !== frameId) return;
    if (request) Object.assign(shown, { method: request.method, url: request.url });
    if (response) {
      const headers = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]);
      Object.assign(shown, { status: response.status, headers: Object.fromEntries(headers) });
    }
  });
  for (const domain of ['Log', 'Runtime', 'Page', 'Network']) await send(`${domain}.enable`);
  const evaluated = async <Value>(expression: string, where: object = {}): Promise<Value> => {
    const asked = { expression, awaitPromise: true, returnByValue: true, ...where };
    const { result, exceptionDetails: wrong } = (await send('Runtime.evaluate', asked)) as Evaluated;
    if (wrong) throw new Error(wrong.exception?.description ?? wrong.text);
    return result?.value as Value;
  };
  return {
    evaluate: (expression) => evaluated(expression),
    async evaluateBeside(expression) {
      const { executionContextId: contextId } = await send('Page.createIsolatedWorld', {
        frameId,
        worldName: 'beside',
      });
      return evaluated(expression, { contextId });
    },
    send,
    press: (key) => send('Input.dispatchKeyEvent', { type: 'keyDown', key }),
    on: (event, heard) => void heardOf.set(event, heard),
    async leads(action) {
      const there = new Promise<void>((done) => (loaded = done));
      await action();
      await there;
    },
    shown: () => shown,
    complaints: () => complaints,
  };
}
