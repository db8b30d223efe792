// Where webhooks go: HTTPS, takes everything, counts.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../test/support/private-ca.ts';
import { answerParent, startedWith } from '../child.ts';

const { certificate } = startedWith as { certificate: Certificate };
let count = 0;
let waiting: { until: number; resolve: () => void } | undefined;

const server = createServer(certificate, (request, response) => {
  request.on('end', () => {
    response.writeHead(204).end();
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
