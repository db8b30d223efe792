// Publishes a part of dist/: make publish PART=npm. Without PART, it says whether dist/ may be published. A release that may not be
// published publishes no part.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOwner } from './release/owner.ts';
import { reasonsAgainst, statementOf } from './release/publishable.ts';
import { digestFile, uploads } from './release/uploads.ts';

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
  const commandsOf = uploads[PART];
  if (!commandsOf) throw new Error(`Unknown part: ${PART}. Parts are ${Object.keys(uploads).join(', ')}.`);
  const { owner } = readOwner();
  for (const { program, words, input } of commandsOf({ out, version, owner, account: account() }))
    execFileSync(program, words, {
      input,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    });
  if (PART === 'image') tellJob(owner.image, digestFile(out));
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
