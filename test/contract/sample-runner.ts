// Runs each file that comes as a line of JSON on its standard input, and answers with what it printed: as
// sample_runner.py does, but all in this process, because to start one takes longer than all that a sample does.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const answer = process.stdout.write.bind(process.stdout);
let stdout = '';
let stderr = '';
let status = 0;
process.stdout.write = (chunk: string | Uint8Array) => {
  stdout += String(chunk);
  return true;
};
process.stderr.write = (chunk: string | Uint8Array) => {
  stderr += String(chunk);
  return true;
};
const fail = (error: unknown): void => {
  status = 1;
  stderr += error instanceof Error ? (error.stack ?? error.message) : String(error);
};
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

for await (const line of createInterface(process.stdin)) {
  const { file, env } = JSON.parse(line) as { file: string; env: Record<string, string> };
  Object.assign(process.env, env);
  process.exitCode = undefined;
  stdout = stderr = '';
  status = 0;
  await import(pathToFileURL(file).href).catch(fail);
  // What nobody awaited and failed is told before the next turn.
  await new Promise(setImmediate);
  answer(`${JSON.stringify({ status: status || (process.exitCode ?? 0), stdout, stderr })}\n`);
}
