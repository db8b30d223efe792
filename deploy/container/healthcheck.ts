// Asks the service in the same container whether it is alive. Exits with 0 if it is.
// METRICS_PORT speaks plain HTTP, also with ROLE=worker and with TLS_CERT.
const { METRICS_PORT, HOST = '127.0.0.1' } = process.env;
const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const host = anyAddress[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);

try {
  if (!METRICS_PORT) throw new Error('METRICS_PORT is not set, so the health check has no port to ask');
  const response = await fetch(`http://${host}:${METRICS_PORT}/health/live`);
  if (!response.ok) throw new Error(`/health/live answered ${response.status}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
