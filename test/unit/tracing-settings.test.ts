import { expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from '../../src/config.ts';

test.for([
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'authorization=Bearer%20a%2Cb, x-key=c=d',
    'otelExporterOtlpHeaders',
    { authorization: 'Bearer a,b', 'x-key': 'c=d' },
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://c.example:4318/o',
    'otelExporterOtlpEndpoint',
    'http://c.example:4318/o',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25', 'otelTracesSamplerArg', 0.25],
  ['OTEL_TRACES_SAMPLER_ARG', '1', 'otelTracesSamplerArg', 1],
] as const satisfies [string, string, keyof Config, unknown][])(
  '%s=%s is read',
  ([name, text, property, value]) => {
    expect(readConfig({ [name]: text })[property]).toEqual(value);
  },
);

test.for([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'c.example:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:pass@c.example'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=%0d%0aHost:%20a'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=%'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_SERVICE_NAME', 'a b'],
  // A client would decide.
  ['OTEL_TRACES_SAMPLER', 'parentbased_always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
  ['OTEL_BSP_SCHEDULE_DELAY', '1'],
  ['TRACE_CONTEXT', 'trust'],
])('%s=%s is refused, and the refusal does not repeat it', ([name = '', text = '']) => {
  const read = (): Config => readConfig({ [name]: text });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} has a value that is not allowed`));
  if (text.length > 3) expect(read).not.toThrow(text);
});
