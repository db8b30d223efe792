// Which test file runs where: in the gate, and in a part of the night.
import {
  type Environment,
  environments,
  environmentsOf,
  isAboutStatements,
  kindOf,
  type Kind,
  kinds,
  roomOf,
} from '../../test/tiers/environments.ts';
import { shuffled } from '../../test/support/random.ts';
import type { Selected } from '../../test/tiers/selection.ts';
import { sentinels } from '../../test/tiers/sentinels.ts';
import { type Durations, partCount } from './record.ts';

/** The files of one environment, the longest first. */
export type Plan = Record<Environment, string[]>;

/** How many heavy files run that nothing selected. */
const sample = 3;

/** How long a file takes that has never run, in seconds. */
const unknown = 10;

/** Kinds whose files run in the gate when they are selected. */
export const heavyKinds: readonly Kind[] = kinds.filter((kind) => kind !== 'product' && kind !== 'long');

/** How long the files may take together, in seconds of a worker. */
export interface Budgets {
  product: number;
  heavy: number;
}

export interface GateInput {
  files: readonly string[];
  turn: number;
  seconds: Durations;
  selected: Selected;
  /** Draws the samples; the same seed draws the same ones. */
  seed: number;
  budgets: Budgets;
  /** Files for which this machine lacks packages, so that no sample has them. */
  unprepared?: ReadonlySet<string>;
}

export interface GatePlan {
  plan: Plan;
  /** Files of the product, and selected heavy files, that a budget leaves for the night. */
  left: string[];
}

/**
 * Plans the gate. Sentinels run in all their environments, files about statements on both versions of Postgres, and other files of the
 * product in one environment. Sentinels and files about statements always run. Then come selected files, and then drawn ones, until
 * the budget of their kind is used up. If everything is selected, everything runs.
 */
export function planGate(input: GateInput): GatePlan {
  const product = chooseProduct(input);
  const heavy = chooseHeavy(input);
  const pairs = [...product.chosen, ...heavy.chosen].flatMap(({ file, on }) =>
    on.map((environment): [string, Environment] => [file, environment]),
  );
  return { plan: planOf(pairs, input.seconds), left: [...product.left, ...heavy.left] };
}

/** Plans `make test`: files of the product that can run in one environment, sentinels first, until the budget is used up. */
export function planTests(
  { files, seconds, seed }: Pick<GateInput, 'files' | 'seconds' | 'seed'>,
  environment: Environment,
  budget: number,
): string[] {
  const ofProduct = files.filter(
    (file) => kindOf(file) === 'product' && environmentsOf(file).includes(environment),
  );
  const { chosen } = within(
    budget,
    ofProduct
      .filter((file) => ofSentinel(file).includes(environment))
      .map((file) => ({ file, on: [environment] })),
    shuffled(ofProduct, seed).map((file) => ({ file, on: [environment] })),
    seconds,
  );
  return planOf(
    chosen.map(({ file }) => [file, environment]),
    seconds,
  )[environment];
}

/** Plans a part of the night: each file of the part in each of its environments. */
export function planNight(files: readonly string[], part: number, seconds: Durations): Plan {
  const pairs = partOf(files, part).flatMap((file) =>
    environmentsOf(file).map((environment): [string, Environment] => [file, environment]),
  );
  return planOf(pairs, seconds);
}

/**
 * Returns the files of a part. The deal depends on the list of files alone, so that eight parts on one commit have all of them. Each
 * kind begins with another part, because some kinds have few files.
 */
export function partOf(files: readonly string[], part: number): string[] {
  return kinds.flatMap((kind, offset) =>
    files
      .filter((file) => kindOf(file) === kind)
      .toSorted()
      .filter((_, at) => (at + offset) % partCount === part - 1),
  );
}

/** Returns each file with its place in its room. */
function placesOf(files: readonly string[]): [file: string, place: number][] {
  const rooms = Map.groupBy(files.toSorted(), roomOf);
  return [...rooms.values()].flatMap((own) => own.map((file, place): [string, number] => [file, place]));
}

function environmentsInGate(file: string, place: number): Environment[] {
  const possible = environmentsOf(file);
  if (isAboutStatements(file)) return possible.filter((one) => one !== 'deno15');
  const own = environments[place % environments.length];
  const chosen = possible.find((one) => one === own) ?? possible[place % possible.length];
  return chosen ? [chosen] : [];
}

/** Returns the environments in which a file is a sentinel. */
const ofSentinel = (file: string): readonly Environment[] =>
  sentinels.flatMap((one) => (one.file === file ? (one.on ?? environmentsOf(file)) : []));

/** A file, and where it runs. */
interface Placed {
  file: string;
  on: readonly Environment[];
}

function chooseProduct({ files, turn, seconds, selected, seed, budgets }: GateInput) {
  const placed = new Map(
    placesOf(files.filter((file) => kindOf(file) === 'product')).map(([file, place]): [string, Placed] => {
      const on = new Set([...ofSentinel(file), ...environmentsInGate(file, place + turn)]);
      return [file, { file, on: [...on] }];
    }),
  );
  const all = [...placed.keys()];
  const required = all.filter((file) => isAboutStatements(file) || ofSentinel(file).length > 0);
  const others = [...selected.files, ...shuffled(all, seed)];
  const placesIn = (some: readonly string[]) => some.flatMap((file) => placed.get(file) ?? []);
  const budget = selected.everything ? Number.POSITIVE_INFINITY : budgets.product;
  return within(budget, placesIn(required), placesIn(others), seconds);
}

function chooseHeavy({ files, seconds, selected, seed, budgets, unprepared }: GateInput) {
  const all = files.filter((file) => heavyKinds.includes(kindOf(file)));
  const required = all.filter((file) => ofSentinel(file).length > 0);
  const drawn = shuffled(all, seed)
    .filter((file) => !required.includes(file) && !unprepared?.has(file))
    .slice(0, sample);
  const wanted = selected.files.filter((file) => all.includes(file));
  const more = selected.everyClass ? shuffled(all, seed) : [];
  const placesIn = (some: readonly string[]) =>
    some.map((file): Placed => ({ file, on: environmentsOf(file) }));
  const budget = selected.everything ? Number.POSITIVE_INFINITY : budgets.heavy;
  return within(budget, placesIn([...required, ...drawn]), placesIn([...wanted, ...more]), seconds);
}

/** Returns the required files, and others in their order as far as the budget goes. */
function within(
  budget: number,
  required: readonly Placed[],
  others: readonly Placed[],
  seconds: Durations,
): { chosen: Placed[]; left: string[] } {
  const costOf = ({ file, on }: Placed): number =>
    on.reduce((total, environment) => total + secondsOf(file, environment, seconds), 0);
  const chosen = new Map(required.map((one) => [one.file, one]));
  const left = new Set<string>();
  let used = required.reduce((total, one) => total + costOf(one), 0);
  for (const one of others) {
    if (chosen.has(one.file) || left.has(one.file)) continue;
    const own = costOf(one);
    if (used + own > budget) {
      left.add(one.file);
      continue;
    }
    used += own;
    chosen.set(one.file, one);
  }
  return { chosen: [...chosen.values()], left: [...left] };
}

/** Returns how long a file takes in an environment, or in another one, in seconds of a worker. */
export function secondsOf(file: string, environment: Environment, seconds: Durations): number {
  const known = seconds[file] ?? {};
  return known[environment] ?? Object.values(known)[0] ?? unknown;
}

function planOf(pairs: readonly [string, Environment][], seconds: Durations): Plan {
  const inOrder = (environment: Environment): string[] =>
    [...new Set(pairs.flatMap(([file, own]) => (own === environment ? [file] : [])))].toSorted(
      (a, b) => secondsOf(b, environment, seconds) - secondsOf(a, environment, seconds) || (a < b ? -1 : 1),
    );
  return { node18: inOrder('node18'), node15: inOrder('node15'), deno15: inOrder('deno15') };
}
