import type { IncomingMessage } from 'node:http';
import { shares } from '../admission/shares.ts';

/** Requests at a time whose rest is read, how many bytes of it, and for how many milliseconds. */
export interface RestBounds {
  requests: number;
  bytes: number;
  ms: number;
}

/** Reads and drops the rest of a request, and then calls `then`; at once where it reads too many of its sender or in all. */
export type DropRest = (request: IncomingMessage, sender: string, then: () => void) => void;

/**
 * Each piece of a body costs 2 µs however small it is, so a body of 1 MiB in pieces of one byte would take two seconds of the
 * process. Programs that write word by word stay below this.
 */
export const isInCrumbs = (pieces: number, size: number): boolean => pieces > 4_000 + size / 256;

/**
 * Makes what drops the bodies of requests that are refused. A connection that is closed while the client still sends is reset, and
 * a reset takes the response with it (RFC 9112 section 9.6). After the bounds, the rest stays in the connection, which the response
 * closes.
 */
export function restDropper({ requests, bytes, ms }: RestBounds): DropRest {
  const hold = shares(requests);
  return (request, sender, then) => {
    if (request.complete || request.destroyed) return then();
    let [size, pieces] = [0, 0];
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      hold(sender, -1);
      clearTimeout(timer);
      request.removeListener('data', take);
      if (!request.complete) request.pause();
      then();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      pieces++;
      if (size > bytes || isInCrumbs(pieces, size)) end();
    };
    const timer = setTimeout(end, ms);
    if (!hold(sender, 1)) return end();
    request.on('data', take);
    request.on('end', end);
    // A body that breaks off is an error of the connection. Without this listener nothing would hear of the end.
    request.on('error', end);
    request.on('close', end);
  };
}
