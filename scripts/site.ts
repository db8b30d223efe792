// Writes the documentation as a folder that any web server can serve: make site OUT=FOLDER. The work tree stays as it is.
import { existsSync, readFileSync } from 'node:fs';
import { filesOf } from '../src/http/reference/files.ts';
import { releaseOf } from '../src/http/reference/release.ts';
import { changedDays } from './guides/changed.ts';
import { writeFolder } from './guides/folder.ts';
import { siteOf } from './guides/site.ts';

const [out = ''] = process.argv.slice(2);
if (out === '') {
  console.error('Say where to: make site OUT=/srv/docs');
  process.exit(2);
}

const facts = existsSync('release.json') ? readFileSync('release.json', 'utf8') : undefined;
const release = releaseOf(facts, JSON.stringify(changedDays()));
const contract = ['openapi.json', 'openapi.yaml'].map((name) => {
  const file = new URL(`../generated/${name}`, import.meta.url);
  return [`/api/v1/${name}`, { type: 'text/plain', file }] as const;
});
const site = await siteOf(new Map([...filesOf(async () => release), ...contract]));
try {
  writeFolder(out, site);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
console.log(`Wrote ${site.size} files to ${out}.`);
