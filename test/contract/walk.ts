import { afterAll, describe } from 'vitest';
import { test } from '../support/service.ts';
import { half } from '../support/thorough.ts';
import { type Case, everything } from './enumerate.ts';
import { enter, type Visit, type Visitor } from './visitor.ts';
import { access } from './visitors/access.ts';
import { commandLine } from './visitors/command-line.ts';
import { events } from './visitors/events.ts';
import { fields } from './visitors/fields.ts';
import { headers } from './visitors/headers.ts';
import { hostedCookies } from './visitors/hosted-cookies.ts';
import { hostedInput } from './visitors/hosted-input.ts';
import { injection } from './visitors/injection.ts';
import { methods } from './visitors/methods.ts';
import { tenancy } from './visitors/tenancy.ts';
import { users } from './visitors/users.ts';
import { written } from './visitors/written.ts';

// One walk over all operations. Each file walk-<n>.test.ts starts one service and visits the operations of one part.
//
// To add a visitor, write test/contract/visitors/<name>.ts, and add it to the list below. The file exports a `Visitor`.
// Its `visits` are tests: `of` chooses the operations of a test, and `visit` is the test for one operation.
// The world of a visitor has two organizations of its own, in which the visitor may leave anything behind.
// `world.working(operation)` is a call that succeeds, made once for all visits of an operation.
// The visits of an operation run in the order of the list. The last visit may use the resources of that call up.
// A visitor adds to every file, so measure its cost. Set `halved` if one rule of the code decides for every operation.

/**
 * The order matters: `hostedInput` counts the rows of all tables, so it comes first. The others call with keys, and the service
 * writes the uses of keys some seconds later.
 */
export const visitors: readonly Visitor[] = [
  hostedInput,
  hostedCookies,
  tenancy,
  access,
  users,
  commandLine,
  events,
  methods,
  headers,
  fields,
  written,
  injection,
];

/** The number of files. */
export const parts = 16;

/** How many tests each operation has. */
const tests = new Map(
  everything.map((operation) => [
    operation,
    visitors.flatMap(({ visits }) => visits).filter(({ of }) => of(operation)).length,
  ]),
);
const weightOf = (operations: readonly Case[]): number =>
  operations.reduce((sum, operation) => sum + (tests.get(operation) ?? 0), 0);

/** At most so many operations of one resource stay in one part. */
const most = 8;

/** The operations by the resource in their path. Those of one resource need the same other resources, keys and validators. */
function families(): Case[][] {
  const byResource = Object.values(
    Object.groupBy(everything, ({ path }) => path.split('{')[0]?.split('/').slice(0, 5).join('/') ?? ''),
  );
  return byResource.flatMap((family = []) =>
    Array.from({ length: Math.ceil(family.length / most) }, (_, at) =>
      family.slice(at * most, (at + 1) * most),
    ),
  );
}

/** Families of operations, the dearest first, each to the part that has the fewest tests. */
const shares: readonly Case[][] = families()
  .toSorted((one, other) => weightOf(other) - weightOf(one))
  .reduce<Case[][]>(
    (filled, family) => {
      const [least] = filled.toSorted((one, other) => weightOf(one) - weightOf(other));
      return filled.map((share) => (share === least ? [...share, ...family] : share));
    },
    Array.from({ length: parts }, () => []),
  );

/** The operations of one part, from 1, in the order of the contract. */
export const operationsOf = (part: number): readonly Case[] =>
  everything.filter((operation) => shares[part - 1]?.includes(operation));

const chosenFor = ({ of, halved }: Visit): ReadonlySet<Case> => {
  const all = everything.filter(of);
  return new Set(halved === undefined ? all : half(all, halved));
};

/** Declares the tests of one part. @param part from 1 */
export function walk(part: number): void {
  for (const visitor of visitors) {
    const chosen = visitor.visits.map((visit) => ({ visit, operations: chosenFor(visit) }));
    const planned = operationsOf(part).flatMap((operation) =>
      chosen.flatMap(({ visit, operations }) => (operations.has(operation) ? [{ operation, visit }] : [])),
    );
    if (planned.length === 0) continue;
    describe(visitor.name, () => {
      let entered: ReturnType<typeof enter> | undefined;
      afterAll(async () => (await entered)?.leave());
      for (const { operation, visit } of planned)
        test(`${operation.id} ${visit.title}`, async ({ service }) => {
          const { world } = await (entered ??= enter(service, visitor));
          await visit.visit(operation, world);
        });
    });
  }
}
