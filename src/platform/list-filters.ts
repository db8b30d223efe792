import type { Fits } from './fits.ts';
import { eventTypes } from './events.ts';
import { Failure, invalid } from '../failure.ts';
import { type IdPrefix, isId } from '../lib/id.ts';
import { timeOf } from './fields.ts';

/**
 * Reads the period of a list.
 * @throws {Failure} VALIDATION_ERROR unless both are times and `from` is before `to`
 */
export function timesOf(given: { from?: string | undefined; to?: string | undefined }): {
  from?: Date;
  to?: Date;
} {
  const from = given.from === undefined ? undefined : timeOf('from', given.from);
  const to = given.to === undefined ? undefined : timeOf('to', given.to);
  if (from && to && from >= to) throw invalid('from', 'must be before `to`');
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** Reads a period that has both ends. @throws {Failure} VALIDATION_ERROR as {@link timesOf} */
export function periodOf(given: { from: string; to: string }): { from: Date; to: Date } {
  timesOf(given);
  return { from: timeOf('from', given.from), to: timeOf('to', given.to) };
}

/** The rule that an id broke, with an example. */
export const notAnId = (prefix: IdPrefix): string =>
  `must be an ID such as ${prefix}_01kahz5v3be4nr7q2m8x9c0d1e`;

/**
 * Checks an id that a list is filtered by. The id of an unknown resource selects nothing; a text of another form is a mistake.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireId(field: string, prefix: IdPrefix, id: string | undefined): void {
  if (id !== undefined && !isId(prefix, id)) throw invalid(field, notAnId(prefix));
}

/** @throws {Failure} VALIDATION_ERROR for a type that no event has */
export function requireEventType(type: string | undefined): void {
  if (type !== undefined && type !== testEvent && !eventTypes.includes(type))
    throw invalid('eventType', `must be one of ${[...eventTypes, testEvent].join(', ')}`);
}

/** Made by `testWebhook`; no change causes it. */
const testEvent = 'webhook.test';

/**
 * The contract says what a tag is. A query takes any text, so that the refusal can say what to do.
 * @throws {Failure} VALIDATION_ERROR for a text that cannot be a tag, such as several tags with commas
 */
export function requireTag(tag: string | undefined, fits: Fits): void {
  if (tag === undefined) return;
  try {
    fits('Tag', tag, 'tag');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw invalid(
      'tag',
      'must be one tag of letters, digits and . _ : / - such as payments; send one request for each tag',
    );
  }
}
