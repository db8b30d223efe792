// keyward mcp: the operations as tools of a coding agent, by the Model Context Protocol.
import { Option } from 'commander';
import { exitCodes, UsageError } from '../failures.ts';
import { collect } from '../flags.ts';
import type { SecretsTo } from '../mcp/secrets.ts';
import type { HandModule } from './hand-command.ts';

const portOf = (text: string): number => {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new UsageError('--port takes a number, such as 3030. 0 takes any free port.');
};

interface Found {
  family?: string[];
  allow?: string[];
  showSecrets?: true;
  secretsTo?: string;
  port?: number;
}

export const hand: HandModule = {
  examples: [
    'mcp',
    'mcp --family identities --family credentials',
    'mcp --allow credentials.revoke --allow identities.write',
  ],
  add(parser, run) {
    parser
      .addOption(
        new Option(
          '--family <name>',
          'Tools of this family instead of the usual ones; all for every family (repeat it for more)',
        ).argParser(collect),
      )
      .addOption(
        new Option(
          '--allow <scope>',
          'Let the model use this scope, beside those that read (repeat it for more)',
        ).argParser(collect),
      )
      .addOption(
        new Option(
          '--secrets-to <folder>',
          'Write new secrets to files of this folder, which the model does not see',
        ),
      )
      .addOption(new Option('--show-secrets', 'Let the model see and give secrets').conflicts('secretsTo'))
      .addOption(
        new Option(
          '--port <number>',
          'Serve HTTP on 127.0.0.1 instead of standard input, for tests; KEYWARD_MCP_TOKEN is its bearer token',
        ).argParser(portOf),
      )
      .addHelpText(
        'after',
        '\nWithout --allow, the tools only read. The key that they use can do no more than the tools.',
      )
      .action(async () => {
        const { family = [], allow = [], showSecrets, secretsTo, port } = parser.opts<Found>();
        // Loaded late: the library of the protocol is large.
        const { start } = await import('../mcp/start.ts');
        const secrets: SecretsTo = showSecrets
          ? 'show'
          : secretsTo === undefined
            ? 'refuse'
            : { folder: secretsTo };
        await start({ families: family, allow, secrets, port }, run);
        run.end(exitCodes.done);
      });
  },
};
