// A server that reads every body and does nothing: it shows the costs of the loud tenant for the machine itself.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../frame/child.ts';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(400).end());
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
answerParent({ port: (server.address() as AddressInfo).port });
