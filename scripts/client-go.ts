// Writes the generated core of clients/go: models by oapi-codegen, and a method for each operation.
// Go is needed only if a schema has changed. The other files are written without it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Contract, isOurs, operationsOf } from '../src/lib/contract.ts';
import { clientNames } from './client-names.ts';
import { readContract } from './contract.ts';
import { describe } from './go/document.ts';
import { families } from './go/families.ts';
import { goProgram } from './go/program.ts';

const generator = 'clients/go/generator';
/** The files that decide on the models beside the contract. */
const settings = ['go.mod', 'go.sum', 'settings.yaml', 'imports.tmpl'];
const models = 'models.gen.go';
const notice = '// Code generated from openapi/ by `make generate` (scripts/client-go.ts); DO NOT EDIT.\n';

/** Returns the sources that need no Go, and the document that oapi-codegen makes the models of, with a digest. */
function sourcesOf(contract: Contract): {
  written: Record<string, string>;
  document: string;
  digest: string;
} {
  const operations = operationsOf(contract).filter(isOurs);
  const names = clientNames(operations);
  const { shapes, document } = describe(contract, operations);
  const described = operations.map((operation) => ({
    operation,
    name: names.get(operation.id) ?? { family: '', method: operation.id },
    shape: shapes.get(operation.id) ?? { item: undefined },
  }));
  const version = JSON.stringify(contract.info?.version);
  const written = {
    'families.gen.go': `${notice}\n${families(described)}`,
    'version.gen.go': `${notice}\npackage keyward\n\n// Version is the version of this client, which is that of the contract.\nconst Version = ${version}\n`,
  };
  const text = JSON.stringify(document, null, 1);
  const digest = createHash('sha256').update(text);
  for (const file of settings) digest.update(readFileSync(`${generator}/${file}`));
  return { written, document: text, digest: digest.digest('hex') };
}

const digestLine = (digest: string): string => `// Made of ${digest}.\n`;

/** Returns the models that oapi-codegen makes of a document. */
function makeModels(go: string, document: string, digest: string, work: string): string {
  mkdirSync(work, { recursive: true });
  writeFileSync(`${work}/document.json`, document);
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' };
  const words = ['-config', 'settings.yaml', '-o', resolve(work, models), resolve(work, 'document.json')];
  execFileSync(go, ['tool', 'oapi-codegen', ...words], { cwd: generator, env, stdio: 'inherit' });
  // Behind the first line, which says what has made the file.
  return readFileSync(`${work}/${models}`, 'utf8').replace('\n', `\n${digestLine(digest)}`);
}

/**
 * Writes the generated files of a folder. Models that were made of the same document by the same generator stay, unless all are made again.
 * @throws if the models must be made again and there is no Go
 */
export function generate(contract: Contract, folder: string, work: string, all = false): void {
  const { written, document, digest } = sourcesOf(contract);
  for (const [file, text] of Object.entries(written)) writeFileSync(`${folder}/${file}`, text);
  const file = `${folder}/${models}`;
  if (!all && existsSync(file) && readFileSync(file, 'utf8').includes(digestLine(digest))) return;
  const go = goProgram();
  if (go === undefined)
    throw new Error('The models of the Go client need Go 1.26 (Debian: apt-get install golang-go)');
  writeFileSync(file, makeModels(go, document, digest, work));
}

if (import.meta.main) {
  const contract = readContract();
  try {
    generate(contract, 'clients/go', '.cache/client-go');
  } catch (error) {
    // A developer without Go generates all that needs none. The gate has Go.
    if (process.env['CI'] || goProgram() !== undefined) throw error;
    console.log((error as Error).message);
  }
}
