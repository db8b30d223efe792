import type { Context, MiddlewareHandler } from 'hono';
import type { KeywardCaller } from './caller.ts';
import { responseOf, valuesOf } from './fetch-headers.ts';
import { createGuard } from './guard.ts';
import type { RequireKeyOptions } from './options.ts';

/**
 * Returns a middleware that lets only callers with a valid key pass, as `c.var.keyward`. Hono does not know the address of the
 * caller, so `ipAddress` gives it.
 * @throws {TypeError} when an option cannot be what it should
 */
export function requireKey(
  options: RequireKeyOptions<Context>,
): MiddlewareHandler<{ Variables: { keyward: KeywardCaller } }> {
  const guard = createGuard(options);
  return async (context, next) => {
    const decision = await guard({
      header: (name) => valuesOf(context.req.raw.headers, name),
      ipAddress: () => options.ipAddress?.(context),
    });
    if (!decision.allowed) return responseOf(decision);
    context.set('keyward', decision.caller);
    await next();
    // The answer to an upgrade cannot be changed.
    if (context.res.status === 101) return undefined;
    // A handler may have said `no-store`.
    if (!context.res.headers.has('Cache-Control'))
      context.header('Cache-Control', decision.headers['Cache-Control']);
    context.header('Vary', decision.headers.Vary, { append: true });
    return undefined;
  };
}
