import { openUnder, sealUnder } from '../lib/sealed.ts';
import type { EventPlace } from './sql/listeners.ts';

/** A place, and when it was written: milliseconds since 1970 by Postgres's clock. */
export interface WrittenPlace {
  place: EventPlace;
  writtenAt: number;
}

/** Writes places of a listener as ids of lines, and reads them again. */
export interface PlaceTexts {
  textOf: (written: WrittenPlace) => string;
  /** @returns undefined if no node wrote the text for this listener */
  placeOf: (text: string) => WrittenPlace | undefined;
}

/**
 * Each text is sealed with a key of the listener. So a caller cannot make up a snapshot, which would show events of before the listener
 * or make each look read all events. The numbers of transactions say how much all tenants write, so no caller reads them.
 */
export const placeTexts = (listenerId: string, key: Buffer): PlaceTexts => ({
  textOf({ place, writtenAt }) {
    const content = JSON.stringify([Math.round(writtenAt), ...partsOf(place)]);
    return sealUnder(key, content, listenerId).toString('base64url');
  },
  placeOf(text) {
    try {
      const content = openUnder(key, Buffer.from(text, 'base64url'), listenerId);
      const [writtenAt, ...parts] = JSON.parse(content) as [number, ...Parts];
      return { place: placeOfParts(parts), writtenAt };
    } catch {
      return undefined;
    }
  },
});

type Parts = readonly [
  read: string,
  floor: number,
  upTo?: string,
  floorOfUpTo?: number,
  at?: string,
  id?: string,
];

const partsOf = ({ read, floor, page }: EventPlace): Parts =>
  page ? [short(read), floor, short(page.upTo), page.floor, page.at, page.id] : [short(read), floor];

function placeOfParts([read, floor, upTo, floorOfUpTo, at, id]: Parts): EventPlace {
  const place = { read: long(read), floor };
  return upTo === undefined || floorOfUpTo === undefined || at === undefined || id === undefined
    ? place
    : { ...place, page: { upTo: long(upTo), floor: floorOfUpTo, at, id } };
}

/** Writes a snapshot with the distances of its numbers from the first. It names each transaction that was going on. */
function short(snapshot: string): string {
  const [first = '', last = '', between = ''] = snapshot.split(':');
  const from = BigInt(first);
  const distance = (number: string): string => (BigInt(number) - from).toString();
  return [first, distance(last), between === '' ? '' : between.split(',').map(distance).join(',')].join(':');
}

function long(text: string): string {
  const [first = '', last = '', between = ''] = text.split(':');
  const from = BigInt(first);
  const number = (distance: string): string => (from + BigInt(distance)).toString();
  return [first, number(last), between === '' ? '' : between.split(',').map(number).join(',')].join(':');
}
