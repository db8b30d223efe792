// Writes the documentation as a folder that any web server can serve: make site OUT=FOLDER.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changedDays } from './guides/changed.ts';
import { siteOf } from './guides/site.ts';

const [out = ''] = process.argv.slice(2);
if (out === '') {
  console.error('Say where to: make site OUT=/srv/docs');
  process.exit(2);
}

// The pages read the days of changes when they are loaded.
const days = 'generated/docs/changed.json';
writeFileSync(days, JSON.stringify(changedDays()));
try {
  const { files } = await import('../src/http/reference/files.ts');
  const contract = ['openapi.json', 'openapi.yaml'].map((name) => {
    const file = new URL(`../generated/${name}`, import.meta.url);
    return [`/api/v1/${name}`, { type: 'text/plain', file }] as const;
  });
  const site = await siteOf(new Map([...files, ...contract]));
  for (const [place, content] of site) {
    const path = join(out, place);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string') writeFileSync(path, content);
    else cpSync(content, path);
  }
  console.log(`Wrote ${site.size} files to ${out}.`);
} finally {
  rmSync(days);
}
