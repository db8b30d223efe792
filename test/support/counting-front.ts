import { aFrontOf } from './front.ts';

/** A front that passes each request to a service, and counts them. */
export async function aCountingFront(target: string): Promise<{ origin: string; count: () => number }> {
  let count = 0;
  const { origin, server } = await aFrontOf(target, (got, answer) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  server.on('request', () => (count += 1));
  return { origin, count: () => count };
}
