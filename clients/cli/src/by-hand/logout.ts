// keyward logout: ends the sign-in of a profile, and forgets it.
import { UsageError } from '../failures.ts';
import { nameOf } from '../profiles/connection.ts';
import { locked } from '../profiles/lock.ts';
import { loginCommand } from '../profiles/login-command.ts';
import { revoke } from '../profiles/provider.ts';
import { Profiles } from '../profiles/store.ts';
import type { Target } from '../target.ts';
import type { HandModule, HandRun } from './hand-command.ts';

export const hand: HandModule = {
  examples: ['logout', 'logout --profile reading'],
  add(parser, run) {
    parser
      .option('--profile <name>', 'The name of the profile, instead of KEYWARD_PROFILE (default: "default")')
      .action(async () => {
        await logout({ ...run.target(), ...parser.opts<Target>() }, run);
      });
  },
};

async function logout(target: Target, { io }: HandRun): Promise<void> {
  const name = nameOf(io, target);
  const profiles = Profiles.of(io.env);
  if (!profiles?.read(name)) throw new UsageError(`There is no profile ${name}. Run: ${loginCommand(name)}`);
  await locked(`${profiles.fileOf(name)}.lock`, async () => {
    // Another command may have renewed the tokens before the lock was free.
    const profile = profiles.read(name);
    if (!profile) return;
    try {
      await revoke(profile, { fetch: io.fetch ?? fetch });
    } catch (error) {
      io.err.write(
        `keyward: The profile ${name} is forgotten here, and the service did not end the sign-in. End it on the page of your account.\n`,
      );
      throw error;
    } finally {
      profiles.remove(name);
    }
  });
  io.err.write(`Signed out. The profile ${name} is forgotten.\n`);
}
