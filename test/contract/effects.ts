import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationId } from '../../src/operation.ts';

/** A row of openapi/effects.yaml. */
export interface EffectsRow {
  effects?: string[];
  when?: 'always' | 'change';
  bounds?: 'compared';
  reason?: string;
}

/** openapi/effects.yaml, as it is written by hand. */
export const effectsTable = parse(readFileSync('openapi/effects.yaml', 'utf8')) as Readonly<
  Partial<Record<OperationId, EffectsRow>>
>;

/** Undefined for an operation that changes nothing, or that neither a key nor a user calls. */
export const rowOf = ({ id }: { id: OperationId }): EffectsRow | undefined => effectsTable[id];

/** Whether what an operation does outlasts a caller that ends. */
export const isLasting = (operation: { id: OperationId }): boolean =>
  (rowOf(operation)?.effects ?? []).some((effect) =>
    ['vouches', 'lasts', 'moves', 'loosens'].includes(effect),
  );
