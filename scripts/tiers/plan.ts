// Which test file runs where: in the gate, and in a part of the night.
import { hash } from 'node:crypto';
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
import type { Selected } from '../../test/tiers/selection.ts';
import { type Sentinel, sentinels } from '../../test/tiers/sentinels.ts';
import { type Durations, partCount } from './record.ts';

/** The files of one environment, the longest first. */
export type Plan = Record<Environment, string[]>;

/** How many files run of a kind that is not selected. */
const sample = 3;

/** How long a file takes that has never run, in seconds. */
const unknown = 10;

/** Kinds whose files run in the gate when they are selected. */
export const heavyKinds: readonly Kind[] = kinds.filter((kind) => kind !== 'product' && kind !== 'long');

export interface GateInput {
  files: readonly string[];
  turn: number;
  seconds: Durations;
  selected: Selected;
  /** Draws the samples; the same seed draws the same ones. */
  seed: number;
  /** How long the heavy files may take together, in seconds of a worker. */
  budget: number;
  /** Files for which this machine lacks packages, so that no sample has them. */
  unprepared?: ReadonlySet<string>;
}

export interface GatePlan {
  plan: Plan;
  /** Selected files that the budget leaves for the night. */
  left: string[];
}

/**
 * Plans the gate. Each file of the product runs in one environment, and files about statements on both versions of Postgres. Sentinels
 * run in all their environments. Heavy files run if they are selected, as far as the budget goes, and a drawn sample of each kind.
 */
export function planGate(input: GateInput): GatePlan {
  const { files, turn, seconds } = input;
  const pairs: [string, Environment][] = [];
  for (const [file, place] of placesOf(files.filter((file) => kindOf(file) === 'product')))
    for (const environment of environmentsInGate(file, place + turn)) pairs.push([file, environment]);
  const { heavy, left } = chooseHeavy(input);
  for (const file of heavy) pairs.push([file, 'node18']);
  for (const one of sentinels)
    for (const environment of environmentsOfSentinel(one)) pairs.push([one.file, environment]);
  return { plan: planOf(pairs, seconds), left };
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

const environmentsOfSentinel = ({ file, on }: Sentinel): readonly Environment[] => on ?? environmentsOf(file);

function chooseHeavy(input: GateInput): { heavy: string[]; left: string[] } {
  const { files, selected, seconds, seed, budget, unprepared } = input;
  const all = files.filter((file) => heavyKinds.includes(kindOf(file)));
  if (selected.everything) return { heavy: all, left: [] };
  const drawn = heavyKinds.flatMap((kind) =>
    shuffled(
      all.filter((file) => kindOf(file) === kind && !unprepared?.has(file)),
      seed,
    ).slice(0, sample),
  );
  const wanted = selected.files.filter((file) => all.includes(file));
  const required = new Set([
    ...sentinels.map(({ file }) => file).filter((file) => all.includes(file)),
    ...drawn,
  ]);
  const more = selected.everyClass ? shuffled(all, seed) : [];
  const [heavy, left]: [string[], string[]] = [[...required], []];
  let used = sum(heavy, seconds);
  for (const file of new Set([...wanted, ...more])) {
    if (required.has(file)) continue;
    const own = secondsOf(file, 'node18', seconds);
    if (used + own > budget) {
      left.push(file);
      continue;
    }
    used += own;
    heavy.push(file);
  }
  return { heavy, left };
}

const sum = (files: readonly string[], seconds: Durations): number =>
  files.reduce((total, file) => total + secondsOf(file, 'node18', seconds), 0);

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

/** Returns the values in an order that the seed decides. */
export function shuffled(values: readonly string[], seed: number): string[] {
  return values
    .map((value): [string, string] => [hash('sha256', `${seed} ${value}`), value])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value);
}
