import { writeFileSync } from 'node:fs';
import { type Contract, operationsOf } from '../../src/lib/contract.ts';
import { readContract } from '../contract.ts';
import { folder, limit } from './service.ts';

/** Returns the operations that never succeeded, by the service's metrics. A run has proved little about them. */
export function neverSucceeded(metrics: string, operations: readonly string[]): string[] {
  const successes = /^keyward_http_request_duration_seconds_count\{operation="(\w+)",status="2\d\d"\}/gm;
  const succeeded = new Set([...metrics.matchAll(successes)].map(([, operation]) => operation));
  return operations.filter((operation) => !succeeded.has(operation));
}

/**
 * Returns how attempts to deliver ended, by the service's metrics, without failed look-ups of a name. A run must call
 * no receiver.
 */
export function calledSomebody(metrics: string): string[] {
  const ends = [...metrics.matchAll(/^keyward_webhook_attempt_duration_seconds_count\{outcome="(\w+)"\}/gm)];
  return ends.flatMap(([, outcome = '']) => (outcome === 'DNS_FAILURE' ? [] : [outcome]));
}

/** Returns a path that tells whether an API key is still valid, by any response other than a refusal. */
export function guardedPath(contract: Contract): string {
  const guarded = operationsOf(contract).find(
    ({ method, path, security = contract.security ?? [] }) =>
      method === 'GET' && !path.includes('{') && security.some((schemes) => 'apiKey' in schemes),
  );
  if (!guarded) throw new Error('No operation tells whether the run still has its key');
  return guarded.path;
}

/** Reads the metrics of the service, and keeps them in `.cache/fuzz`. */
export async function readMetrics(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(limit) });
  const metrics = await answer.text();
  writeFileSync(`${folder}/metrics.txt`, metrics);
  return metrics;
}

/**
 * Returns why the findings of a run, or their absence, mean nothing.
 * @param wanted the operations that must have succeeded
 */
export async function worthless(origin: string, key: string, wanted: readonly string[]): Promise<string[]> {
  const metrics = await readMetrics(origin);
  const idle = neverSucceeded(metrics, wanted);
  const called = calledSomebody(metrics);
  const headers = { Authorization: `Bearer ${key}` };
  const { status } = await fetch(`${origin}${guardedPath(readContract())}`, {
    headers,
    signal: AbortSignal.timeout(limit),
  });
  return [
    ...(status === 401 ? ['The run has destroyed its own key, which now answers 401.'] : []),
    ...(called.length === 0 ? [] : [`Webhooks were called, which ended with ${called.join(', ')}.`]),
    ...(idle.length === 0 ? [] : [`Never answered 2xx, so hardly tested: ${idle.join(', ')}.`]),
  ];
}
