// keyward run: a command with a credential of its own, which ends with the command.
import { Option } from 'commander';
import { KeywardConnectionError } from '../../../typescript/src/errors.ts';
import type { Keyward } from '../../../typescript/src/keyward.ts';
import type { CallOptions } from '../../../typescript/src/request.ts';
import { exitCodeOf, exitCodes, UsageError, withoutSecrets } from '../failures.ts';
import { collect } from '../flags.ts';
import type { Io } from '../io.ts';
import type { Service } from '../service.ts';
import { shown } from '../shown.ts';
import { codeOfSignal, runChild, type Signals, watchSignals } from './child.ts';
import type { HandModule } from './hand-command.ts';

const usualName = 'KEYWARD_CREDENTIAL';
/** A request that ends the credential is short, and the user waits for it. */
const longestRevocationMs = 10_000;
const longestAttemptMs = 3_000;
const revocations = 2;

interface Options {
  identity?: string;
  identityId?: string;
  scope?: string[];
  ttl: string;
  env: string;
}

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
  // The credential is revoked first.
  io.whenReaderGone?.(() => undefined);
  try {
    const made = await create(service, body, signals);
    let code: number;
    try {
      code =
        signals.first === undefined
          ? await runChild({ ...started, env: childEnvironment(io, started.env, made) }, signals, io)
          : codeOfSignal(signals.first);
    } catch (error) {
      await revoke(service, made, signals, io);
      throw error;
    }
    const failed = await revoke(service, made, signals, io);
    // A script must see that a credential lives on, and a failed command has a code already.
    return code === 0 ? failed : code;
  } finally {
    signals.stop();
  }
}

/** Creates the credential. A first signal waits for it, because only its ID lets the run revoke it. */
async function create(service: Service, body: Wanted, signals: Signals): Promise<Made> {
  const signal = secondOf(signals);
  try {
    return await service.keyward.credentials.createJit(body, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new KeywardConnectionError(
      `The run ended before the service answered. It may have created a credential, which works for ${body.duration}.`,
      { code: 'CONNECTION_FAILED', cause: error },
    );
  }
}

/** Returns a signal that the second order to end gives. */
function secondOf(signals: Signals): AbortSignal {
  const ending = new AbortController();
  let isFirst = signals.first === undefined;
  signals.sendTo((name) => {
    if (name.startsWith('SIGUSR')) return;
    if (!isFirst) ending.abort();
    isFirst = false;
  });
  return ending.signal;
}

/** Variables that would give the command more rights than the credential has. */
const withheld = ['KEYWARD_API_KEY', 'KEYWARD_PROFILE', 'KEYWARD_MCP_TOKEN'];

/** The key and the profiles of the caller can do more than the credential, so the command does not get them. */
function childEnvironment({ env }: Io, name: string, { credential }: Made): Record<string, string> {
  const rest = Object.entries(env).filter(
    (one): one is [string, string] => one[1] !== undefined && !withheld.includes(one[0]),
  );
  return { ...Object.fromEntries(rest), KEYWARD_RUN: '1', [name]: credential };
}

/** Revokes the credential, and returns 0, or the exit code of the failure after it was told. A second signal ends the attempts. */
async function revoke(
  service: Service,
  { id, credential, expiresAt }: Made,
  signals: Signals,
  io: Io,
): Promise<number> {
  const signal = AbortSignal.any([secondOf(signals), AbortSignal.timeout(longestRevocationMs)]);
  const options = { timeoutMs: longestAttemptMs, maxRetries: 0, signal };
  try {
    await revokeItself(service, credential, options);
  } catch {
    try {
      // The credential may have no way to the service: a policy can refuse its calls.
      await service.keyward.credentials.revoke(id, { reason: 'The command of keyward run ended' }, options);
    } catch (error) {
      const why = signal.aborted
        ? 'the service did not answer.'
        : error instanceof Error
          ? error.message
          : 'unknown error';
      io.err.write(
        `keyward: The credential ${id} was not revoked, and works until ${expiresAt}: ${shown(withoutSecrets(why, io))}\n` +
          `  Revoke it: keyward credentials revoke ${id}\n`,
      );
      return signal.aborted ? exitCodes.service : exitCodeOf(error);
    }
  }
  return 0;
}

/**
 * A credential may revoke itself, even where the caller may only create credentials. A 401 says nothing: a proxy gives it as well, and the
 * identity may be suspended for a while.
 */
async function revokeItself(service: Service, credential: string, options: CallOptions): Promise<void> {
  const itself = service.as(credential);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await itself.credentials.revokeOwn(options);
      return;
    } catch (error) {
      const { status } = error as { status?: number };
      if (attempt === revocations || options.signal?.aborted || (status !== undefined && status < 500))
        throw error;
    }
  }
}
