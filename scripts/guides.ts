// Writes the guides of /docs from the pages of `docs/`: the HTML of each page, and the tables of pages and concepts.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failures } from '../src/failure.ts';
import {
  errorPath,
  eventPath,
  guidePath,
  operationPath,
  verificationPath,
} from '../src/http/reference/paths.ts';
import { verificationCodes } from '../src/http/reference/verification-codes.ts';
import { operationsOf } from '../src/lib/contract.ts';
import { readContract } from './contract.ts';
import { concepts, synonyms } from './guides/concepts.ts';
import { fileOf, goals, guidesOfTags, tasks } from './guides/contents.ts';
import { mentions } from './guides/mentions.ts';
import { type Rendered, render } from './guides/markdown.ts';

const out = 'generated/docs';
const contract = readContract();
const operations = operationsOf(contract);

const decisions = globSync('docs/decisions/0*.md')
  .toSorted()
  .map((file) => file.slice('docs/'.length, -'.md'.length));
const guides = [...tasks.flatMap(({ pages }) => pages), ...decisions];
/** The path of each guide by its file, as seen from the root of the repository. */
const pathsOfFiles = new Map(guides.map((guide) => [fileOf(guide), guidePath(guide)]));

const paths = new Set(pathsOfFiles.values());

/** The files that guides show or link, as seen from `docs/`. */
const files = new Set<string>();

/** The pages about names that stand in code. */
const named = new Map([
  ...Object.keys(verificationCodes).map((code): [string, string] => [code, verificationPath(code)]),
  ...Object.keys(failures).map((code): [string, string] => [code, errorPath(code)]),
  ...Object.keys(contract.webhooks ?? {}).map((type): [string, string] => [type, eventPath(type)]),
  ...operations.flatMap(({ id, method, path }): [string, string][] => [
    [id, operationPath(id)],
    [`${method} ${path}`, operationPath(id)],
  ]),
]);

/** Returns where a link in a file leads. A file that the site does not have is named by its path in the repository. */
function leadsTo(file: string, target: string): string {
  if (/^(?:#|https:)/.test(target)) return target;
  const [path = '', place] = target.split('#');
  const found = join(dirname(file), path);
  if (!existsSync(found)) throw new Error(`links to ${target}, which is not there`);
  const hash = place === undefined ? '' : `#${place}`;
  const guide = pathsOfFiles.get(found);
  if (guide !== undefined) return guide + hash;
  if (found.endsWith('openapi.yaml')) return '/api/v1/openapi.yaml';
  if (/^docs\/.*\.(?:png|json)$/.test(found)) {
    const name = found.slice('docs/'.length);
    files.add(name);
    return guidePath(name) + hash;
  }
  return `repository:${found}${hash}`;
}

/**
 * Returns how a link of a guide is written in its Markdown at `/docs/guides`.
 * @param lead where the link leads
 * @returns undefined if the link leads there already; `repository:` and a path for a file that the site does not have
 */
function inMarkdown(file: string, target: string, lead: string): string | undefined {
  if (lead === target) return undefined;
  const [path = '', place] = lead.split('#');
  const hash = place === undefined ? '' : `#${place}`;
  const served = (paths.has(path) ? `${path}.md` : path) + hash;
  const here = join('/docs/guides', dirname(file).slice('docs'.length));
  return join(here, target) === served ? undefined : served;
}

/** Renders a guide. @throws with the name of the file if the site cannot show it */
function rendered(guide: string, source: string): Rendered & { links: Record<string, string> } {
  const file = fileOf(guide);
  const links: Record<string, string> = {};
  const to = (target: string): string => {
    const lead = leadsTo(file, target);
    const written = inMarkdown(file, target, lead);
    if (written !== undefined) links[target] = written;
    return lead;
  };
  try {
    return { ...render(source, { to, named: (code) => named.get(code) }), links };
  } catch (error) {
    throw new Error(`${file} ${(error as Error).message}`, { cause: error });
  }
}

rmSync(out, { recursive: true, force: true });
const pages = Object.fromEntries(
  guides.map((guide) => {
    const source = readFileSync(fileOf(guide), 'utf8');
    const { html, ...page } = rendered(guide, source);
    const file = join(out, `${guide}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
    const isDecision = guide.startsWith('decisions/');
    const named = isDecision ? [] : mentions(guide, source, operations);
    return [guide, { ...page, file: fileOf(guide), operations: named }];
  }),
);
const write = (name: string, value: object): void =>
  writeFileSync(join(out, name), `${JSON.stringify(value, null, 1)}\n`);
write('site.json', { goals, tasks, guidesOfTags, files: [...files].toSorted(), guides: pages });
write('concepts.json', { concepts, synonyms });
