import { type Contract, isHosted, isOurs, operationsOf } from '../../src/lib/contract.ts';
import { withNeeded } from './needs.ts';

/** Operations that no run calls: the contract as YAML (test/fuzz/hooks.py), the end of the key of the run, and streams that last as long as asked. */
const uncalled: ReadonlySet<string> = new Set([
  'getOpenapiYaml',
  'revokeOwnCredential',
  'streamCredentialChanges',
  'streamWebhookListener',
]);

/**
 * Operations that a run cannot make succeed. The
 * metadata of a service provider or a SAML connection would need an address that the service may call. Only a
 * SAML key that waits can be activated. A domain is proved by a record of the DNS. A test mail goes to the address of a user, and a key has none.
 * An order names all policies at that time.
 */
const unreachable: ReadonlySet<string> = new Set([
  ...uncalled,
  'refreshServiceProviderMetadata',
  'approveServiceProviderChange',
  'rejectServiceProviderChange',
  'refreshSamlConnectionMetadata',
  'approveSamlConnectionChange',
  'rejectSamlConnectionChange',
  'activateSigningKey',
  'verifyFederatedDomain',
  'testMailTemplate',
  'putAccessPolicyOrder',
]);

/** Returns those of the operations that a run can make succeed. Reports of leaks are sent without a signature, and refused. */
export function reachable(contract: Contract, ids: readonly string[]): string[] {
  const ours = new Set(operationsOf(contract).flatMap((one) => (isOurs(one) ? [one.id] : [])));
  return ids.filter((id) => ours.has(id) && !unreachable.has(id));
}

/** Returns the ids of all operations that a run may call. It has no key of an operator. */
export const fuzzed = (contract: Contract): string[] =>
  operationsOf(contract).flatMap((one) =>
    isHosted(one) || one['x-caller'] === 'operator' || uncalled.has(one.id) ? [] : [one.id],
  );

/**
 * Deals all operations over the parts, the same in each run. The operations of a family stay together, because links lead from
 * one to the other. A family that is larger than a part is cut.
 */
export function dealt(contract: Contract, parts: number): string[][] {
  const wanted = new Set(fuzzed(contract));
  const most = Math.ceil(wanted.size / parts);
  const families = Map.groupBy(
    operationsOf(contract).filter(({ id }) => wanted.has(id)),
    ({ tag }) => tag,
  );
  const pieces = [...families.values()].flatMap((family) => {
    const count = Math.ceil(family.length / most);
    const size = Math.ceil(family.length / count);
    return Array.from({ length: count }, (_, at) => family.slice(at * size, (at + 1) * size));
  });
  const hands: string[][] = Array.from({ length: parts }, () => []);
  for (const piece of pieces.sort((a, b) => b.length - a.length)) {
    const smallest = hands.reduce((least, hand) => (hand.length < least.length ? hand : least));
    smallest.push(...piece.map(({ id }) => id));
  }
  return hands;
}

/** Returns the operations of a part such as `3/8`. Part 1 is the first. @throws if there is no such part */
export function partOf(contract: Contract, part: string): string[] {
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(part) ?? [];
  const hand = Number(count) > 0 ? dealt(contract, Number(count))[Number(number) - 1] : undefined;
  if (!hand || hand.length === 0) throw new Error(`PART must be such as 3/8, and is ${part}`);
  return hand;
}

/**
 * Draws operations for a short run, the changed ones first. The others are one part of a fixed deal, so that a run has whole
 * families and that many runs have all operations.
 * @param room how many operations the run has time for, with the operations that they need
 * @returns the chosen operations, without those that they need
 */
export function drawnFor(
  contract: Contract,
  { changed, room, seed }: { changed: readonly string[]; room: number; seed: number },
): string[] {
  const all = new Set(fuzzed(contract));
  const first = rotated(
    changed.filter((id) => all.has(id)),
    seed,
  );
  const hands = handsWithin(contract, room);
  const chosen: string[] = [];
  for (const id of [...first, ...(hands[seed % hands.length] ?? [])])
    if (!chosen.includes(id) && withNeeded(contract, [...chosen, id]).length <= room) chosen.push(id);
  return chosen;
}

/** Returns the deal with the fewest parts that each have room with what they need. */
function handsWithin(contract: Contract, room: number): string[][] {
  const count = fuzzed(contract).length;
  for (let parts = Math.ceil(count / room); parts < count; parts++) {
    const hands = dealt(contract, parts);
    if (hands.every((hand) => withNeeded(contract, hand).length <= room)) return hands;
  }
  throw new Error(
    `A run has time for ${room} operations, which is too few for an operation and what it needs`,
  );
}

const rotated = (ids: readonly string[], seed: number): string[] => {
  const at = ids.length === 0 ? 0 : seed % ids.length;
  return [...ids.slice(at), ...ids.slice(0, at)];
};
