// Starts the server of MCP, and ends it with its client.
import { holds } from '../../../../src/lib/scope.ts';
import type { HandRun } from '../by-hand/hand-command.ts';
import { UsageError } from '../failures.ts';
import type { Io } from '../io.ts';
import { shown } from '../shown.ts';
import { openNarrow } from './caller.ts';
import { serveHttp } from './http.ts';
import { loadLibrary } from './load-library.ts';
import { openFolder, type SecretsTo } from './secrets.ts';
import { serverMaker } from './server.ts';
import { chosenTools, scopesOf } from './tools.ts';
import { Turns } from './turns.ts';

export interface Start {
  families: readonly string[];
  allow: readonly string[];
  secrets: SecretsTo;
  /** Serves HTTP instead of standard input. */
  port?: number | undefined;
}

/** The shortest token that a program on the same machine cannot guess. */
const shortestToken = 16;

function tokenOf(env: Readonly<Record<string, string | undefined>>): string {
  const token = env['KEYWARD_MCP_TOKEN'] ?? '';
  if (token.length >= shortestToken) return token;
  throw new UsageError(
    `Set KEYWARD_MCP_TOKEN to a random text of ${shortestToken} signs or more. Clients send it as a bearer token.`,
  );
}

/** Returns a promise that a signal to end fulfils, and a client that reads no more. */
function signalled(io: Io): { ended: Promise<void>; forget: () => void } {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let end = (): void => undefined;
  const ended = new Promise<void>((done) => {
    end = () => done();
  });
  for (const signal of signals) process.on(signal, end);
  io.whenReaderGone?.(end);
  return {
    ended,
    forget: () => {
      for (const signal of signals) process.off(signal, end);
    },
  };
}

/** Serves until the client leaves, or a signal comes. */
export async function start({ families, allow, secrets, port }: Start, run: HandRun): Promise<void> {
  const { io } = run;
  const tools = chosenTools(run.families, { families, allow, showSecrets: secrets === 'show' });
  const token = port === undefined ? '' : tokenOf(io.env);
  const secretsTo = typeof secrets === 'object' ? openFolder(secrets.folder) : secrets;
  // Before a key is made, so that a signal does not leave it behind.
  const signal = signalled(io);
  const narrow = await openNarrow(run, { scopes: scopesOf(tools, allow), allow });
  let close = (): Promise<void> => Promise.resolve();
  try {
    const around = { io, secretsTo, turns: new Turns(), narrow };
    const usable = tools.filter(
      ({ command: { scope } }) => scope === null || holds(narrow.scopes, scope ?? ''),
    );
    const say = (text: string): void => io.err.write(`keyward mcp: ${shown(text)}\n`);
    say(`${usable.length} tools, scopes ${narrow.scopes.join(', ')}. ${narrow.about}`);
    const library = await loadLibrary();
    const make = serverMaker(library, usable, around);
    if (port === undefined) {
      const served = library.serveStdio(make);
      close = () => served.close();
      await Promise.race([inputEnd(), signal.ended]);
    } else {
      const server = await serveHttp({ port, token, make, library });
      close = () => server.close();
      say(server.url);
      await signal.ended;
    }
  } finally {
    if (!(await narrow.end()))
      io.err.write('keyward mcp: The key of this run could not be revoked. It ends within the hour.\n');
    signal.forget();
    // After the key has ended, because a connection may stay open.
    await close();
  }
}

/** Returns when standard input ends. */
const inputEnd = (): Promise<void> =>
  new Promise((done) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => done());
  });
