// The side of a child process: it says that it is ready, and answers what its parent asks.
import { Session } from 'node:inspector/promises';
import { ownCpuMicros } from './cpu.ts';

/** One question of the parent, and what comes back. */
export interface Question {
  id: number;
  name: string;
  input: unknown;
}

export type Message = { ready: unknown } | { id: number; answer: unknown } | { id: number; failure: string };

type Answers = Record<string, (input: never) => unknown>;

/** The options of startChild, with which this child was started. */
export const startedWith: unknown = JSON.parse(process.argv[2] ?? '{}');

/**
 * Answers the parent until it goes away, and then ends: a bench that was killed leaves no process behind.
 * Every child can be asked for its CPU time, its memory and for a profile of itself.
 */
export function answerParent(ready: unknown, answers: Answers = {}): void {
  const all: Answers = {
    cpu: ownCpuMicros,
    pid: () => process.pid,
    memory: () => process.memoryUsage().rss,
    ...profiler(),
    ...answers,
  };
  const send = (message: Message): void => void process.send?.(message);
  process.on('message', ({ id, name, input }: Question) => {
    Promise.resolve()
      .then(() => all[name]?.(input as never))
      .then(
        (answer) => send({ id, answer }),
        (error: unknown) =>
          send({ id, failure: error instanceof Error ? String(error.stack) : String(error) }),
      );
  });
  process.on('disconnect', () => process.exit());
  send({ ready });
}

/** Profiles from inside and not with --cpu-prof, so that start-up and warm-up are not in the picture. */
function profiler(): Answers {
  const session = new Session();
  return {
    async profileBegin() {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
    },
    async profileEnd() {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      return profile;
    },
  };
}
