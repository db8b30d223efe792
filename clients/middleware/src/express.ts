import type { Request, RequestHandler } from 'express';
import type { KeywardCaller } from './caller.ts';
import { createGuard } from './guard.ts';
import { linesOf } from './node-headers.ts';
import type { RequireKeyOptions } from './options.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- The types of Express are extended by this namespace.
  namespace Express {
    interface Request {
      /** The caller, behind `requireKey`. */
      keyward?: KeywardCaller;
    }
  }
}

/**
 * Returns a handler that lets only callers with a valid key pass, as `req.keyward`.
 * @throws {TypeError} when an option cannot be what it should
 */
export function requireKey(options: RequireKeyOptions<Request>): RequestHandler {
  const guard = createGuard(options);
  // Express 4 does not look at what a handler returns. A promise that rejects would end the process.
  return async (request, response, next) => {
    try {
      const decision = await guard({
        header: (name) => linesOf(request.rawHeaders, name),
        ipAddress: () => (options.ipAddress ? options.ipAddress(request) : request.ip),
      });
      // Another handler has answered in the meantime, such as one that limits the time.
      if (response.headersSent) return;
      if (!decision.allowed) {
        response.status(decision.status).set(decision.headers).json(decision.body);
        return;
      }
      const { 'Cache-Control': cacheControl, Vary } = decision.headers;
      // Another handler may have said `no-store`.
      if (!response.hasHeader('Cache-Control')) response.set('Cache-Control', cacheControl);
      response.vary(Vary);
      request.keyward = decision.caller;
      next();
    } catch (error) {
      next(error);
    }
  };
}
