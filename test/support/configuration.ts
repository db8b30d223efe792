// Objects of a configuration, and the requests that export, plan and apply them.
import { expect } from 'vitest';
import type { Client } from './client.ts';

/** An object as requests about a configuration have it. */
export interface Sent {
  kind: string;
  key: string;
  spec: Record<string, unknown>;
}

interface Change {
  action: string;
  kind: string;
  key: string;
  id: string | null;
  at: string | null;
  adopts: boolean;
  fields: { field: string; from?: unknown; to?: unknown; secret?: boolean }[];
  refusal: { status: number; code: string; message: string; details: Record<string, unknown> } | null;
}

/** A plan, or what an apply did. */
export interface Plan {
  fingerprint: string;
  changes: Change[];
  counts: Record<string, number>;
}

export interface Options {
  prune?: boolean;
  kinds?: string[];
}

/** Plans objects. */
export async function planned(
  client: Client,
  objects: readonly Sent[],
  options: Options = {},
): Promise<Plan> {
  const { status, body } = await client.call('planConfiguration', { body: { objects, ...options } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Plan;
}

/** Sends an apply with the fingerprint of a plan that was made just before, without secrets. */
export async function tryApply(client: Client, objects: readonly Sent[], options: Options = {}) {
  const { fingerprint } = await planned(client, objects.map(withPlaceholders), options);
  return client.call('applyConfiguration', { body: { objects, fingerprint, ...options } });
}

/** Applies objects, which must succeed, and returns what was done. */
export async function applied(
  client: Client,
  objects: readonly Sent[],
  options: Options = {},
): Promise<Plan> {
  const { status, body } = await tryApply(client, objects, options);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Plan;
}

/** Returns all objects of an export, over all of its pages. */
export async function exported(
  client: Client,
  query: { kind?: string; limit?: number } = {},
): Promise<Sent[]> {
  const objects: Sent[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await client.call('exportConfiguration', {
      query: { limit: 1000, ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(status).toBe(200);
    objects.push(...(body.data as Sent[]));
    cursor = body.pagination.nextCursor;
  } while (cursor !== undefined);
  return objects;
}

/** Each field that is a secret in some kind. */
const secret = new Set(['clientSecret', 'routingKey']);

/** Returns an object as a plan has it: with placeholders for secrets. */
export function withPlaceholders({ kind, key, spec }: Sent): Sent {
  return { kind, key, spec: hidden(spec, kind === 'alertRule') as Sent['spec'] };
}

function hidden(value: unknown, isRule: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => hidden(one, isRule));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      secret.has(name) || (isRule && name === 'url') ? { secret: true } : hidden(one, isRule),
    ]),
  );
}
