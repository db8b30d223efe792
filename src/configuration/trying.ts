import { Failure } from '../failure.ts';
import { askTogether } from '../platform/beforehand.ts';
import type { Allowance, Steps } from '../platform/steps.ts';
import { movingSavepoint } from '../platform/tenancy.ts';
import type { Tx } from '../platform/tx.ts';
import { isPlain } from './desired.ts';
import { Ids, perform, placed } from './performing.ts';
import type { Change } from './planning.ts';
import { nameOf, type StateReader } from './state.ts';
import { Trial } from './trial.ts';

/** How many things are made before the transaction of a request, such as keys and metadata that was read. */
export const mostMade = 20;
/** How long a plan holds the lock of its tenant, in milliseconds. */
const longestTrial = 10_000;

interface Means {
  steps: Steps;
  /** A transaction that is going to be taken back. */
  tx: Tx;
  state: StateReader;
  allowance: Allowance;
}

/** The refusals of changes that were tried, and how many were not tried. */
export interface Tried {
  refusals: ReadonlyMap<Change, Failure>;
  untried: number;
}

/** Tries each change that is not refused yet, as a request of the caller. */
export async function tryChanges(
  changes: readonly Change[],
  { steps, tx, state, allowance }: Means,
): Promise<Tried> {
  const ids = new Ids(state);
  const refusals = new Map<Change, Failure>();
  const refused = new Set(changes.flatMap((one) => (one.refusal ? [nameOf(one.kind.kind, one.key)] : [])));
  const tried = changes.filter(({ refusal }) => !refusal);
  const beyond = new Set(tried.slice(allowance.most));
  const trial = new Trial(await movingSavepoint(tx), longestTrial);
  let untried = 0;
  const judge = async (change: Change): Promise<void> => {
    const on = [...(change.desired?.refersTo.keys() ?? [])].find((name) => refused.has(name));
    const isLate = trial.isOver();
    if (on !== undefined || beyond.has(change) || isLate || !isComplete(change)) {
      steps.require(operationOf(change));
      if (on !== undefined) throw new Failure('CONFIGURATION_DEPENDS', { on });
      if (beyond.has(change)) throw placed(allowance.refusal, change);
      if (isLate) untried++;
      return;
    }
    await trial.attempt(async (begin) => void (await perform(change, { steps, tx, ids, trial: begin })));
  };
  await askTogether(
    tried.map((change) => async () => {
      try {
        await judge(change);
      } catch (error) {
        if (!(error instanceof Failure) || isOfService(error)) throw error;
        refused.add(nameOf(change.kind.kind, change.key));
        refusals.set(change, error);
      }
    }),
    mostMade,
  );
  return { refusals, untried };
}

/** Whether a failure says something of the service, and not of the change. */
const isOfService = ({ status }: Failure): boolean => status === 429 || (status >= 500 && status !== 502);

/** Whether a change can be tried: it has all of its secrets, and no other server is asked for it. */
const isComplete = ({ desired }: Change): boolean =>
  [...(desired?.secrets.values() ?? [])].every((given) => isPlain(given)) &&
  typeof desired?.sent['metadataUrl'] !== 'string';

const operationOf = ({ action, kind: { operations } }: Change): string =>
  (action === 'CREATE' ? operations.create : action === 'DELETE' ? operations.delete : undefined) ??
  operations.update;
