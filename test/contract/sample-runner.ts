// Reads the name of a file from each line of JSON on the standard input. Runs the file and answers with its output.
// Like sample_runner.py, but all files run in this process, because starting a process takes longer than a sample.
import { Console } from 'node:console';
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
// The console of Deno does not write by `process.stdout`.
globalThis.console = new Console(process.stdout, process.stderr);
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
  // Waits one turn, because Node reports rejections without a handler before the next turn.
  await new Promise(setImmediate);
  answer(`${JSON.stringify({ status: status || (process.exitCode ?? 0), stdout, stderr })}\n`);
}
