import type { Server } from 'node:http';
import express, { type Request as ExpressRequest, type Response as ExpressResponse } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requireKey as ofExpress } from '../../clients/middleware/src/express.ts';
import { requireKey as ofFastify } from '../../clients/middleware/src/fastify.ts';
import { requireKey as ofHono } from '../../clients/middleware/src/hono.ts';
import { requireKey as ofNext } from '../../clients/middleware/src/next.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { frameworks, type Options } from './middleware/frameworks.ts';
import { aClient } from './middleware/verifier.ts';

const bearer = { authorization: `Bearer ${newSecret('kd_live_')}` };
const { client } = aClient();

/** Asks an API of a framework once. */
async function answerOf(framework: string, options: Options, headers: Record<string, string> = bearer) {
  const { port, stop } = await (frameworks[framework] as (typeof frameworks)[string])(options);
  onTestFinished(async () => void (await stop()));
  return fetch(`http://127.0.0.1:${port}/invoices`, { headers });
}
const cachesOf = ({ headers }: { headers: Headers }) => [headers.get('cache-control'), headers.get('vary')];

describe.for(Object.keys(frameworks))('the adapter of %s', (framework) => {
  test('tells caches that a response is for one caller', async () => {
    expect(cachesOf(await answerOf(framework, { client }))).toEqual(['private', 'Authorization']);
    const header = 'X-API-Key';
    const key = newSecret('kd_live_');
    const other = await answerOf(framework, { client, header }, { [header]: key });
    expect(cachesOf(other)).toEqual(['private', header]);
  });

  test('refuses with 503 if the address of the caller cannot be told', async () => {
    const told: unknown[] = [];
    const error = new TypeError('no such header');
    const ipAddress = (): string => {
      throw error;
    };
    const answer = await answerOf(framework, { client, ipAddress, onUnavailable: (one) => told.push(one) });
    expect(answer.status).toBe(503);
    expect(told).toEqual([error]);
  });
});

describe('what a handler says to caches stays', () => {
  const said = ['no-store', 'Origin, Authorization'];
  const headers = { 'Cache-Control': 'no-store', Vary: 'Origin' };

  test('in Express', async () => {
    const app = express().get(
      '/',
      (_, response, next) => {
        response.set(headers);
        next();
      },
      ofExpress({ client }),
      (_, response) => void response.json({}),
    );
    const server = await new Promise<Server>((done) => {
      const listening = app.listen(0, '127.0.0.1', () => done(listening));
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(cachesOf(await fetch(`http://127.0.0.1:${port}/`, { headers: bearer }))).toEqual(said);
  });

  test('in Fastify', async () => {
    const app = Fastify().addHook('onRequest', async (_, reply) => void reply.headers(headers));
    app.get('/', { onRequest: ofFastify({ client }) }, () => ({}));
    const answer = await app.inject({ url: '/', headers: bearer });
    expect([answer.headers['cache-control'], answer.headers.vary]).toEqual(said);
  });

  test('in Hono, with an answer that cannot be changed', async () => {
    const app = new Hono().get('/', ofHono({ client }), (context) => context.json({}, 200, headers));
    app.get('/redirect', ofHono({ client }), () => Response.redirect('http://127.0.0.1/'));
    expect(cachesOf(await app.request('/', { headers: bearer }))).toEqual(said);
    const redirect = await app.request('/redirect', { headers: bearer });
    expect([redirect.status, ...cachesOf(redirect)]).toEqual([302, 'private', 'Authorization']);
  });

  test('in Next.js, with an answer that cannot be changed', async () => {
    const asked = new Request('http://127.0.0.1/', { headers: bearer });
    const route = ofNext({ client }, () => Response.json({ of: 'ours' }, { status: 201, headers }));
    const answer = await route(asked, {});
    expect([answer.status, ...cachesOf(answer)]).toEqual([201, ...said]);
    expect(await answer.json()).toEqual({ of: 'ours' });
    const redirect = await ofNext({ client }, () => Response.redirect('http://127.0.0.1/'))(asked, {});
    expect([redirect.status, ...cachesOf(redirect)]).toEqual([302, 'private', 'Authorization']);
  });
});

// Express 4 does not look at what a handler returns, so a promise that rejects would end the process.
describe('a handler of Express 4', () => {
  const request = { rawHeaders: ['Authorization', bearer.authorization] } as unknown as ExpressRequest;
  const called = (response: Partial<ExpressResponse>, given = request): Promise<unknown> =>
    new Promise((done, fail) => {
      Promise.resolve(ofExpress({ client })(given, response as ExpressResponse, done)).catch(fail);
    });

  test('gives each error to the next one', async () => {
    const failing = { headersSent: false, hasHeader: () => true };
    expect(await called(failing)).toBeInstanceOf(TypeError);
  });

  test('leaves a response alone that was sent in the meantime', async () => {
    const { client: refusing } = aClient({ valid: false, code: 'REVOKED', identity: null, credential: null });
    const touched: string[] = [];
    const response = new Proxy({ headersSent: true } as ExpressResponse, {
      get: (of, name) => {
        if (name !== 'headersSent') touched.push(String(name));
        return of[name as keyof ExpressResponse];
      },
    });
    const next = (): void => void touched.push('next');
    for (const one of [client, refusing]) void ofExpress({ client: one })(request, response, next);
    await new Promise(setImmediate);
    expect(touched).toEqual([]);
  });
});
