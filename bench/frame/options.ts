import { parseArgs } from 'node:util';

type Default = boolean | number | string | undefined;

/** The value of an option, by its default: `false` makes a flag, a number takes a number, and `undefined` takes a text. */
type ValueOf<One> = One extends boolean ? boolean : One extends number ? number : string | One;

/** Reads the options of a bench from the command line. */
export function readOptions<const Defaults extends Record<string, Default>>(
  defaults: Defaults,
): { -readonly [Name in keyof Defaults]: ValueOf<Defaults[Name]> } {
  const entries = Object.entries(defaults);
  const { values } = parseArgs({
    options: Object.fromEntries(
      entries.map(([name, one]) => [name, { type: one === false ? 'boolean' : 'string' } as const]),
    ),
  });
  const read = entries.map(([name, one]) => {
    const given = values[name];
    if (given === undefined) return [name, one];
    const value = typeof one === 'number' ? Number(given) : given;
    if (Number.isNaN(value)) throw new Error(`--${name} takes a number`);
    return [name, value];
  });
  return Object.fromEntries(read) as { -readonly [Name in keyof Defaults]: ValueOf<Defaults[Name]> };
}

/**
 * Returns the members that an option lists by their names, in their own order, or all members without the option.
 * @throws {Error} with all names, if one is not known
 */
export function chosenFrom<One extends { name: string }>(
  all: readonly One[],
  names: string | undefined,
): readonly One[] {
  if (names === undefined) return all;
  const wanted = names.split(',');
  const unknown = wanted.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new Error(`${unknown} is unknown. Choose from ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => wanted.includes(name));
}
