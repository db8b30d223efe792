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
  return async (request, response, next) => {
    const decision = await guard({
      header: (name) => linesOf(request.rawHeaders, name),
      ipAddress: options.ipAddress ? options.ipAddress(request) : request.ip,
    });
    if (!decision.allowed) {
      response.status(decision.status).set(decision.headers).json(decision.body);
      return;
    }
    request.keyward = decision.caller;
    next();
  };
}
