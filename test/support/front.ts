import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts a front that passes each request to a service. The end of the test stops it.
 * @param passOn sends the response of the service to the client. If it rejects, the connection ends
 */
export async function aFrontOf(
  target: string,
  passOn: (got: IncomingMessage, answer: ServerResponse) => void | Promise<void>,
): Promise<{ origin: string; server: Server }> {
  const server = createServer((incoming, answer) => {
    const { method, headers, url = '/' } = incoming;
    const broken = (): void => void answer.destroy();
    const outgoing = request(new URL(url, target), { method, headers }, (got) => {
      Promise.resolve(passOn(got, answer)).catch(broken);
    });
    outgoing.on('error', broken);
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
