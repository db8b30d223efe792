import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Prism on any free port of this machine. */
export interface Prism {
  origin: string;
  /** Ends it as Ctrl-C does, and tells its exit code. */
  stop: () => Promise<number | null>;
}

/** The mock, by the program behind `make mock`. */
export const startMock = (env: { DYNAMIC?: '0' | '1' } = {}): Promise<Prism> =>
  start((document) => ['scripts/mock.ts', document], env);

/** Read once in a process: to read the contract takes Prism three seconds. */
let contract: ReturnType<typeof getHttpOperationsFromSpec> | undefined;

/** A proxy before a service that answers 500 instead of passing on what breaks the contract. It runs in this process. */
export async function startProxy(upstream: string): Promise<Prism> {
  contract ??= getHttpOperationsFromSpec(join(repository, 'generated/openapi.json'));
  const server = createServer(await contract, {
    cors: true,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      // Tests send requests that break the contract to see them refused.
      validateRequest: false,
      validateResponse: true,
      checkSecurity: true,
      errors: true,
      mock: { dynamic: false },
    },
    components: { logger: createLogger('Prism', { level: 'silent' }) },
  });
  // Prism sorts all operations for each request, which takes more of a processor than its checks of the answer.
  const { prism } = server;
  const answerOneOf = prism.request;
  prism.request = (input, all, config) => answerOneOf(input, nearTo(input.url.path, all), config);
  const origin = await server.listen(0, '127.0.0.1');
  return {
    origin,
    async stop() {
      await server.close();
      return 0;
    },
  };
}

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

const partsOf = new WeakMap<object, readonly string[]>();

/**
 * The operations that Prism can choose for a path: they have as many parts, and the same parts where they have no parameter. All
 * operations if there is none, so that Prism says what is wrong.
 */
function nearTo(path: string, all: Operations): Operations {
  const asked = path.split('/');
  const near = all.filter((operation) => {
    const parts = partsOf.get(operation) ?? operation.path.split('/');
    partsOf.set(operation, parts);
    return (
      parts.length === asked.length && parts.every((part, at) => part.includes('{') || part === asked[at])
    );
  });
  return near.length > 0 ? near : all;
}

async function start(
  wordsFor: (document: string) => string[],
  env: Record<string, string> = {},
): Promise<Prism> {
  // Prism watches its document and moves to another port when the document is written again. The copy is never written again.
  const folder = mkdtempSync(join(tmpdir(), 'keyward-prism-'));
  const document = join(folder, 'openapi.json');
  copyFileSync(join(repository, 'generated/openapi.json'), document);
  const prism = spawn(process.execPath, wordsFor(document), {
    cwd: repository,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => prism.once('close', resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    let listens = false;
    const hear = (chunk: string): void => {
      if (listens) return;
      said += chunk;
      const [, found] = /is listening on (\S+)/.exec(said) ?? [];
      listens = found !== undefined;
      if (found !== undefined) resolve(found);
    };
    for (const stream of [prism.stdout, prism.stderr]) stream.setEncoding('utf8').on('data', hear);
    void ended.then(() => reject(new Error(`Prism ended before it listened: ${said}`)));
  });
  return {
    origin,
    async stop() {
      prism.kill('SIGINT');
      const code = await ended;
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}
