// The command line: finds the command, and lets the parser read its flags.
import { Command as Parser, CommanderError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { handCommands } from './by-hand/commands.ts';
import type { HandCommand, HandCommands, HandModule } from './by-hand/hand-command.ts';
import { firstWords, verbsOf } from './by-hand/words.ts';
import type { Command, Family } from './command.ts';
import { complete } from './completion/candidates.ts';
import { completionScript, shells } from './completion/scripts.ts';
import { execute } from './execute.ts';
import { exitCodes, fail, UsageError } from './failures.ts';
import { collect, optionsOf, refusing } from './flags.ts';
import { families as generated } from './generated/commands.ts';
import type { Io } from './io.ts';
import { formats } from './output/printer.ts';
import { painted } from './paint.ts';
import type { Service } from './service.ts';
import { type Target, targetFlags } from './target.ts';

export type Families = Readonly<Record<string, Family>>;

const intro = `The command line of Keyward. Each operation of the API is a command.

  export KEYWARD_URL=https://keyward.example   (or --url; http://localhost:3000 if neither is set)
  read -rs KEYWARD_API_KEY && export KEYWARD_API_KEY   (or sign in: keyward login)
  keyward identities list`;

const exits = `Exit codes: 0 done, 1 not confirmed, 2 wrong usage, 3 refused, 4 not found, 5 conflict, 6 limit reached, 7 no answer, 8 files differ.`;

/** The state of one run. */
interface Run {
  families: Families;
  hand: HandCommands;
  io: Io;
  /** The exit code of the command that ran. */
  code: number;
  /** The profile whose user calls. */
  profile?: string | undefined;
}

/** Runs a command line, and returns its exit code. It never throws. */
export async function run(
  given: readonly string[],
  io: Io,
  families: Families = generated,
  hand: HandCommands = handCommands,
): Promise<number> {
  if (given[0] === '__complete') return complete(given.slice(given[1] === '--' ? 2 : 1), io, families, hand);
  // Help of a command is made only for the command that is named.
  const words = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const state: Run = { families, hand, io, code: exitCodes.done };
  const named = namedIn(words, families, hand);
  try {
    const module = await named.byHand?.load();
    const program = programOf(state, named, module?.hand);
    await program.parseAsync(named.isWhole ? [...words] : [...words, '--help'], { from: 'user' });
    return state.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(error, io, state.profile);
    if (error.exitCode === 0) return exitCodes.done;
    return fail(new UsageError(sentenceOf(error)), io);
  }
}

/** The words that name a command. */
interface Named {
  family?: string;
  verb?: string;
  /** Unset for a line that ends before the verb. It shows the commands there are. */
  isWhole: boolean;
  /** The command by hand that the words name. */
  byHand?: HandCommand | undefined;
}

/** Finds the family and the verb of a command line. Options of the program stand before both. */
function namedIn(words: readonly string[], families: Families, hand: HandCommands): Named {
  let at = 0;
  while (words[at]?.startsWith('-')) at += targetFlags.includes(words[at] ?? '') ? 2 : 1;
  const [family, verb] = words.slice(at);
  const hasOption = words.slice(0, at).some((word) => /^-(?!-(?:url|profile|tenant))/.test(word));
  if (family === undefined) return { isWhole: hasOption };
  const one = hand.find(({ name }) => name === family);
  if (one) return { family, isWhole: true, byHand: one };
  const verbs = verbsOf(family, families, hand);
  if (Object.keys(verbs).length === 0) return { isWhole: true };
  if (verb === undefined) return { family, isWhole: false };
  if (!Object.hasOwn(verbs, verb)) return { family, isWhole: true };
  return { family, verb, isWhole: true, byHand: hand.find(({ name }) => name === `${family} ${verb}`) };
}

/** Names the flag alone, where it has the form of one. */
function unknownOption(told: string): string {
  const flag = /^unknown option '(--[A-Za-z][\w.-]*|-[^-])/.exec(told)?.[1];
  return flag === undefined ? 'unknown option' : `unknown option '${flag}'`;
}

/** Leaves out the value of a flag, and a word that cannot be the name of a command. */
const withoutWords = (told: string): string =>
  told.replace(/^unknown command '(?![\w-]+'$)[^]*$/, 'unknown command').replace(/'(-[^-'\s])[^]*'/, "'$1'");

/** Says what the parser found wrong. Values are left out, because a misspelled flag may carry a secret. */
function sentenceOf({ code, message }: CommanderError): string {
  if (code === 'commander.excessArguments')
    return 'There are more arguments than the command takes. Values with spaces need quotes. --help shows an example.';
  const text = message.replace(/^error: /, '');
  // A value may have lines of its own, so only the end of the message is a hint.
  const hint = /\n(\(Did you mean [^\n]*\?\))$/.exec(text)?.[1] ?? '';
  const told = hint ? text.slice(0, -hint.length - 1) : text;
  const sentence =
    code === 'commander.unknownOption' ? unknownOption(told) : withoutWords(told).replace(/\.$/, '');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${hint && ` ${hint}`} --help lists what there is.`;
}

function programOf(state: Run, { family, verb, byHand }: Named, module: HandModule | undefined): Parser {
  const { io, families, hand } = state;
  const program = new Parser('keyward');
  program
    .description(intro)
    .version(manifest.version)
    .option(
      '--url <address>',
      'The address of the service, instead of KEYWARD_URL; it stands before the family',
    )
    .option('--profile <name>', 'The profile of keyward login, instead of KEYWARD_PROFILE')
    .option('--tenant <tenant>', 'With a profile: live, test, or the ID of a tenant')
    .addOption(keyAsArgument())
    .enablePositionalOptions()
    .addHelpText('after', `\n${exits}`);
  settle(program, io);
  const around = { state, program };
  for (const [word, about] of firstWords(families, hand)) {
    const group = program.command(word).description(about).helpCommand(false);
    settle(group, io);
    if (word !== family) continue;
    if (byHand?.name === word) {
      addByHand(group, byHand, module, around);
      continue;
    }
    for (const [one, summary] of Object.entries(verbsOf(word, families, hand))) {
      const parser = group.command(one).summary(summary);
      settle(parser, io);
      if (one !== verb) continue;
      const described = families[word]?.commands()[verb];
      if (byHand) addByHand(parser, byHand, module, around);
      else if (described) addCommand(parser, described, { name: `${word} ${one}`, ...around });
    }
  }
  program
    .command('completion')
    .description('Print the completion script of a shell')
    .argument('<shell>', shells.join(', '))
    .action((shell: string) => io.out.write(completionScript(shell)));
  return program;
}

/** Lets a module add a command that is written by hand. */
function addByHand(
  parser: Parser,
  { name, about }: HandCommand,
  module: HandModule | undefined,
  { state, program }: Omit<Around, 'name'>,
): void {
  const { io, families } = state;
  const target = () => program.opts<Target>();
  parser.description(`${about}.`);
  module?.add(parser, {
    io,
    families,
    target,
    service: () => opened(state, target()),
    end(code) {
      state.code = code;
    },
  });
  refuseTargets(parser, name);
  parser.addOption(keyAsArgument());
  const lines = (module?.examples ?? []).map((line) => `  keyward ${line}`);
  if (lines.length > 0) parser.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** The parser writes where the run writes, and throws where it would end the process. */
function settle(parser: Parser, io: Io): void {
  parser
    .exitOverride()
    .configureOutput({
      writeOut: io.out.write,
      // `fail` prints errors, once and without values.
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .configureHelp({
      styleTitle: (title) => painted('bold', title, io, io.out),
      showGlobalOptions: false,
    });
}

/** Refuses the options that stand before the command, but for those that the command has itself. */
function refuseTargets(parser: Parser, name: string): void {
  const own = parser.options.map(({ long }) => long);
  for (const flag of targetFlags.filter((one) => !own.includes(one)))
    parser.addOption(refusedTarget(flag, name));
}

const refusedTarget = (flag: string, name: string): Option =>
  refusing(
    `${flag} [value]`,
    `${flag} stands before the ${name.includes(' ') ? 'family' : 'command'}: keyward ${flag} ${flag === '--url' ? 'ADDRESS' : 'NAME'} ${name} …`,
  );

/** Opens the service, and notes the profile, whose user must sign in again after some refusals. */
async function opened(state: Run, target: Target): Promise<Service> {
  // Loaded late: help calls no service.
  const { openService } = await import('./service.ts');
  const service = await openService(state.io, target);
  state.profile = service.profile;
  return service;
}

const keyAsArgument = (): Option =>
  refusing(
    '--api-key [key]',
    '--api-key would show your key to other users of this machine. Set KEYWARD_API_KEY instead.',
  );

interface Around {
  name: string;
  state: Run;
  program: Parser;
}

function addCommand(parser: Parser, command: Command, { name, state, program }: Around): void {
  const { io } = state;
  const { summary, about, path, query, body, examples } = command;
  parser.description(about === undefined ? `${summary}.` : `${summary}. ${about}`);
  for (const { name: argument, about: told } of path)
    parser.argument(`<${argument}>`, told.replaceAll('`', ''));
  for (const field of [...query, ...(body ?? [])])
    for (const option of optionsOf(field)) parser.addOption(option);
  for (const option of ownOptions(command)) parser.addOption(option);
  refuseTargets(parser, name);
  parser.addHelpText('after', `\nExamples:\n${examples.map((line) => `  keyward ${line}`).join('\n')}`);
  parser.action(async (...given: unknown[]) => {
    const service = () => opened(state, program.opts<Target>());
    const words = given.slice(0, path.length) as string[];
    const line = { name, command, path: words, found: parser.opts(), service };
    state.code = await execute(line, io);
  });
}

/** The options that a command has beside its fields. */
function ownOptions({ body, pages, dryRun, ifMatch, keyed, wraps, ends, endsIf, etag }: Command): Option[] {
  const seconds = (text: string): number => {
    if (/^\d{1,6}$/.test(text)) return Number(text);
    throw new UsageError('--wrap-ttl takes a number of seconds, from 30 to 3600.');
  };
  return [
    ...(body
      ? [new Option('--input <file>', 'The body as JSON: a file, or - for standard input; flags change it')]
      : []),
    ...(body?.some(({ many, nullable }) => many || nullable)
      ? [
          new Option(
            '--unset <field>',
            'Send null for a field, such as expires-at, or an empty list where it takes no null; a list that takes both needs =null, which lifts a limit, or =[] (repeat it for more)',
          ).argParser(collect),
        ]
      : []),
    ...(pages ? [new Option('--all', 'Every page, not only one')] : []),
    ...(dryRun ? [new Option('--dry-run', 'Show what would change, and change nothing')] : []),
    ...(ifMatch
      ? [new Option('--if-match <etag>', 'Only if the resource still has this ETag (-o etag prints it)')]
      : []),
    ...(keyed
      ? [new Option('--idempotency-key <key>', 'A key of your own, to repeat the command after a crash')]
      : []),
    ...(wraps
      ? [
          new Option('--wrap-ttl <seconds>', 'Print a token for the secret, which works once').argParser(
            seconds,
          ),
        ]
      : []),
    ...(ends || endsIf !== undefined ? [new Option('--yes', 'Do not ask before')] : []),
    new Option('-o, --output <format>', 'The format of the answer')
      .choices(formats.filter((format) => format !== 'etag' || etag))
      .default('table'),
    keyAsArgument(),
  ];
}
