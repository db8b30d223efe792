// Where webhooks go: HTTPS, takes everything, counts. Below `/hook/slow`, it answers after eight seconds.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../test/support/private-ca.ts';
import { answerParent, startedWith } from '../frame/child.ts';

const { certificate } = startedWith as { certificate: Certificate };
const slowMs = 8_000;
let count = 0;
let waiting: { until: number; resolve: () => void } | undefined;

const server = createServer(certificate, (request, response) => {
  request.on('end', () => {
    const isSlow = request.url?.startsWith('/hook/slow') === true;
    const answer = (): void => void response.writeHead(204).end();
    if (isSlow) setTimeout(answer, slowMs);
    else answer();
    if (++count === waiting?.until) waiting.resolve();
  });
  request.resume();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

answerParent(
  { port: (server.address() as AddressInfo).port },
  {
    count: () => count,
    /** Answers when so many more have come than `from`. */
    until: ({ from, more }: { from: number; more: number }) =>
      new Promise<void>((resolve) => {
        if (count >= from + more) resolve();
        else waiting = { until: from + more, resolve };
      }),
  },
);
