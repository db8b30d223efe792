import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of node:http and nothing else: reads a JSON body, answers JSON. @returns its port */
export async function serveJson(answer: (body: { credential: string }) => unknown): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const reply = async (): Promise<void> => {
      const value = await answer(JSON.parse(Buffer.concat(chunks).toString()) as { credential: string });
      const body = Buffer.from(JSON.stringify(value));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      response.end(body);
    };
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      reply().catch((error: unknown) => {
        const body = String(error);
        response.writeHead(500, { 'Content-Length': Buffer.byteLength(body) });
        response.end(body);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
