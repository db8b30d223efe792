import type { Schema } from '../../src/lib/contract.ts';
import type { Reader } from '../../scripts/contract-reader.ts';

/** Where a value may stand in a body: `events`, `emails.0.value`. */
export type Place = readonly string[];

const deepest = 4;

/** Every place of a body that its schema names, first those on the outside. */
export function placesOf(reader: Reader, schema: Schema, above: Place = []): Place[] {
  if (above.length >= deepest) return [];
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = reader.follow(schema);
  const found = [
    ...Object.entries(properties).flatMap(([name, property]) => [
      [...above, name],
      ...placesOf(reader, property, [...above, name]),
    ]),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => placesOf(reader, part, above)),
    ...(items ? placesOf(reader, items, [...above, '0']) : []),
  ];
  const known = new Map(found.map((place) => [place.join('.'), place]));
  return [...known.values()].toSorted((one, other) => one.length - other.length);
}

/** The body with the value at the place; what it stands in is made where it is not there. */
export function withValue(body: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const inside =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  const changed = withValue(inside, rest, value);
  if (name === '0') return [changed, ...(Array.isArray(body) ? body.slice(1) : [])];
  return { ...(typeof body === 'object' && !Array.isArray(body) ? body : {}), [name]: changed };
}

/** How a request was taken that had a value in some places. */
export interface Taken {
  status: number;
  /** The fields that the refusal names. */
  refused: readonly string[];
}

const names = (refused: readonly string[], place: string): boolean =>
  refused.some((field) => `${field}.`.toLowerCase().startsWith(`${place}.`.toLowerCase()));

/**
 * Puts each value into each place, many places at a time. Where a request refuses some places by name, the others are
 * asked again without them; where it cannot tell of all its places, each is asked alone, so that none hides behind another.
 */
export async function tryEach<Value>(
  places: readonly string[],
  values: readonly Value[],
  send: (places: readonly string[], value: Value) => Promise<Taken>,
): Promise<void> {
  // Places whose refusal does not name them would hide all others of their group.
  const apart = new Set<string>();
  for (const value of values) {
    let left = places.filter((place) => !apart.has(place));
    while (left.length > 1) {
      const { status, refused } = await send(left, value);
      const unnamed = status < 300 ? [] : left.filter((place) => !names(refused, place));
      if (status >= 300 && (status !== 400 || unnamed.length === left.length)) break;
      left = unnamed;
    }
    for (const place of [...left, ...apart]) {
      const { status, refused } = await send([place], value);
      if (status >= 300 && !(status === 400 && names(refused, place))) apart.add(place);
    }
  }
}
