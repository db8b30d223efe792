import { type ChildProcess, spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';

/** A server of other people, which ends with the test. */
export interface Served {
  /** Ends it before the test does. */
  stop: () => Promise<void>;
}

/**
 * Starts a server of other people and waits until it answers at its port. Its output is shown if the test fails.
 * @param timeout how long it may take to answer, in milliseconds
 * @throws when it ends before
 */
export async function serve(
  command: string,
  words: readonly string[],
  options: object,
  port: number,
  timeout = 20_000,
): Promise<Served> {
  const child: ChildProcess = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (printed += more));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  onTestFinished(async ({ task }) => {
    await stop();
    if (task.result?.state === 'fail') console.error(printed);
  });
  const answers = (): Promise<boolean> =>
    fetch(`http://localhost:${port}/nothing`).then(
      () => true,
      () => false,
    );
  await Promise.race([
    expect.poll(answers, { timeout, interval: 50 }).toBe(true),
    ended.then(() => Promise.reject(new Error(`${command} ended: ${printed}`))),
  ]);
  return { stop };
}
