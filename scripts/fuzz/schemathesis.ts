import { type ChildProcess, spawn } from 'node:child_process';

const program = '.cache/python/bin/schemathesis';

/**
 * Returns the arguments of Schemathesis. All other settings are in test/fuzz/schemathesis.toml.
 * @param only the operations to call; without any, all are called
 * @param inSequences whether it also calls sequences that follow the links of the contract
 */
export function schemathesisArguments(
  origin: string,
  seconds: number,
  seed: number,
  only: readonly string[] = [],
  inSequences = true,
): string[] {
  const settings = ['--max-time', String(seconds), '--seed', String(seed), '--url', origin];
  if (!inSequences) settings.push('--phases', 'examples,coverage,fuzzing');
  for (const id of only) settings.push('--include-operation-id', id);
  return [
    '--config-file',
    'test/fuzz/schemathesis.toml',
    'run',
    ...settings,
    `${origin}/api/v1/openapi.json`,
  ];
}

/**
 * Runs Schemathesis, and returns its exit code.
 * @param env what test/fuzz reads of the environment
 * @param started is given the process, for signals
 */
export function runSchemathesis(
  words: readonly string[],
  env: Record<string, string>,
  started: (child: ChildProcess) => void,
): Promise<number> {
  console.log(`schemathesis ${words.join(' ')}`);
  const child = spawn(program, words, {
    // A proxy of this machine has no way to the loopback.
    env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...env },
    stdio: 'inherit',
  });
  started(child);
  return new Promise((done, fail) => child.once('error', fail).once('close', (code) => done(code ?? 1)));
}
