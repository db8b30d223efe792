// The files of the guides: their pages, their Markdown, and the files that they show.
import { readFile } from 'node:fs/promises';
import { atFirstUse } from '../../../lib/at-first-use.ts';
import type { StaticFile } from '../../assets.ts';
import { guidePath } from '../paths.ts';
import { type Release, releaseOf } from '../release.ts';
import { guidePage } from './guide-page.ts';
import { files, guides } from './guides.ts';
import { llmsText } from './llms.ts';

const root = new URL('../../../../', import.meta.url);
const fromRoot = (path: string): URL => new URL(path, root);

/** Reads a file that need not be there. */
async function optional(path: string): Promise<string | undefined> {
  try {
    return await readFile(fromRoot(path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the facts of a release. */
export type ReadRelease = () => Promise<Release>;

/** Reads `release.json`, and the days of changes that `make build` wrote. */
export const releaseHere: ReadRelease = atFirstUse(
  async (): Promise<Release> =>
    releaseOf(await optional('release.json'), await optional('generated/docs/changed.json')),
);

/** Returns the HTML of a guide, as `make guides` wrote it. */
export const contentOf = (guide: string): Promise<string> =>
  readFile(fromRoot(`generated/docs/${guide}.html`), 'utf8');

/** Returns the Markdown of a guide. A link to a file that the site does not have leads to the repository, if the release names it. */
async function markdownOf(guide: string, release: ReadRelease): Promise<string> {
  const { file = '', links = {} } = guides[guide] ?? {};
  const text = await readFile(fromRoot(file), 'utf8');
  const { sourceUrl } = await release();
  return text.replaceAll(/\[([^[\]]*)\]\(([^)\s]+)\)/g, (whole, label: string, target: string) => {
    const written = Object.hasOwn(links, target) ? (links[target] ?? target) : undefined;
    if (written === undefined) return whole;
    if (!written.startsWith('repository:')) return `[${label}](${written})`;
    return sourceUrl ? `[${label}](${sourceUrl(written.slice('repository:'.length))})` : label;
  });
}

/** Returns the pages of the guides by their paths. */
export const guidePages = (release: ReadRelease): [path: string, make: () => Promise<string>][] =>
  Object.keys(guides).map((guide) => [
    guidePath(guide),
    async () => guidePage(guide, await contentOf(guide), await release()),
  ]);

const plain = 'text/plain; charset=utf-8';
/** Returns the other files of the guides by their paths. */
export const guideFiles = (release: ReadRelease): [path: string, file: StaticFile][] => [
  ...Object.keys(guides).map((guide): [string, StaticFile] => [
    `${guidePath(guide)}.md`,
    { type: 'text/markdown; charset=utf-8', make: () => markdownOf(guide, release) },
  ]),
  ...files.map((name): [string, StaticFile] => [
    guidePath(name),
    {
      type: name.endsWith('.png') ? 'image/png' : 'application/json; charset=utf-8',
      file: fromRoot(`docs/${name}`),
    },
  ]),
  ['/docs/llms.txt', { type: plain, make: llmsText }],
  ['/llms.txt', { type: plain, make: llmsText }],
];
