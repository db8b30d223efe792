// Notes each request that a server of this process receives, and its response.
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { Server as SecureServer } from 'node:https';
import { type Exchange, type Running, state } from './state.ts';

/** Bytes of a body that are kept. */
const most = 200_000;

/** Events with a request and a response. Node emits the others of them if a client sends `Expect`. */
const ofRequests = new Set<unknown>(['request', 'checkContinue', 'checkExpectation']);

/** Records the servers of this process: those of the product, and those that tests play. */
export function recordExchanges(): void {
  for (const prototype of [Server.prototype, SecureServer.prototype] as { emit: Emit }[]) {
    const emit = prototype.emit;
    prototype.emit = function (this: Server, event: unknown, ...given: unknown[]): boolean {
      const go = (): boolean => Reflect.apply(emit, this, [event, ...given]);
      if (!ofRequests.has(event)) return go();
      const running = record(this, ...(given as [IncomingMessage, ServerResponse]));
      return running ? state.running.run(running, go) : go();
    };
  }
}

type Emit = (this: Server, event: unknown, ...given: unknown[]) => boolean;

function record(server: Server, request: IncomingMessage, response: ServerResponse): Running | undefined {
  const test = state.current;
  if (!test) return undefined;
  const exchange: Exchange = {
    // Servers that tests play leave `Expect: 100-continue` to Node.
    server: server.listenerCount('checkContinue') > 0 ? 'product' : 'other',
    method: request.method ?? '',
    url: request.url ?? '',
    requestHeaders: pairs(request.rawHeaders),
    requestBody: '',
    responseHead: '',
    responseBody: '',
    began: state.ticks++,
    ended: Number.MAX_SAFE_INTEGER,
    statements: [],
  };
  const running: Running = { exchange, isOver: false };
  test.exchanges.push(exchange);

  const [received, sent] = [keeper(), keeper()];
  const push = Reflect.get(request, 'push') as () => boolean;
  request.push = function (chunk: unknown, ...rest): boolean {
    received.keep(chunk);
    return Reflect.apply(push, request, [chunk, ...rest]);
  };
  const write = Reflect.get(response, 'write') as () => boolean;
  const end = Reflect.get(response, 'end') as () => ServerResponse;
  response.write = function (...given: unknown[]): boolean {
    sent.keep(...given);
    return Reflect.apply(write, response, given);
  };
  const over = (): void => {
    exchange.requestBody = received.taken();
    if (running.isOver) return;
    running.isOver = true;
    exchange.ended = state.ticks++;
    exchange.responseHead = String(Reflect.get(response, '_header') ?? '');
    exchange.responseBody = sent.taken();
  };
  response.end = function (...given: unknown[]): ServerResponse {
    sent.keep(...given);
    // The head is written here, unless it went out before.
    const answer = Reflect.apply(end, response, given);
    over();
    return answer;
  };
  response.once('close', over);
  // Node emits the events of a body in the context of the connection.
  for (const emitter of [request, response]) {
    const emit = Reflect.get(emitter, 'emit') as () => boolean;
    emitter.emit = (...given: unknown[]): boolean =>
      state.running.run(running, () => Reflect.apply(emit, emitter, given));
  }
  return running;
}

/** Keeps the bytes that pass. */
function keeper(): { keep: (chunk?: unknown, encoding?: unknown) => void; taken: () => string } {
  const kept: Buffer[] = [];
  let size = 0;
  return {
    keep(chunk, encoding) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
      const bytes =
        typeof chunk === 'string'
          ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
          : Buffer.from(chunk);
      if (size < most) kept.push(bytes);
      size += bytes.length;
    },
    taken: () => Buffer.concat(kept).subarray(0, most).toString('base64'),
  };
}

function pairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) found.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return found;
}
