import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalid, PayloadTooLarge, RateLimited } from '../../failure.ts';
import { isInCrumbs, type RestBounds, restDropper } from './rest-of-request.ts';
import { shares } from '../admission/shares.ts';

/** The bounds of bodies in this process (docs/decisions/0053). Sizes are in bytes. */
export interface BodyBounds {
  /** The bytes of all bodies from their first byte to the response, also of bodies that never end. */
  held: number;
  /** Bounds the rests of refused bodies that are read. */
  rests: RestBounds;
}

const usual: BodyBounds = {
  held: 33_554_432,
  rests: { requests: 8, bytes: 4_194_304, ms: 1_000 },
};

/** The bounds of a body, and its sender. */
export interface Wanted {
  /** Its largest size in bytes. */
  limit: number;
  /** The sender: the id of a tenant, or the network of a stranger. */
  owner: string;
  /** Throws when the owner may not send as many bytes now. */
  admit?: (bytes: number) => void;
  /** The bytes of the body count as held until this response has been sent. */
  response: ServerResponse;
}

export type ReadBytes = (request: IncomingMessage, wanted: Wanted) => Promise<Buffer>;

/** A reader with bounds. */
export interface BytesReader extends ReadBytes {
  /** Whether so much is free that no owner of a small body would be refused. */
  isRoomy(): boolean;
}

/** The memory that a piece takes besides its bytes, in bytes. */
const ofAPiece = 256;

const retrySeconds = 2;

/**
 * Makes a reader of bodies, which bounds what they take of the process. The rest of a body that is refused is read and dropped
 * (rest-of-request.ts).
 *
 * The reader throws {PayloadTooLarge}, {Failure} VALIDATION_ERROR for a body in crumbs, {RateLimited} when too much of the
 * owner's is being read, {@link ClientGone}, and what `admit` throws.
 */
export function bytesReader(bounds: BodyBounds = usual): BytesReader {
  const share = shares(bounds.held);
  let held = 0;
  const hold = (owner: string, more: number): boolean => {
    held += more;
    return share(owner, more);
  };
  const dropRest = restDropper(bounds.rests);

  const read: ReadBytes = (request, { limit, owner, response, admit }) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let [size, pieces, own] = [0, 0, 0];
      let isOver = false;

      const letGo = (): void => {
        hold(owner, -own);
        own = 0;
      };
      const end = (): void => {
        if (isOver) return;
        isOver = true;
        request.removeListener('data', take);
        chunks.length = 0;
      };
      /** Leaves the rest of the body in the connection, which the response closes (answer-headers.ts). */
      const cutOff = (failure: Error): void => {
        end();
        letGo();
        request.pause();
        reject(failure);
      };
      const refusalOf = (bytes: number): Error | undefined => {
        if (bytes > limit) return new PayloadTooLarge(limit);
        try {
          admit?.(bytes);
        } catch (error) {
          return error as Error;
        }
        return undefined;
      };
      const take = (chunk: Buffer): void => {
        size += chunk.length;
        pieces++;
        if (isInCrumbs(pieces, size)) return cutOff(invalid('body', inCrumbs));
        const refusal = refusalOf(size);
        if (refusal) {
          end();
          letGo();
          return dropRest(request, owner, () =>
            reject(request.destroyed && !request.complete ? new ClientGone() : refusal),
          );
        }
        chunks.push(chunk);
        own += chunk.length + ofAPiece;
        if (!hold(owner, chunk.length + ofAPiece)) cutOff(tooMuch());
      };
      // Every request closes in the end; an error with its stack is only made for one that was not read.
      const gone = (): void => {
        if (isOver) return;
        end();
        letGo();
        reject(new ClientGone());
      };
      const finish = (): void => {
        if (isOver) return;
        const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        end();
        if (response.destroyed) letGo();
        else response.once('close', letGo);
        resolve(bytes);
      };
      // It went away while the key was looked up, and its events with it.
      if (request.destroyed) return gone();
      if (isTooLongToAskFor(request, response, limit)) return cutOff(new PayloadTooLarge(limit));
      if (isWhole(request)) {
        take(request.read() as Buffer);
        if (isOver) return;
        // Otherwise the request would never end, and the connection would keep it.
        request.resume();
        return finish();
      }
      request.on('data', take);
      request.on('end', finish);
      // A body that breaks off is an error of the connection, ECONNRESET. The service itself has not failed.
      request.on('error', gone);
      request.on('close', gone);
    });
  // An owner holds at most two fifths then, which is less than what is free.
  return Object.assign(read, { isRoomy: () => held < bounds.held * 0.4 });
}

/**
 * In bytes. Deno gives a longer body in parts, also if all of it has come. It also costs more to check than one statement, which
 * presented-early.ts saves.
 */
const mostAtOnce = 4_096;

/** Whether all of a short body has come, so that one `read()` gives all of it. */
export const isWhole = ({ headers, readableLength }: IncomingMessage): boolean =>
  readableLength > 0 && readableLength <= mostAtOnce && readableLength === Number(headers['content-length']);

const inCrumbs =
  'must come in larger pieces: at least 256 bytes each, or all of it at once with Content-Length';

const tooMuch = (): RateLimited =>
  new RateLimited(
    { limit: 1, remaining: 0, resetAt: Math.ceil(Date.now() / 1000) + retrySeconds },
    retrySeconds,
    'too many bytes of your requests are waiting for a response; send one request after the other',
  );

/** The client went away before its request could be read, so the service does not answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/** As Node reads the header, before it calls the listener of `checkContinue`. */
const expectation = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Asks a client that waits with its body for the body (RFC 9110 section 10.1.1). The checks of the head come before, so a refused client
 * sends no body.
 * @param limit the largest size of the body, in bytes
 * @returns whether the head announces a longer body. Nothing is sent then
 */
function isTooLongToAskFor(request: IncomingMessage, response: ServerResponse, limit: number): boolean {
  const { expect, 'content-length': length } = request.headers;
  if (expect === undefined || request.httpVersion !== '1.1' || !expectation.test(expect)) return false;
  if (Number(length) > limit) return true;
  if (!response.headersSent && !response.destroyed) response.writeContinue();
  return false;
}
