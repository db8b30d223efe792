// The parent's side of the processes of a bench.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Message } from './child.ts';

/** A process of the bench. */
export interface Child<Ready> {
  readonly ready: Ready;
  ask<Answer>(name: string, input?: unknown): Promise<Answer>;
  /** CPU time since it began, in microseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a program of bench/ and waits until it is ready.
 * @param program path from bench/
 * @param env over ours
 */
export async function startChild<Ready>(
  program: string,
  options: object,
  env: NodeJS.ProcessEnv = {},
): Promise<Child<Ready>> {
  const child = fork(fileURLToPath(new URL(`../${program}`, import.meta.url)), [JSON.stringify(options)], {
    // The log of a service goes where a real one's would: out of this process, to another reader. SHOW_LOG=1 shows it.
    stdio: ['ignore', process.env['SHOW_LOG'] === '1' ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, ...env },
  });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(reason: Error): void }>();
  let next = 1;
  let ended = false;

  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if ('ready' in message) return resolve(message.ready as Ready);
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if ('failure' in message) call?.reject(new Error(`${program}: ${message.failure}`));
      else call?.resolve(message.answer);
    });
    child.once('exit', (code, signal) => {
      ended = true;
      const error = new Error(`${program} ended with ${code ?? signal}`);
      reject(error);
      for (const call of waiting.values()) call.reject(error);
    });
  });

  const ask = <Answer>(name: string, input?: unknown): Promise<Answer> =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) return reject(new Error(`${program} has ended`));
      const id = next++;
      waiting.set(id, { resolve, reject });
      child.send({ id, name, input });
    }) as Promise<Answer>;

  return {
    ready,
    ask,
    cpu: () => ask<number>('cpu'),
    stop: () =>
      new Promise((resolve) => {
        if (ended) return resolve();
        child.once('exit', () => resolve());
        if (child.connected) child.disconnect();
      }),
  };
}
