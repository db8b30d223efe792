// keyward run: a command with a credential of its own, which ends with the command.
import { Option } from 'commander';
import type { Keyward } from '../../../typescript/src/keyward.ts';
import { exitCodeOf, UsageError, withoutSecrets } from '../failures.ts';
import type { Io } from '../io.ts';
import type { Service } from '../service.ts';
import { shown } from '../shown.ts';
import { codeOfSignal, runChild, watchSignals } from './child.ts';
import type { HandModule } from './hand-command.ts';

const usualName = 'KEYWARD_CREDENTIAL';
/** A request that ends the credential is short, and the user waits for it. */
const longestRevocationMs = 10_000;
const revocations = 3;

interface Options {
  identity?: string;
  identityId?: string;
  scope?: string[];
  ttl: string;
  env: string;
}

const collect = (text: string, before: string[] = []): string[] => [...before, text];

export const hand: HandModule = {
  examples: [
    'run --identity idn_01kahz5v3be4nr7q2m8x9c0d1e --scope deploy.execute -- ./deploy.sh production',
    'run --identity idn_01kahz5v3be4nr7q2m8x9c0d1e --scope identities.read --ttl 5m --env KEYWARD_API_KEY -- keyward identities list',
  ],
  add(parser, run) {
    parser
      .argument('<command>', 'The program to start')
      .argument('[arguments...]', 'Its arguments')
      .option('--identity <id>', 'The identity that gets the credential (required)')
      .addOption(new Option('--identity-id <id>', 'The same as --identity').hideHelp())
      .option('--scope <scope>', 'A scope of the credential (repeat it for more)', collect)
      .option(
        '--ttl <duration>',
        'How long the credential lives at most, if it cannot be revoked: 90s, 15m, 2h',
        '15m',
      )
      .option('--env <name>', 'The variable with the credential', usualName)
      .passThroughOptions()
      .addHelpText(
        'after',
        '\nThe credential is revoked when the command ends. The exit code is that of the command.',
      )
      .action(async (command: string, args: string[]) => {
        const { identity, identityId = identity, scope = [], ttl, env } = parser.opts<Options>();
        if (identityId === undefined) throw new UsageError('Give --identity. --help shows an example.');
        if (!/^[A-Za-z_]\w{0,254}$/.test(env))
          throw new UsageError('--env takes the name of a variable, such as DEPLOY_KEY.');
        const service = await run.service();
        const body = { identityId, scopes: scope, duration: ttl };
        run.end(await runWith(service, body, { command, args, env }, run.io));
      });
  },
};

type Wanted = Parameters<Keyward['credentials']['createJit']>[0];
type Made = Awaited<ReturnType<Keyward['credentials']['createJit']>>;

interface Started {
  command: string;
  args: readonly string[];
  /** The variable that gets the credential. */
  env: string;
}

async function runWith(service: Service, body: Wanted, started: Started, io: Io): Promise<number> {
  service.requireCaller();
  // Before the credential is there, so that no signal leaves it behind.
  const signals = watchSignals();
  try {
    const made = await service.keyward.credentials.createJit(body);
    let code: number;
    try {
      code =
        signals.first === undefined
          ? await runChild({ ...started, env: childEnvironment(io, started.env, made) }, signals, io)
          : codeOfSignal(signals.first);
    } catch (error) {
      await revoke(service, made, io);
      throw error;
    }
    const failed = await revoke(service, made, io);
    // A script must see that a credential lives on, and a failed command has a code already.
    return code === 0 ? failed : code;
  } finally {
    signals.stop();
  }
}

/** The key of the caller can do more than the credential, so the command does not get it. */
function childEnvironment({ env }: Io, name: string, { credential }: Made): Record<string, string> {
  const { KEYWARD_API_KEY: _, ...rest } = env;
  const kept = Object.entries(rest).filter((one): one is [string, string] => one[1] !== undefined);
  return { ...Object.fromEntries(kept), [name]: credential };
}

/** Revokes the credential, and returns 0, or the exit code of the failure after it was told. */
async function revoke(service: Service, { id, credential, expiresAt }: Made, io: Io): Promise<number> {
  const options = { timeoutMs: longestRevocationMs };
  try {
    await revokeItself(service, credential);
  } catch {
    try {
      // The credential may have no way to the service: a policy can refuse its calls.
      await service.keyward.credentials.revoke(id, { reason: 'The command of keyward run ended' }, options);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown error';
      io.err.write(
        `keyward: The credential ${id} was not revoked, and works until ${expiresAt}: ${shown(withoutSecrets(why, io))}\n` +
          `  Revoke it: keyward credentials revoke ${id}\n`,
      );
      return exitCodeOf(error);
    }
  }
  return 0;
}

/** A credential may revoke itself, even where the caller may only create credentials. */
async function revokeItself(service: Service, credential: string): Promise<void> {
  const itself = service.as(credential);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await itself.credentials.revokeOwn({ timeoutMs: longestRevocationMs });
      return;
    } catch (error) {
      const { status } = error as { status?: number };
      // The command may have revoked it, or an attempt without an answer did.
      if (status === 401) return;
      if (attempt === revocations || (status !== undefined && status < 500)) throw error;
    }
  }
}
