import type { Config } from '../config.ts';
import type { Log } from '../platform/log.ts';
import type { Tracing } from './otlp.ts';

/** OpenTelemetry is loaded only where traces are wanted: it costs 0.1 s of CPU and 25 MB. */
export async function tracingOf(config: Config, log: Log): Promise<Tracing | undefined> {
  const { otelExporterOtlpEndpoint } = config;
  if (otelExporterOtlpEndpoint === undefined) return undefined;
  const { startTracing } = await import('./otlp.ts');
  return startTracing({ ...config, otelExporterOtlpEndpoint }, log);
}
