// The Python client: a wheel and a source distribution.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonTools } from '../python-tools.ts';
import { copyTracked } from './archive.ts';
import type { Release } from './release.ts';
import { run } from './run.ts';
import { publishedText } from './texts.ts';

const ourName = 'keyward-client';

export function buildPython(release: Release): string | undefined {
  const tools = pythonTools([3, 11]);
  if ('missing' in tools) return tools.missing;
  const { owner, missing, work, out, time } = release;
  const folder = join(work, 'python');
  // A copy, so that no build leaves files in the checkout, and none of the checkout gets into it.
  copyTracked('clients/python', folder);
  const project = join(folder, 'pyproject.toml');
  publishedText(join(folder, 'README.md'), release);
  const named = readFileSync(project, 'utf8').replace(`name = "${ourName}"`, `name = "${owner.pythonName}"`);
  const urls = missing.includes('repository') ? '' : `\n[project.urls]\nSource = "${owner.repository}"\n`;
  writeFileSync(project, named + urls);
  const words = ['-m', 'build', '--no-isolation', '--outdir', join(out, 'python')];
  run(join(tools.folder, 'bin/python'), [...words, folder], { env: { SOURCE_DATE_EPOCH: String(time) } });
  return undefined;
}
