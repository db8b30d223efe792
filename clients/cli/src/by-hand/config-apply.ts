// keyward config apply: shows a plan, asks, and makes its changes, all of them or none.
import { Option } from 'commander';
import { KeywardError } from '../../../typescript/src/errors.ts';
import { readChecked } from '../config/checked-objects.ts';
import { apply, plan, type Plan } from '../config/plan.ts';
import { countSecrets, withoutSecretValues, withSecretValues } from '../config/secrets.ts';
import { countLine, planText, planWithPlaces, secretsLine } from '../config/shown-plan.ts';
import { confirmed } from '../confirmed.ts';
import { UsageError } from '../failures.ts';
import { secretFields } from '../generated/config-kinds.ts';
import { Inputs } from '../inputs.ts';
import type { Io } from '../io.ts';
import { shownJson } from '../shown.ts';
import {
  checkPrune,
  directoryOption,
  kindOption,
  mostDeletionsOption,
  pruneOption,
} from './config-options.ts';
import { refusedCode } from './config-plan.ts';
import type { HandModule } from './hand-command.ts';

interface Options {
  folder: string;
  kind?: string[];
  prune?: boolean;
  plan?: string;
  mostDeletions?: number;
  yes?: boolean;
  output: 'table' | 'json';
}

/** A plan that `keyward config plan --out` wrote. */
interface WrittenPlan {
  fingerprint: string;
  prune: boolean;
  kinds: readonly string[];
}

const moved =
  'The files, the service or the caller have changed since the plan. Run keyward config plan again.';

async function readPlan(file: string, io: Io): Promise<WrittenPlan> {
  const { fingerprint, prune, kinds } = await new Inputs(io).body('plan', file);
  if (typeof fingerprint === 'string' && typeof prune === 'boolean' && Array.isArray(kinds))
    return { fingerprint, prune, kinds: kinds.map(String) };
  throw new UsageError('--plan takes a file that keyward config plan --out wrote.');
}

/** A new plan is another one than the user has seen. */
class Moved extends KeywardError {
  override readonly name = 'Moved';
}

/** @throws {UsageError} if a plan deletes more than the user expects */
function checkDeletions({ changes }: Plan, most: number | undefined): void {
  const deletions = changes.filter(({ action }) => action === 'DELETE').length;
  if (most !== undefined && deletions > most)
    throw new UsageError(
      `The plan deletes ${deletions} objects, and --most-deletions allows ${most}. Nothing was changed.`,
    );
}

/** Says what to do if another change came first. */
function movedOn(error: unknown): never {
  if (error instanceof KeywardError && error.code === 'CONFIGURATION_MOVED') {
    const { code, status, requestId } = error;
    throw new Moved(moved, { code, ...(status !== undefined && { status }), requestId });
  }
  throw error;
}

/** Asks before the changes of a plan. @param hasSecrets whether secrets are sent, which a plan does not compare */
async function confirm({ changes }: Plan, hasSecrets: boolean, canAsk: boolean, io: Io): Promise<void> {
  if (!canAsk) throw new UsageError('There is no terminal to ask on. Add --yes.');
  const what = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  const secrets = hasSecrets ? 'and replace secrets that are others now' : '';
  const question =
    changes.length === 0 ? 'Replace secrets that are others now' : ['Make', what, secrets].join(' ').trim();
  await confirmed(question, io);
}

export const hand: HandModule = {
  examples: ['config apply -f config/', 'config apply -f config/ --prune --yes'],
  add(parser, run) {
    parser
      .addOption(directoryOption('The folder with the files'))
      .addOption(kindOption('Only objects of this kind'))
      .addOption(pruneOption())
      .addOption(
        new Option(
          '--plan <plan>',
          'Only the changes of this plan, which keyward config plan --out wrote; a plan has no secrets, so an apply may also replace secrets',
        ),
      )
      .addOption(mostDeletionsOption())
      .addOption(new Option('--yes', 'Do not ask before'))
      .addOption(
        new Option('-o, --output <format>', 'The format').choices(['table', 'json']).default('table'),
      )
      .addHelpText(
        'after',
        '\nSecrets come from variables whose names begin with KEYWARD_SECRET_, and from files inside the directory.',
      )
      .action(async () => {
        const { io } = run;
        const options = parser.opts<Options>();
        const written = options.plan === undefined ? undefined : await readPlan(options.plan, io);
        if (written && (options.prune !== undefined || options.kind !== undefined))
          throw new UsageError('--plan says what --prune and --kind say. Leave them out.');
        const { prune, kinds } = written ?? { prune: options.prune === true, kinds: options.kind ?? [] };
        const directory = await readChecked(options.folder, kinds);
        if (options.mostDeletions === undefined) checkPrune(directory, prune);
        // A missing secret is told before anything is shown or sent.
        const objects = withSecretValues(directory, secretFields, io);
        const service = await run.service();
        const withoutSecrets = withoutSecretValues(directory, secretFields);
        const made = await plan(run, service, directory, withoutSecrets, { prune, kinds });
        if (written && written.fingerprint !== made.fingerprint)
          throw new Moved(moved, { code: 'CONFIGURATION_MOVED', status: 409 });
        // With JSON, standard output has the result alone.
        const sink = options.output === 'json' ? io.err : io.out;
        const secrets = countSecrets(directory, secretFields);
        sink.write(`${planText(made, directory, io, sink)}${secretsLine(secrets)}`);
        const code = refusedCode(made);
        if (code !== undefined) {
          io.err.write('Nothing was changed.\n');
          return run.end(code);
        }
        checkDeletions(made, options.mostDeletions);
        // A plan has no secrets, so it does not tell that one of them is another one now.
        const hasSecrets = secrets > 0;
        let result = made;
        if (made.changes.length > 0 || hasSecrets) {
          if (options.yes !== true) await confirm(made, hasSecrets, io.canAsk && options.plan !== '-', io);
          const asked = { prune, kinds, fingerprint: made.fingerprint };
          result = await apply(run, service, directory, objects, asked).catch(movedOn);
          // The user has not seen these changes.
          if (made.changes.length === 0 && result.changes.length > 0)
            sink.write(planText(result, directory, io, sink));
        }
        if (options.output === 'json') io.out.write(`${shownJson(planWithPlaces(result, directory))}\n`);
        else if (result.changes.length > 0) io.out.write(`${countLine(result, true)}\n`);
      });
  },
};
