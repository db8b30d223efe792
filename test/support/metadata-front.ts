import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Received, startReceiver } from './receiver.ts';

/** Gives over https what a partner has at loopback addresses: its metadata, and its endpoint for SOAP. */
export async function aFront({ hasSoap = false } = {}) {
  const passOn = async (response: ServerResponse, { path, raw }: Received): Promise<void> => {
    const call = { method: 'POST', body: new Uint8Array(raw), headers: { 'content-type': 'text/xml' } };
    const target = Buffer.from(path.slice(1), 'base64url').toString();
    const found = await fetch(target, raw.length > 0 ? call : {});
    const text = await found.text();
    const type = found.headers.get('content-type') ?? 'text/plain';
    response.writeHead(found.status, { 'content-type': type }).end(hasSoap ? withSoap(text) : text);
  };
  const receiver = await startReceiver((response, received) => {
    passOn(response, received).catch(() => response.destroy());
  });
  onTestFinished(() => receiver.close());
  const addressOf = (url: string): string =>
    new URL(`/${Buffer.from(url).toString('base64url')}`, receiver.url).href;
  const withSoap = (text: string): string =>
    text.replace(
      /(bindings:SOAP"\s+Location=")(http:[^"]*)/,
      (_, before: string, url: string) => before + addressOf(url),
    );
  const soapCalls = (): number => receiver.received.filter(({ raw }) => raw.length > 0).length;
  return { addressOf, soapCalls };
}
