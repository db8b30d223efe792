// keyward verify: the verdict over a credential as an exit code, for scripts.
import { Option } from 'commander';
import { commandOf } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { optionsOf } from '../flags.ts';
import { Inputs } from '../inputs.ts';
import { type Format, printerOf } from '../output/printer.ts';
import { partsOf } from '../request.ts';
import type { HandModule } from './hand-command.ts';

export const hand: HandModule = {
  examples: [
    'verify --scope deploy.execute < credential.txt',
    'verify --credential-file credential.txt --ip 192.0.2.7 -o json',
  ],
  add(parser, run) {
    const command = commandOf(run.families, 'credentials verify');
    for (const field of command.body ?? []) for (const option of optionsOf(field)) parser.addOption(option);
    parser
      .addOption(new Option('--ip <ip>', 'The same as --ip-address').hideHelp())
      .addOption(
        new Option('-o, --output <format>', 'The format of the verdict')
          .choices(['table', 'json', 'yaml'])
          .default('table'),
      )
      .addHelpText('after', '\nWithout --credential-file, the credential comes from standard input.')
      .addHelpText('after', 'The exit code is 0 if the credential is valid, and 3 if it is not.')
      .action(async () => {
        const { output, ip, ...found } = parser.opts<{ output: Format; ip?: string }>();
        const all = { credentialFile: '-', ...(ip !== undefined && { ipAddress: ip }), ...found };
        const parts = await partsOf(command, [], all, new Inputs(run.io));
        const service = await run.service();
        const verdict = (await service.call(command, parts, {})) as { valid?: unknown };
        await printerOf(output, command, run.io).answer(verdict);
        run.end(verdict.valid === true ? exitCodes.done : exitCodes.refused);
      });
  },
};
