import { collectorUrl, headerList, integer, oneOf, serviceName, share } from './setting-kinds.ts';
import { setting } from './setting.ts';

/** The settings of traces (docs/tracing.md). Their names are those of OpenTelemetry, where it has one. */
export const tracingSettings = [
  setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    collectorUrl,
    undefined,
    'The OpenTelemetry collector that traces are sent to, below /v1/traces. If unset, nothing is recorded.',
  ),
  setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headerList,
    undefined,
    'Headers of the requests to the collector, such as a key. They are a secret.',
    'none',
  ),
  setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    oneOf('http/protobuf'),
    'http/protobuf',
    'The protocol of the collector. Keyward has no other one.',
  ),
  setting('OTEL_SERVICE_NAME', serviceName, 'keyward', 'The name of the service in traces.'),
  setting(
    'OTEL_TRACES_SAMPLER',
    oneOf('traceidratio', 'always_on', 'always_off'),
    'traceidratio',
    'Which traces are recorded: a share of them, all, or none. What a client asks for has no effect.',
  ),
  setting('OTEL_TRACES_SAMPLER_ARG', share, '0.05', 'The share of the traces that traceidratio records.'),
  setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    integer(100, 60_000),
    '5000',
    'Milliseconds between two requests to the collector, if fewer than 512 spans wait.',
  ),
  setting(
    'TRACE_CONTEXT',
    oneOf('link', 'continue'),
    'link',
    'What the traceparent of a request does. With link, the request has a trace of its own that refers to it. With continue, the request joins that trace.',
  ),
] as const;
