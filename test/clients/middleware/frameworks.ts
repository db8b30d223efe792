import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { requireKey as ofExpress } from '../../../clients/middleware/src/express.ts';
import { requireKey as ofFastify } from '../../../clients/middleware/src/fastify.ts';
import { requireKey as ofHono } from '../../../clients/middleware/src/hono.ts';
import type { KeywardCaller, RequireKeyOptions } from '../../../clients/middleware/src/index.ts';
import { requireKey as ofNext } from '../../../clients/middleware/src/next.ts';

/** The options that do not depend on the framework. */
export type Options = Omit<RequireKeyOptions, 'ipAddress'> & { ipAddress?: () => string };

/** An API with one route that answers its caller as JSON. */
export interface Api {
  port: number;
  stop: () => Promise<unknown>;
}

/** Starts an API in each framework, behind a real server. */
export const frameworks: Readonly<Record<string, (options: Options) => Promise<Api>>> = {
  express: (options) => {
    const app = express().get('/invoices', ofExpress(options), (request, response) => {
      response.json(request.keyward);
    });
    return listening(createServer(app as RequestListener));
  },
  fastify: async (options) => {
    const app = Fastify();
    app.get('/invoices', { onRequest: ofFastify(options) }, (incoming) => incoming.keyward);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
  },
  hono: (options) => served(aHono(options).fetch),
  // Next.js calls a route handler with a `Request` and its context.
  next: (options) => {
    const get = aRoute(options);
    return served((incoming) => get(incoming, { params: Promise.resolve({}) }));
  },
};

export const aHono = (options: Options) =>
  new Hono().get('/invoices', ofHono(options), (context) => context.json(context.var.keyward));

export const aRoute = (options: Options) =>
  ofNext(options, (_: Request, { keyward }: { params: Promise<object>; keyward: KeywardCaller }) =>
    Response.json(keyward),
  );

const served = (fetch: (request: Request) => Response | Promise<Response>): Promise<Api> =>
  new Promise((done) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      done({ port, stop: () => closed(server as Server) }),
    );
  });

const listening = (server: Server): Promise<Api> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ port: (server.address() as AddressInfo).port, stop: () => closed(server) }),
    );
  });

const closed = (server: Server): Promise<unknown> =>
  new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });

export interface Answer {
  status: number;
  challenge: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of the API under test.
  body: any;
}

/** Sends one request. @param lines names and values of headers by turns, each a line of its own */
export const ask = (port: number, lines: string[] = []): Promise<Answer> =>
  new Promise((done, fail) => {
    const headers = ['Host', 'localhost', 'Connection', 'close', ...lines];
    request({ host: '127.0.0.1', port, path: '/invoices', headers }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          done({ status, challenge: received['www-authenticate'], body: JSON.parse(text) });
        });
    })
      .once('error', fail)
      .end();
  });
