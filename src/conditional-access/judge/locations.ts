import { addressSet } from './address-set.ts';
import type { NamedLocationSource, Signals } from './types.ts';

/** Whether something holds, or cannot be said because a signal is missing. */
export type Known = 'yes' | 'no' | 'unknown';

/** A named location, ready to be asked. */
export interface CompiledLocation {
  readonly source: NamedLocationSource;
  holds(signals: Signals): Known;
}

function compileLocation(source: NamedLocationSource): CompiledLocation {
  if (source.type === 'IP') {
    const set = addressSet(source.ipRanges);
    return {
      source,
      holds: ({ address }) => (address === undefined ? 'unknown' : set.has(address) ? 'yes' : 'no'),
    };
  }
  const countries = new Set(source.countries);
  return {
    source,
    holds({ country }) {
      if (country === undefined) return source.includeUnknown ? 'yes' : 'unknown';
      return countries.has(country) ? 'yes' : 'no';
    },
  };
}

/** The locations of a tenant by id. */
export type CompiledLocations = ReadonlyMap<string, CompiledLocation>;

export const compileLocations = (sources: readonly NamedLocationSource[]): CompiledLocations =>
  new Map(sources.map((source) => [source.id, compileLocation(source)]));

/**
 * The locations, as they are for one attempt: each is asked once, however many policies name it.
 */
export function locationsOf(locations: CompiledLocations, signals: Signals): (id: string) => Known {
  const asked = new Map<string, Known>();
  return (id) => {
    const known = asked.get(id);
    if (known) return known;
    // A location in use cannot be deleted, so an unknown id is one of a draft.
    const found = locations.get(id)?.holds(signals) ?? 'no';
    asked.set(id, found);
    return found;
  };
}
