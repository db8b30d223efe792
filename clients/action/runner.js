// Values that a runner of GitHub Actions gives to a script, and commands that it reads (docs.github.com, "Workflow commands").
import { appendFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

/** Returns an input of the step, without white space around it. @param {string} name as in action.yml */
export const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** Returns an input that a step must have. @param {string} name @param {string} example */
export function requiredInput(name, example) {
  const value = input(name);
  if (value === '') throw new Error(`The input ${name} is missing. Set it, such as ${name}: ${example}`);
  return value;
}

/** Keeps a value out of the log from now on. @param {string} value */
export const mask = (value) => command('add-mask', value);

/** @param {string} sentence */
export const warning = (sentence) => command('warning', sentence);

/** Says why the step failed, and lets it fail. @param {unknown} error */
export function fail(error) {
  command('error', error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

// A line break would end the command, and the rest of the text would be a command of its own.
/** @param {string} name @param {string} value */
const command = (name, value) =>
  console.log(`::${name}::${value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`);

/**
 * Hands a value on: to the next steps as an output or a variable, or to the end of the job.
 * @param {'GITHUB_OUTPUT' | 'GITHUB_ENV' | 'GITHUB_STATE'} file @param {string} name @param {string} value
 */
export function handOn(file, name, value) {
  const path = process.env[file];
  if (!path) throw new Error(`${file} is missing. Run this as a step of GitHub Actions`);
  const end = `end_${randomUUID()}`;
  appendFileSync(path, `${name}<<${end}\n${value}\n${end}\n`);
}
