import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Ends tests that stand still. If the event loop of a worker is blocked, vitest waits without a limit. When no test has begun or
 * ended for too long, this reporter names the tests under way and kills the workers. vitest then reports their files as
 * failed, and runs the other files. After a second silence this reporter ends the run.
 */
export class Silence implements Reporter {
  readonly #underWay = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #silences = 0;
  readonly #longest: number;

  /** @param longest in milliseconds; longer than any test may take */
  constructor(longest = 12 * 60_000) {
    this.#longest = longest;
  }

  onTestRunStart(): void {
    this.#hear();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#begins(moduleId, 'before its first test');
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    this.#begins(module.moduleId, fullName);
  }

  onTestCaseResult({ module, fullName }: TestCase): void {
    this.#begins(module.moduleId, `after ${fullName}`);
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#underWay.delete(moduleId);
    this.#hear();
  }

  /** A run that watches files is silent until one changes. */
  onTestRunEnd(): void {
    clearTimeout(this.#timer);
    this.#underWay.clear();
  }

  #begins(file: string, test: string): void {
    this.#underWay.set(file, test);
    this.#hear();
  }

  #hear(): void {
    this.#silences = 0;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), this.#longest).unref();
  }

  #end(): void {
    const workers = children(process.pid);
    const lines = [
      `\nNo test began or ended for ${this.#longest / 1_000} seconds. Under way:`,
      ...[...this.#underWay].map(([file, test]) => `  ${file}: ${test}`),
      ...workers.map((worker) => describe(worker, '  ')),
    ];
    console.error(lines.join('\n'));
    this.#silences++;
    for (const { id, name } of workers) {
      // Postgres would go on, and its files with it.
      if (runtimes.test(name)) send(id, 'SIGKILL');
      else if (this.#silences > 1) send(id, 'SIGINT');
    }
    if (this.#silences > 1) process.exit(1);
    this.#wait();
  }
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** How Node and Deno call their processes; Postgres is a child as well. */
const runtimes = /^(node|deno|MainThread$)/;

interface Process {
  id: number;
  parent: number;
  name: string;
  state: string;
  /** In hundredths of a second. */
  cpu: number;
}

/**
 * Returns the kernel's statistics of every process, proc_pid_stat(5); nothing where there is no such folder.
 */
function processes(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((id) => /^\d+$/.test(id))
      .flatMap((id) => {
        try {
          return [parsed(Number(id), readFileSync(`/proc/${id}/stat`, 'utf8'))];
        } catch {
          // It has ended.
          return [];
        }
      });
  } catch {
    return [];
  }
}

function parsed(id: number, text: string): Process {
  // The name stands in parentheses and may contain any character.
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent] = fields;
  return { id, parent: Number(parent), name, state, cpu: Number(fields[11]) + Number(fields[12]) };
}

const children = (parent: number): Process[] => processes().filter((one) => one.parent === parent);

function describe({ id, name, state, cpu }: Process, indent: string): string {
  const own = `${indent}process ${id} (${name}), state ${state}, ${cpu / 100} s of CPU`;
  return [own, ...children(id).map((child) => describe(child, `${indent}  `))].join('\n');
}
