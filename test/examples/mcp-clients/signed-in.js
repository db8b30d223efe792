// Runs the agent of examples/ for a user whose browser answers by itself: node signed-in.js <agent.js> <address of the MCP server>
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const [agent, server] = process.argv.slice(2);

/** A port of this machine that no program listens at. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Waits until the agent listens. */
async function listens(port) {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise((done) => socket.once('connect', () => done(true)).once('error', () => done(false)));
    socket.destroy();
    if (isThere) return;
    await wait(50);
  }
}

const port = await freePort();
const document = { CLIENT_METADATA_URL: 'https://conformance-test.local/client-metadata.json' };
const env = { ...process.env, AGENT_PORT: String(port) };
if (env.MCP_CONFORMANCE_SCENARIO === 'auth/basic-cimd') Object.assign(env, document);
const child = spawn(process.execPath, [agent, server], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const answer = async (address) => {
  await listens(port);
  await fetch(address);
};
child.stdout.setEncoding('utf8').on('data', (text) => {
  const address = /^Open (\S+)/m.exec(text)?.[1];
  if (address) void answer(address);
});
const [code] = await once(child, 'exit');
// An agent that has ended listens no more.
process.exit(code ?? 1);
