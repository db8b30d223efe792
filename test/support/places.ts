import type { Schema } from '../../scripts/contract.ts';
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
 * Puts each value into each place. The first goes into one place at a time; by what came of that, the next ones go into
 * many places at once: those that took it, and those whose refusal named them. Where one request cannot tell of all its
 * places, each is asked alone after all, so that none hides behind another.
 */
export async function tryEach<Value>(
  places: readonly string[],
  [first, ...others]: readonly Value[],
  send: (places: readonly string[], value: Value) => Promise<Taken>,
): Promise<void> {
  if (first === undefined) return;
  const takes: string[] = [];
  const refuses: string[] = [];
  const alone: string[] = [];
  for (const place of places) {
    const { status, refused } = await send([place], first);
    const kind = status < 300 ? takes : status === 400 && names(refused, place) ? refuses : alone;
    kind.push(place);
  }
  for (const value of others) {
    const left = [...alone];
    if (takes.length > 0 && (await send(takes, value)).status >= 300) left.push(...takes);
    if (refuses.length > 0) {
      const { status, refused } = await send(refuses, value);
      left.push(...refuses.filter((place) => status !== 400 || !names(refused, place)));
    }
    for (const place of left) await send([place], value);
  }
}
