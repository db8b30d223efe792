import type { FieldChange } from './events.ts';
import { invalid } from '../failure.ts';
import { normalizeCidr } from '../lib/address.ts';
import { mergePatch } from '../lib/merge-patch.ts';
import { parseTimestamp } from '../lib/timestamp.ts';

const tenYearsMs = 10 * 366 * 86_400_000;
const mostMetadataBytes = 10_240;

/** @throws {Failure} unless `text` is a time */
export function timeOf(field: string, text: string): Date {
  const time = parseTimestamp(text);
  if (!time)
    throw invalid(
      field,
      'must be an RFC 3339 timestamp of the years 2000 to 9999 such as 2026-01-15T10:30:00Z',
    );
  return time;
}

/** @throws {Failure} unless `text` is a time after `now` and at most ten years ahead; null stays null */
export function futureTime(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const time = timeOf('expiresAt', text);
  if (time <= now) throw invalid('expiresAt', 'must be in the future');
  if (time.getTime() > now.getTime() + tenYearsMs)
    throw invalid('expiresAt', 'must be at most ten years in the future');
  return time;
}

/** Ranges in their one spelling. @throws {Failure} unless each is an address or a CIDR range */
export function addressRanges(ranges: string[] | null): string[] | null {
  if (ranges === null) return null;
  return ranges.map((range, at) => {
    const normal = normalizeCidr(range);
    if (normal === undefined)
      throw invalid(`allowedIps.${at}`, 'must be an address or a CIDR range such as 203.0.113.0/24');
    return normal;
  });
}

/**
 * Requires that a credential's own limit of requests a minute is at most what the operator allows.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireAllowedRate(perMinute: number | null | undefined, most: number): void {
  if (typeof perMinute !== 'number' || perMinute <= most) return;
  const allowed = `must be at most ${most} such as ${most}, the RATE_LIMIT_MAX_PER_MINUTE of this service`;
  throw invalid(
    'rateLimitPerMinute',
    `${allowed}; ask its operator for more, or send null for the default limit`,
  );
}

const mostAttributesBytes = 16_384;
const mostAttributes = 100;

/** @throws {Failure} when they are larger than 16 KB as JSON, or too many, which a patch can make of what was stored */
export function boundedAttributes(attributes: Metadata): Metadata {
  if (Buffer.byteLength(JSON.stringify(attributes)) > mostAttributesBytes)
    throw invalid('attributes', 'must be at most 16 KB as JSON');
  if (Object.keys(attributes).length > mostAttributes)
    throw invalid('attributes', `must have at most ${mostAttributes} names`);
  return attributes;
}

/** Applies a JSON merge patch (RFC 7396): null removes a name. @throws {Failure} when the result is too large */
export const patchedAttributes = (attributes: Metadata, patch: Metadata): Metadata =>
  boundedAttributes(mergePatch(attributes, patch) as Metadata);

type Metadata = Record<string, unknown>;

/** @throws {Failure} when it is larger than 10 KB as JSON */
export function boundedMetadata(metadata: Metadata): Metadata {
  if (Buffer.byteLength(JSON.stringify(metadata)) > mostMetadataBytes)
    throw invalid('metadata', 'must be at most 10 KB as JSON');
  return metadata;
}

/** @throws {Failure} when what a verifying service tells of a use is larger than 10 KB as JSON */
export function requireBoundedContext(context: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(context)) > mostMetadataBytes)
    throw invalid('context', 'must be at most 10 KB as JSON');
}

/** Applies a JSON merge patch (RFC 7396): null removes a field. @throws {Failure} when the result is too large */
export const patchedMetadata = (metadata: Metadata, patch: Metadata): Metadata =>
  boundedMetadata(mergePatch(metadata, patch) as Metadata);

/** A value as events and the audit log have it: a time is a text. */
export const comparable = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * Assigns those of `values` that are not undefined and differ.
 * @returns what changed, for events and audit
 */
export function assignChanges<Row extends object>(row: Row, values: Partial<Row>): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of Object.keys(values) as (keyof Row & string)[]) {
    const to = values[field];
    if (to === undefined) continue;
    const before = comparable(row[field]);
    const after = comparable(to);
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    changes.push({ field, from: before, to: after });
    row[field] = to;
  }
  return changes;
}
