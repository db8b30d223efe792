// Writes what the section of webhooks knows of the contract and of the documentation: the events, each with its example
// and the scopes that read it, and the tested samples that verify a signature.
import { readFileSync, writeFileSync } from 'node:fs';
import { Reader } from '../scripts/contract-reader.ts';
import { readContract } from '../scripts/contract.ts';
import { operationsOf } from '../src/lib/contract.ts';
import { scopesToRead } from '../src/webhooks/subscription.ts';

const contract = readContract();
const reader = new Reader(contract);
const events = operationsOf({ ...contract, paths: contract.webhooks ?? {} })
  // Sent by a test only: nothing subscribes to it.
  .filter(({ path }) => path !== 'webhook.test')
  .map(({ path, summary, body }) => ({
    type: path,
    summary,
    scopes: scopesToRead([path]),
    example: reader.written(reader.follow(body?.content?.['application/json']?.schema ?? {}))[0],
  }));

/** The blocks of code in a language below a heading of a document. */
function blocks(file: string, heading: string, language: string): string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const section = text.split(/^(?=## )/mu).find((one) => one.startsWith(`## ${heading}\n`)) ?? '';
  const found = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)].filter(([, name]) => name === language);
  if (found.length === 0) throw new Error(`${file} has no ${language} below ${heading}`);
  return found.map(([, , code = '']) => code.trimEnd());
}

/** A receiver comes first, the check alone last. */
const last = (found: string[]) => found.at(-1);
const recipes = {
  // One name of the variable in all of them.
  typescript: last(blocks('clients/typescript/README.md', 'Receive a webhook', 'ts'))?.replace(
    'env.WEBHOOK_SECRET',
    'env.KEYWARD_WEBHOOK_SECRET',
  ),
  python: last(blocks('clients/python/README.md', '5. Verify a webhook', 'python')),
  bareTypescript: last(blocks('docs/webhooks.md', '3. Receive events', 'ts')),
  barePython: last(blocks('docs/webhooks.md', '3. Receive events', 'python')),
};

const file = (name: string, source: string[]) =>
  writeFileSync(new URL(`src/generated/${name}.ts`, import.meta.url), `${source.join('\n')}\n`);
const mark = '// Made by `make dashboard-client`; do not edit.';
file('events', [
  mark,
  'export interface EventType {',
  '  type: string;',
  '  summary: string;',
  '  /** Needed to subscribe, and to read a payload. */',
  '  scopes: readonly string[];',
  '  /** What is sent. */',
  '  example: unknown;',
  '}',
  `export const events: readonly EventType[] = ${JSON.stringify(events, null, 2)};`,
  `export const scopesOfAll: readonly string[] = ${JSON.stringify(scopesToRead(['*']))};`,
]);
file('recipes', [mark, `export const recipes = ${JSON.stringify(recipes, null, 2)} as const;`]);
