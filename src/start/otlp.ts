// Sends traces by OTLP (ADR 0078). The only file that imports OpenTelemetry; `service.ts` loads it when an endpoint is set.
import { randomInt } from 'node:crypto';
import { type Link, ROOT_CONTEXT, type SpanContext, SpanKind as OtelKind, trace } from '@opentelemetry/api';
import type { Span as OtelSpan, Tracer as OtelTracer } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { CompressionAlgorithm, OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import {
  createOtlpHttpExportDelegate,
  httpAgentFactoryFromOptions,
} from '@opentelemetry/otlp-exporter-base/node-http';
import { ProtobufTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import type { Log } from '../platform/log.ts';
import {
  type Attributes,
  codeOfError,
  type Span,
  type SpanEnd,
  type SpanKind,
  type Tracer,
} from '../platform/tracing.ts';

/** The numbers of spans that ended, by their fate. */
export interface SpanCounts {
  exported: number;
  /** The collector did not take them. */
  failed: number;
  /** The queue was full. */
  dropped: number;
}

export interface Tracing extends Tracer {
  readonly counts: Readonly<SpanCounts>;
  /** Sends what waits, for a short time, and ends. */
  stop(): Promise<void>;
}

export type TracingSettings = Pick<
  Config,
  | 'otelExporterOtlpHeaders'
  | 'otelServiceName'
  | 'otelTracesSampler'
  | 'otelTracesSamplerArg'
  | 'otelBspScheduleDelay'
  | 'traceContext'
> & { otelExporterOtlpEndpoint: string };

/** Spans that wait for the collector. A span takes about 2 KB, so a collector that is down costs a few megabytes. */
const mostWaiting = 2_048;
const batchSize = 512;
/** For one batch with its retries; less than the time after which the SDK starts the next one. */
const exportMs = 5_000;
const stopMs = 2_000;
/** Below its root. A request of a stranger may cause more statements than this. */
const mostChildren = 200;
const mostLinks = 32;
/** A share is drawn in parts of one. */
const parts = 2 ** 32;

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
  internal: OtelKind.INTERNAL,
};

/** Starts to send traces. It reads no environment, and it registers nothing globally. */
export function startTracing(settings: TracingSettings, log: Log): Tracing {
  const counts: SpanCounts = { exported: 0, failed: 0, dropped: 0 };
  const { exporter, close } = otlpExporter(settings);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.otelServiceName }),
    // The SDK gets sampled spans only: see `start`.
    sampler: new AlwaysOnSampler(),
    spanLimits: { linkCountLimit: mostLinks, attributeCountLimit: 16, attributeValueLengthLimit: 256 },
    spanProcessors: [boundedQueue(exporter, settings.otelBspScheduleDelay, counts, log)],
  });
  const tracer = provider.getTracer('keyward');
  const share = shareOf(settings);
  const continues = settings.traceContext === 'continue';

  return {
    counts,
    start(name, kind, attributes, from) {
      // Never by the trace id: a client could choose one that is always sampled.
      if (share < 1 && randomInt(parts) >= share * parts) return undefined;
      const remote = typeof from === 'string' ? parseTraceParent(from) : null;
      const links: Link[] = remote && !continues ? [{ context: remote }] : [];
      const parent =
        remote && continues ? trace.setSpanContext(ROOT_CONTEXT, remoteOf(remote)) : ROOT_CONTEXT;
      const options = { kind: kinds[kind], links, ...(attributes ? { attributes: { ...attributes } } : {}) };
      return new RecordedSpan(tracer, tracer.startSpan(name, options, parent));
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      close();
    },
  };
}

const shareOf = ({ otelTracesSampler, otelTracesSamplerArg }: TracingSettings): number =>
  otelTracesSampler === 'always_on' ? 1 : otelTracesSampler === 'always_off' ? 0 : otelTracesSamplerArg;

const remoteOf = ({ traceId, spanId, traceFlags }: SpanContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags,
  isRemote: true,
});

/** How many spans a trace may still have. */
interface Budget {
  left: number;
  leftOut: number;
  isOver: boolean;
}

class RecordedSpan implements Span {
  private readonly tracer: OtelTracer;
  private readonly span: OtelSpan;
  private readonly budget: Budget;
  private readonly isRoot: boolean;

  constructor(tracer: OtelTracer, span: OtelSpan, budget?: Budget) {
    this.tracer = tracer;
    this.span = span;
    this.isRoot = budget === undefined;
    this.budget = budget ?? { left: mostChildren, leftOut: 0, isOver: false };
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId } = this.span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  }

  child(name: string, kind: SpanKind, attributes?: Attributes): Span | undefined {
    const { budget } = this;
    // A timer that a request armed may still run when the request has been answered.
    if (budget.isOver) return undefined;
    if (budget.left === 0) {
      budget.leftOut++;
      return undefined;
    }
    budget.left--;
    const options = { kind: kinds[kind], ...(attributes ? { attributes: { ...attributes } } : {}) };
    const span = this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.span));
    return new RecordedSpan(this.tracer, span, budget);
  }

  link(other: Span): void {
    if (other instanceof RecordedSpan && this.span.isRecording())
      this.span.addLink({ context: other.span.spanContext() });
  }

  end({ name, attributes, error }: SpanEnd = {}): void {
    const { span, budget, isRoot } = this;
    if (!span.isRecording()) return;
    if (name !== undefined) span.updateName(name);
    if (attributes) span.setAttributes({ ...attributes });
    if (error !== undefined) span.setStatus({ code: 2 }).setAttribute('error.type', error);
    if (isRoot) {
      budget.isOver = true;
      if (budget.leftOut > 0) span.setAttribute('keyward.spans.left_out', budget.leftOut);
    }
    span.end();
  }
}

/** The address is one that the operator set, so the rule for addresses of tenants (`outgoing.ts`) does not apply. */
function otlpExporter({ otelExporterOtlpEndpoint, otelExporterOtlpHeaders }: TracingSettings): {
  exporter: SpanExporter;
  close: () => void;
} {
  const agentOf = httpAgentFactoryFromOptions({ keepAlive: true, maxSockets: 1 });
  let agent: Awaited<ReturnType<typeof agentOf>> | undefined;
  const options = {
    url: `${otelExporterOtlpEndpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: () => Promise.resolve({ ...otelExporterOtlpHeaders, 'Content-Type': 'application/x-protobuf' }),
    timeoutMillis: exportMs,
    concurrencyLimit: 8,
    compression: CompressionAlgorithm.GZIP,
    agentFactory: async (protocol: string) => (agent = await agentOf(protocol)),
  };
  const delegate = createOtlpHttpExportDelegate(
    options,
    ProtobufTraceSerializer,
    'otlp_http_span_exporter',
    TraceExporterMetricsHelper,
    undefined,
  );
  return { exporter: new OTLPExporterBase(delegate), close: () => agent?.destroy() };
}

/** The SDK's queue, with a bound of its own in front of it, because the SDK does not tell what it drops. */
function boundedQueue(exporter: SpanExporter, delayMs: number, counts: SpanCounts, log: Log): SpanProcessor {
  let waiting = 0;
  let isFailing = false;
  const told = ({ code, error }: ExportResult, spans: number): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    counts[failed ? 'failed' : 'exported'] += spans;
    // The first failure, and no message of it: a collector may repeat the headers that it refused.
    if (failed && !isFailing)
      log.warn({ code: codeOfExport(error) }, 'traces cannot be sent to the collector');
    if (!failed && isFailing) log.info('traces are sent to the collector again');
    isFailing = failed;
  };
  const batch = new BatchSpanProcessor({
    exporter: {
      export(spans, done) {
        waiting -= spans.length;
        exporter.export(spans, (result) => {
          told(result, spans.length);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: mostWaiting,
    maxExportBatchSize: batchSize,
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: exportMs + 1_000,
  });
  return {
    onStart: () => undefined,
    onEnd(span: ReadableSpan) {
      if (waiting >= mostWaiting) {
        counts.dropped++;
        return;
      }
      waiting++;
      batch.onEnd(span);
    },
    forceFlush: () => batch.forceFlush(),
    shutdown: () => batch.shutdown(),
  };
}

/** The status of the collector's response, or the code of the connection's error. */
function codeOfExport(error: Error | undefined): string | number {
  return error && 'code' in error && typeof error.code === 'number' ? error.code : codeOfError(error);
}
