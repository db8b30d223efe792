import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeywardCaller } from './caller.ts';
import { createGuard } from './guard.ts';
import { linesOf } from './node-headers.ts';
import type { RequireKeyOptions } from './options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, behind `requireKey`. */
    keyward?: KeywardCaller;
  }
}

/**
 * Returns an `onRequest` hook that lets only callers with a valid key pass, as `request.keyward`. It runs before the body is read.
 * @throws {TypeError} when an option cannot be what it should
 */
export function requireKey(
  options: RequireKeyOptions<FastifyRequest>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  const guard = createGuard(options);
  return async (request, reply) => {
    const decision = await guard({
      header: (name) => linesOf(request.raw.rawHeaders, name),
      ipAddress: () => (options.ipAddress ? options.ipAddress(request) : request.ip),
    });
    // Fastify ends the request here, because the hook returns the reply that it has sent.
    if (!decision.allowed) return reply.code(decision.status).headers(decision.headers).send(decision.body);
    const { 'Cache-Control': cacheControl, Vary } = decision.headers;
    // Another hook may have said `no-store`, or have its own header in `Vary`.
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', cacheControl);
    reply.header('Vary', [reply.getHeader('Vary') ?? [], Vary].flat().join(', '));
    request.keyward = decision.caller;
    return undefined;
  };
}
