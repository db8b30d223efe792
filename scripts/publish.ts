// Publishes a part of dist/: make publish PART=npm. Without PART, it says whether dist/ may be published. A release that may not be
// published publishes no part.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOwner } from './release/owner.ts';
import { reasonsAgainst, statementOf } from './release/publishable.ts';
import { type Command, digestFile, uploads } from './release/uploads.ts';

const { OUT = '', PART = '' } = process.env;

try {
  publish();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

function publish(): void {
  const out = resolve(OUT || 'dist');
  const reasons = reasonsAgainst(out);
  if (reasons.length > 0)
    throw new Error(
      `${out} cannot be published:\n${reasons.map((reason) => `- ${reason}`).join('\n')}\nSee docs/releasing.md.`,
    );
  const { version } = statementOf(out).predicate.buildDefinition.externalParameters;
  if (PART === '')
    return console.log(`${out} may be published as ${version}: ${Object.keys(uploads).join(', ')}.`);
  const commandsOf = Object.hasOwn(uploads, PART) ? uploads[PART] : undefined;
  if (!commandsOf) throw new Error(`Unknown part: ${PART}. Parts are ${Object.keys(uploads).join(', ')}.`);
  const { owner } = readOwner();
  for (const command of commandsOf({ out, version, owner, account: account() }))
    if (!isPublished(command)) start(command);
  if (PART === 'image') tellJob(owner.image, digestFile(out));
}

function start({ program, words, input }: Command): void {
  execFileSync(program, words, {
    input,
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
  });
}

/** Whether the registry has the same file already. @throws if it has another file, or does not answer */
function isPublished({ published }: Command): boolean {
  if (!published) return false;
  const { program, words, digest } = published;
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  const asked = `${program} ${words.join(' ')}`;
  if (status !== 0) {
    // npm shows the status of the registry in its errors. Each other fault may pass.
    if (/\bE404\b/.test(stderr)) return false;
    throw new Error(`${asked} failed. Run the part again.\n${stderr}`, { cause: error });
  }
  const found = stdout.trim();
  if (found === '') return false;
  if (found !== digest)
    throw new Error(`The registry has another file: ${asked} shows ${found}, and the release has ${digest}.`);
  console.log(`skipped what is published: ${asked}`);
  return true;
}

/** Returns the account of the job, for registries of GitHub. */
function account(): { name: string; token: string } | undefined {
  const { GITHUB_ACTOR: name, GH_TOKEN: token } = process.env;
  return name && token ? { name, token } : undefined;
}

/** Gives the next step of a job the name and the digest of the image, for its attestation. */
function tellJob(name: string, file: string): void {
  const { GITHUB_OUTPUT: output } = process.env;
  if (output) appendFileSync(output, `name=${name}\ndigest=${readFileSync(file, 'utf8').trim()}\n`);
}
