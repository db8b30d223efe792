import type { IncomingMessage } from 'node:http';

/** Requests at a time whose rest is read, how many bytes of it, and for how many milliseconds. */
interface RestBounds {
  requests: number;
  bytes: number;
  ms: number;
}

const usual: RestBounds = { requests: 32, bytes: 1_048_576, ms: 1_000 };

/** Reads and drops the rest of a request, and then calls `then`; at once where it reads too many already. */
export type DropRest = (request: IncomingMessage, then: () => void) => void;

/**
 * Makes what drops the bodies of requests that are refused unread. A connection that is closed while the client still sends is
 * reset, and a reset takes the response with it (RFC 9112 section 9.6). After the bounds, the rest stays unread.
 */
export function restDropper({ requests, bytes, ms }: RestBounds = usual): DropRest {
  let running = 0;
  return (request, then) => {
    if (request.complete || request.destroyed || running >= requests) return then();
    running++;
    let size = 0;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      running--;
      clearTimeout(timer);
      request.removeListener('data', take);
      if (!request.complete) request.pause();
      then();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytes) end();
    };
    const timer = setTimeout(end, ms);
    request.on('data', take);
    request.on('end', end);
    // A body that breaks off is an error of the connection. Without this listener nothing would hear of the end.
    request.on('error', end);
    request.on('close', end);
  };
}
