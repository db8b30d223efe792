/** Where an address is, as a GeoIP database says. */
export interface Location {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  point: Point | null;
}

export interface Point {
  latitude: number;
  longitude: number;
}

const earthRadiusKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The way over the ground between two points, in kilometres. */
export function kilometresBetween(one: Point, other: Point): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const along = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(north + along * east)));
}

/** Faster than an airliner (decisions 6.4). */
export const mostKmPerHour = 900;
/** Nearer than this a database of addresses may be wrong by as much. */
const leastKilometres = 500;

/** Whether no user comes from one point to the other in the time between. Clocks that overlap count as zero time. */
export function isImpossibleTravel(from: Point, to: Point, hours: number): boolean {
  const kilometres = kilometresBetween(from, to);
  return kilometres >= leastKilometres && kilometres > Math.max(0, hours) * mostKmPerHour;
}
