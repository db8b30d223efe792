import { onTestFinished } from 'vitest';
import { startChromium } from './chromium.ts';

/** A page in a browser, driven over its debugging port. */
export interface DrivenPage {
  /** What an expression gives there; a promise is awaited. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  /** Presses a key where the focus is. */
  press: (key: string) => Promise<unknown>;
  /** Any command of the protocol, and what it answers. */
  send: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** What the browser complained of so far: exceptions, refused resources, breaches of the policy. */
  complaints: () => string[];
}

interface Message {
  id?: number;
  method?: string;
  params?: { entry?: { level: string; text: string }; exceptionDetails?: { text: string } };
  result?: Record<string, unknown> & { result?: { value?: unknown } };
}

/** Opens a page; it and its browser are gone with the test. */
export async function openPage(chromium: string, address: string): Promise<DrivenPage> {
  const browser = startChromium(chromium, 'about:blank', '--remote-debugging-port=0');
  onTestFinished(browser.end);
  const port = await new Promise<string>((found, failed) => {
    let said = '';
    browser.stderr.on('data', (more: string) => {
      said += more;
      const [, at] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said) ?? [];
      if (at) found(at);
    });
    void browser.ended.then((code) => failed(new Error(`${chromium} ended with ${String(code)}: ${said}`)));
  });
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
  const pages = (await targets.json()) as { type: string; webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));

  const waiting = new Map<number, (message: Message) => void>();
  const complaints: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { entry, exceptionDetails } = message.params ?? {};
    if (entry && entry.level !== 'info' && entry.level !== 'verbose') complaints.push(entry.text);
    if (exceptionDetails) complaints.push(exceptionDetails.text);
  });
  let calls = 0;
  const send = (method: string, params: object = {}): Promise<Message> =>
    new Promise((answered) => {
      waiting.set((calls += 1), answered);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  for (const domain of ['Log', 'Runtime', 'Page']) await send(`${domain}.enable`);
  await send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
  await send('Page.navigate', { url: address });
  return {
    async evaluate<Value>(expression: string) {
      const { result } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      return result?.result?.value as Value;
    },
    send: async (method, params) => (await send(method, params)).result ?? {},
    press: (key) => send('Input.dispatchKeyEvent', { type: 'keyDown', key }),
    complaints: () => complaints,
  };
}
