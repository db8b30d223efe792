import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { ownClock } from './clocked-run.ts';

/** A shell that keeps its variables from one script to the next, as a terminal does. */
export interface Shell {
  /** Runs a script, and returns its standard output. */
  run: (script: string) => Promise<string>;
  /** Starts a script that goes on, in a process group of its own; resolves with what it printed when that matches. */
  start: (script: string, until: RegExp, env: Record<string, string>) => Promise<RegExpExecArray>;
}

/** Starts a shell; it and all it has started end with the test. */
export function openShell(cwd: string, env: Record<string, string | undefined>): Shell {
  const open = (words: string[], more: Record<string, string> = {}): ChildProcess => {
    const child = spawn('sh', words, { cwd, env: { ...ownClock, ...env, ...more }, detached: true });
    child.stderr?.resume();
    const ended = new Promise((done) => child.once('close', done));
    onTestFinished(async () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // it has ended
      }
      await ended;
    });
    return child;
  };
  const terminal = open([]);
  return {
    async run(script) {
      const done = printing(terminal, /^([\s\S]*)end of script\n/);
      terminal.stdin?.write(`${script}\necho 'end of script'\n`);
      const [, printed = ''] = await done;
      return printed;
    },
    start: (script, until, more) => printing(open(['-c', script], more), until),
  };
}

function printing(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  let text = '';
  return new Promise((done, fail) => {
    const ended = (): void => fail(new Error(`the shell ended after it had printed ${text}`));
    const look = (more: Buffer): void => {
      text += more.toString();
      const found = wanted.exec(text);
      if (!found) return;
      child.stdout?.off('data', look);
      child.off('close', ended);
      child.stdout?.resume();
      done(found);
    };
    child.stdout?.on('data', look);
    child.once('close', ended);
  });
}
