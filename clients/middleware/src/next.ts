import type { KeywardCaller } from './caller.ts';
import { responseOf, valuesOf, withHeaders } from './fetch-headers.ts';
import { createGuard } from './guard.ts';
import type { RequireKeyOptions } from './options.ts';

/**
 * Returns a route handler that calls yours only for callers with a valid key. Your handler gets the caller as `keyward` beside
 * `params`. Next.js does not know the address of the caller, so `ipAddress` gives it.
 * @throws {TypeError} when an option cannot be what it should
 */
export function requireKey<
  Incoming extends Request = Request,
  Context extends { keyward: KeywardCaller } = { keyward: KeywardCaller },
>(
  options: RequireKeyOptions<Incoming>,
  handler: (request: Incoming, context: Context) => Response | Promise<Response>,
): (request: Incoming, context: Omit<Context, 'keyward'>) => Promise<Response> {
  const guard = createGuard(options);
  return async (request, context) => {
    const decision = await guard({
      header: (name) => valuesOf(request.headers, name),
      ipAddress: () => options.ipAddress?.(request),
    });
    if (!decision.allowed) return responseOf(decision);
    // TypeScript does not know that a type without a field, with this field again, is the type.
    const response = await handler(request, { ...context, keyward: decision.caller } as Context);
    return withHeaders(response, decision.headers);
  };
}
