// Tracing as the service uses it. `start/otlp.ts` alone imports OpenTelemetry, and only when traces are wanted (ADR
// 0078).
import { AsyncLocalStorage } from 'node:async_hooks';
import { errorCode } from '../lib/error-code.ts';

/** Facts about a span. Each is a constant of ours, a number, or an id that we drew: nothing that a client or a tenant wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** How a span ended. */
export interface SpanEnd {
  /** Replaces the name, which is often known only at the end. */
  name?: string | undefined;
  attributes?: Attributes;
  /** Marks the span as failed. It is a code, because messages may hold values. */
  error?: string | undefined;
}

/** A part of a trace that is recorded. Work that is not recorded has no span. */
export interface Span {
  readonly traceId: string;
  /** The header of calls that this span makes (W3C Trace Context, section 3.2). */
  readonly traceparent: string;
  /** @returns undefined if the trace has as many spans as it may have, or has ended */
  child(name: string, kind: SpanKind, attributes?: Attributes): Span | undefined;
  link(other: Span): void;
  end(end?: SpanEnd): void;
}

export interface Tracer {
  /**
   * Starts a trace.
   * @param from the header `traceparent` of who asks. It never decides whether the trace is recorded
   * @returns undefined if the trace is not recorded
   */
  start(name: string, kind: SpanKind, attributes?: Attributes, from?: string | string[]): Span | undefined;
}

/** The tracer of a service that sends no traces. */
export const noTracer: Tracer = { start: () => undefined };

const current = new AsyncLocalStorage<Span | undefined>();

/** @returns the span of the work that runs, or undefined if nothing is recorded of it */
export const activeSpan = (): Span | undefined => current.getStore();

/** Runs work as a part of a span. Without a span, nothing is recorded of the work. */
export const withSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  span === undefined && current.getStore() === undefined ? work() : current.run(span, work);

/** As {@link withSpan}. Ends the span with the work, and with the code of its error. */
export async function within<Result>(
  span: Span | undefined,
  work: () => Promise<Result>,
  endOf: (result: Result) => SpanEnd = () => ({}),
): Promise<Result> {
  if (span === undefined) return withSpan(undefined, work);
  try {
    const result = await withSpan(span, work);
    span.end(endOf(result));
    return result;
  } catch (error) {
    span.end({ error: codeOfError(error) });
    throw error;
  }
}

/**
 * Runs work that answers several calls. Its span is a child of the first call that is recorded. The spans of the other
 * calls are linked to it, and it to them.
 */
export async function withinBatch<Result>(
  calls: readonly { span: Span | undefined }[],
  work: () => Promise<Result>,
): Promise<Result> {
  const recorded = new Set(calls.flatMap(({ span }) => span ?? []));
  const [first, ...others] = recorded;
  const batch = first?.child('batch', 'internal', { 'keyward.batch.size': calls.length });
  for (const other of batch ? others : []) {
    batch?.link(other);
    if (batch) other.link(batch);
  }
  return within(batch, work);
}

/** Returns the code of an error of Postgres, of the system, or of ours. A message may hold what a client sent. */
export function codeOfError(error: unknown): string {
  const code = errorCode(error);
  return code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'ERROR';
}
