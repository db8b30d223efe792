import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { lacks, programOf } from './programs.ts';

const run = promisify(execFile);
const version = '7.25.0';

/** Whether this machine lacks what openapi-generator needs. @param what the tests that are left out */
export const lacksGenerator = (what: string): boolean =>
  lacks(programOf('mvn'), `${what} need Maven (Debian: apt install maven)`);

/**
 * Writes the program `openapi-generator-cli` into a folder, as its users have it. Maven fetches the generator.
 * @returns the path of the program
 */
export async function openapiGenerator(folder: string): Promise<string> {
  const jars = resolve('.cache/generators');
  const artifact = `org.openapitools:openapi-generator-cli:${version}`;
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  await run('mvn', ['-B', '-q', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${jars}`]);
  const program = join(folder, 'openapi-generator-cli');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    program,
    `#!/bin/sh\nexec java -jar '${join(jars, `openapi-generator-cli-${version}.jar`)}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}
