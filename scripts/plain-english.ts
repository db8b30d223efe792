// Lists the words and forms that our texts do not use (scripts/plain-english/rules.ts), by file, and counts them.
// FILES narrows the list to some files and folders. LONG=1 lists sentences of more than 20 words as well. SHRINK=1 removes
// files without violations from the list of exemptions.
import { readFileSync, writeFileSync } from 'node:fs';
import { exemptionsFile, isExemption, judge, judgedFiles } from './plain-english/files.ts';

const only = (process.env['FILES'] ?? '').split(/\s+/).filter(Boolean);
const isChosen = (path: string): boolean =>
  only.length === 0 || only.some((one) => `${path}/`.startsWith(one.endsWith('/') ? one : `${one}/`));

const judged = judgedFiles()
  .filter(isChosen)
  .map((path) => judge(path));
const violating = judged.filter(({ findings }) => findings.length > 0);

for (const { path, findings, long } of judged) {
  const listed = [
    ...findings,
    ...(process.env['LONG'] ? long.map((one) => ({ ...one, word: 'long' })) : []),
  ].toSorted((one, other) => one.line - other.line);
  if (listed.length > 0) console.log(`\n${path}: ${findings.length}, and ${long.length} long sentences`);
  for (const { line, word, sentence } of listed) console.log(`${path}:${line} ${word}: ${sentence}`);
}

/** The room of a file of src, or the folder of any other file. */
const folderOf = (path: string): string => {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, ['src', 'docs'].includes(parts[0] ?? '') ? 2 : 1).join('/') || '.';
};

/** Counts pairs of a row and a column, and shows them with sums. */
function show(title: string, pairs: readonly (readonly [row: string, column: string])[]): void {
  const columns = [...new Set(pairs.map(([, column]) => column))].toSorted();
  const rows = [...new Set(pairs.map(([row]) => row))].toSorted();
  const width = Math.max(title.length, ...rows.map((row) => row.length)) + 2;
  const line = (head: string, cells: readonly (string | number)[]): void =>
    console.log(head.padEnd(width) + cells.map((cell) => String(cell || '').padStart(10)).join(''));
  const count = (row: string | undefined, column: string | undefined): number =>
    pairs.filter(([one, other]) => (row ?? one) === one && (column ?? other) === other).length;
  console.log();
  line(title, [...columns, 'sum']);
  for (const row of [...rows, undefined])
    line(
      row ?? 'sum',
      [...columns, undefined].map((column) => count(row, column)),
    );
}

const found = judged.flatMap(({ path, findings }) =>
  findings.map((one) => ({ ...one, folder: folderOf(path) })),
);
const long = judged.flatMap(({ path, long }) => long.map(({ kind }) => [folderOf(path), kind] as const));
show(
  'Violations',
  found.map(({ folder, kind }) => [folder, kind]),
);
show(
  'Words',
  found.map(({ word, kind }) => [word, kind]),
);
show(
  'Files',
  violating.map(({ path }) => [folderOf(path), 'files']),
);
show('Sentences of more than 20 words', long);
console.log(
  `\n${found.length} violations in ${violating.length} of ${judged.length} files;`,
  `${long.length} of ${judged.reduce((sum, { sentences }) => sum + sentences, 0)} sentences have more than 20 words`,
);

if (process.env['SHRINK']) {
  const paths = new Set([
    ...violating.map(({ path }) => path),
    ...judgedFiles().filter((path) => !isChosen(path)),
  ]);
  const lines = readFileSync(exemptionsFile, 'utf8').split('\n');
  const kept = lines.filter((line) => !isExemption(line) || paths.has(line));
  writeFileSync(exemptionsFile, kept.join('\n'));
  console.log(`${exemptionsFile} has ${kept.filter(isExemption).length} files now.`);
}
