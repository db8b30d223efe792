import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';

const soon = { timeout: 60_000, interval: 50 };

/** A program that acts for a user. */
export interface Agent {
  /** Returns the address that the agent wants the user to open. */
  opened: () => Promise<string>;
  /** Waits until the agent has printed this, and returns the first group of the match. */
  says: (what: RegExp) => Promise<string>;
  /** Returns what the agent printed so far. */
  said: () => string;
  /** Waits until the agent has ended. @returns its exit code */
  ended: Promise<number | null>;
}

/** Starts a program that prints the address of a sign-in. It and its children end with the test. */
export function startAgent(
  command: string,
  words: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string | undefined> },
): Agent {
  const child = spawn(command, words, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (said += more));
  onTestFinished(async ({ task }) => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
    await ended;
    if (task.result?.state === 'fail') console.error(said);
  });
  const says = async (what: RegExp): Promise<string> => {
    // An agent that has ended says nothing more, so its output is shown at once.
    await expect.poll(() => what.test(said) || child.exitCode !== null, soon).toBe(true);
    expect(said).toMatch(what);
    return what.exec(said)?.[1] ?? '';
  };
  return { opened: () => says(/(http\S+\/authorize\?\S+)/), says, said: () => said, ended };
}
