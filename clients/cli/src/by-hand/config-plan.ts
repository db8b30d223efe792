// keyward config plan: what an apply would change, and what the service would refuse.
import { writeFileSync } from 'node:fs';
import { Option } from 'commander';
import { readChecked } from '../config/checked-objects.ts';
import { plan, type Plan } from '../config/plan.ts';
import { countSecrets, withoutSecretValues } from '../config/secrets.ts';
import { planText, planWithPlaces, secretsLine } from '../config/shown-plan.ts';
import { exitCodeOfStatus, exitCodes, UsageError } from '../failures.ts';
import { secretFields } from '../generated/config-kinds.ts';
import { shownJson } from '../shown.ts';
import { directoryOption, kindOption, pruneOption } from './config-options.ts';
import type { HandModule } from './hand-command.ts';

interface Options {
  folder: string;
  kind?: string[];
  prune?: boolean;
  exitCode?: boolean;
  out?: string;
  output: 'table' | 'json';
}

/** Returns the exit code of the refusals that a plan tells, or undefined. A missing permission says nothing about the files, so others come first. */
export function refusedCode({ changes }: Plan): number | undefined {
  const codes = changes.flatMap(({ refusal }) => (refusal ? exitCodeOfStatus(refusal.status) : []));
  return codes.find((code) => code !== exitCodes.refused) ?? codes[0];
}

export const hand: HandModule = {
  examples: ['config plan -f config/', 'config plan -f config/ --prune --exit-code -o json'],
  add(parser, run) {
    parser
      .addOption(directoryOption('The folder with the files'))
      .addOption(kindOption('Only objects of this kind'))
      .addOption(pruneOption())
      .addOption(new Option('--exit-code', `End with ${exitCodes.changed} if there are changes`))
      .addOption(new Option('--out <plan>', 'Write the plan to a file, for keyward config apply --plan'))
      .addOption(
        new Option('-o, --output <format>', 'The format').choices(['table', 'json']).default('table'),
      )
      .addHelpText(
        'after',
        '\nNothing changes, and no secret is read. The service tries each change and takes it back.',
      )
      .action(async () => {
        const { io } = run;
        const { folder, kind: kinds = [], prune = false, exitCode, out, output } = parser.opts<Options>();
        const directory = await readChecked(folder, kinds);
        const objects = withoutSecretValues(directory, secretFields);
        const asked = { prune, kinds };
        const made = await plan(run, await run.service(), directory, objects, asked);
        const json = `${shownJson(planWithPlaces(made, directory))}\n`;
        io.out.write(
          output === 'json'
            ? json
            : `${planText(made, directory, io, io.out)}${secretsLine(countSecrets(directory, secretFields))}`,
        );
        if (out !== undefined) writePlan(out, made, asked);
        const isChanged = made.changes.length > 0 && exitCode === true;
        run.end(refusedCode(made) ?? (isChanged ? exitCodes.changed : exitCodes.done));
      });
  },
};

function writePlan(
  path: string,
  { fingerprint }: Plan,
  asked: { prune: boolean; kinds: readonly string[] },
): void {
  try {
    writeFileSync(path, `${JSON.stringify({ fingerprint, ...asked }, null, 2)}\n`);
  } catch (error) {
    throw new UsageError('--out takes the name of a file, and this one cannot be written.', { cause: error });
  }
}
