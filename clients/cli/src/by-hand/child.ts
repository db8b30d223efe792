// A command of the user as a child of this process.
import { UsageError } from '../failures.ts';
import type { Io } from '../io.ts';

const isWindows = process.platform === 'win32';
/** Signals that end a process, or that programs take as orders. */
const forwarded: readonly NodeJS.Signals[] = isWindows
  ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
/**
 * Signals that a terminal sends to each process of the job by itself. A second one would make programs end at once. A console of Windows sends
 * all of them, and `kill` would end the child without a signal.
 */
const ofTerminal: readonly NodeJS.Signals[] = isWindows ? forwarded : ['SIGINT', 'SIGQUIT'];
const numbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** Returns the exit code of a process that a signal ended, as shells count it. */
export const codeOfSignal = (signal: string): number => 128 + (numbers[signal] ?? 0);

/** The signals that this process got. */
export interface Signals {
  /** The first one that asks the process to end. */
  readonly first: NodeJS.Signals | undefined;
  /** Sends those that come from now on to a process. */
  sendTo: (kill: (signal: NodeJS.Signals) => void) => void;
  stop: () => void;
}

/** Keeps this process alive on signals, so that it can clean up. */
export function watchSignals(): Signals {
  let first: NodeJS.Signals | undefined;
  let send: ((signal: NodeJS.Signals) => void) | undefined;
  const listeners = forwarded.map((signal) => {
    const listener = (): void => {
      if (!signal.startsWith('SIGUSR')) first ??= signal;
      send?.(signal);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return {
    get first() {
      return first;
    },
    sendTo(kill) {
      send = kill;
    },
    stop() {
      for (const { signal, listener } of listeners) process.off(signal, listener);
    },
  };
}

interface Start {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** Runs a command with the streams of this process, and returns its exit code. @throws {UsageError} if there is no such program */
export async function runChild({ command, args, env }: Start, signals: Signals, io: Io): Promise<number> {
  const { spawn } = await import('node:child_process');
  // A signal may have come while the module was loaded.
  if (signals.first !== undefined) return codeOfSignal(signals.first);
  return new Promise<number>((done, fail) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    const { stdin, stdout, stderr } = process;
    // A terminal signals the child as well, also where a stream of the command is redirected.
    const hasTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY);
    signals.sendTo((signal) => {
      if (!hasTerminal || !ofTerminal.includes(signal)) child.kill(signal);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      if (error.code !== 'ENOENT' && error.code !== 'EACCES') {
        fail(new UsageError(`The command cannot start (${error.code ?? 'unknown'}).`));
        return;
      }
      const isThere = error.code === 'EACCES';
      io.err.write(
        `keyward: ${isThere ? 'You may not start this command.' : 'There is no such command.'} Write its name and its arguments after --.\n`,
      );
      // As shells count it.
      done(isThere ? 126 : 127);
    });
    child.once('exit', (code, signal) => done(signal === null ? (code ?? 0) : codeOfSignal(signal)));
  });
}
