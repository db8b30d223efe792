import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as a collector reads it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string; traceState: string }[];
  /** 2 is an error. */
  status: number;
}

export interface OtlpReceiver {
  url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The attributes of the resources. */
  readonly resources: readonly Record<string, unknown>[];
  readonly requests: readonly { path: string; headers: IncomingHttpHeaders }[];
  /** All bytes that came, decompressed. */
  readonly bytes: () => Buffer;
  answer: (reply: (response: ServerResponse) => void) => void;
  close: () => Promise<void>;
}

/** Starts a collector of OpenTelemetry that decodes what it receives without the libraries that made it. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const bodies: Buffer[] = [];
  let reply = (response: ServerResponse): void => void response.writeHead(200).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = gunzipSync(Buffer.concat(chunks));
      requests.push({ path: request.url ?? '', headers: request.headers });
      bodies.push(body);
      for (const resourceSpans of messages(body, 1)) {
        const [resource] = messages(resourceSpans, 1);
        if (resource) resources.push(attributesOf(resource, 1));
        for (const scope of messages(resourceSpans, 2)) spans.push(...messages(scope, 2).map(spanOf));
      }
      reply(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    requests,
    bytes: () => Buffer.concat(bodies),
    answer(next) {
      reply = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

// The field numbers are those of opentelemetry/proto/trace/v1/trace.proto, and of common.proto.

const spanOf = (span: Buffer): ReceivedSpan => ({
  traceId: hexOf(span, 1),
  spanId: hexOf(span, 2),
  traceState: textOf(span, 3),
  parentSpanId: hexOf(span, 4),
  name: textOf(span, 5),
  kind: Number(fields(span).find(({ number }) => number === 6)?.value ?? 0),
  attributes: attributesOf(span, 9),
  links: messages(span, 13).map((link) => ({
    traceId: hexOf(link, 1),
    spanId: hexOf(link, 2),
    traceState: textOf(link, 3),
  })),
  status: Number(
    fields(messages(span, 15)[0] ?? Buffer.alloc(0)).find(({ number }) => number === 3)?.value ?? 0,
  ),
});

function attributesOf(message: Buffer, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(message, number).map((pair) => [
      textOf(pair, 1),
      valueOf(messages(pair, 2)[0] ?? Buffer.alloc(0)),
    ]),
  );
}

function valueOf(any: Buffer): unknown {
  const [field] = fields(any);
  if (field === undefined) return undefined;
  if (field.number === 1) return (field.value as Buffer).toString();
  return field.number === 3 ? Number(field.value) : field.value;
}

const messages = (message: Buffer, number: number): Buffer[] =>
  fields(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? field.value : [],
  );

const hexOf = (message: Buffer, number: number): string =>
  messages(message, number)[0]?.toString('hex') ?? '';
const textOf = (message: Buffer, number: number): string => messages(message, number)[0]?.toString() ?? '';

/** Reads the wire format of Protocol Buffers: varints, eight or four bytes, and bytes with their length. */
function fields(message: Buffer): { number: number; value: Buffer | bigint }[] {
  const found: { number: number; value: Buffer | bigint }[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === 0) found.push({ number, value: varint() });
    else {
      const length = type === 1 ? 8 : type === 5 ? 4 : Number(varint());
      if (![1, 2, 5].includes(type) || at + length > message.length) throw new Error(`not a field: ${tag}`);
      found.push({ number, value: message.subarray(at, (at += length)) });
    }
  }
  return found;
}
