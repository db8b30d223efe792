// `make same BASE=<commit>`: whether the tests of the product do the same at another commit and here. It compares every HTTP request,
// its response and its statements, test by test (scripts/same/README.md).
//   --base=<commit>    what is compared with; it runs twice, and what differs from itself is left out
//   --head=<commit>    what is judged; this work tree, as it is, when absent
//   --pages="<part> <part>"  pages of the dashboard instead: parts of their paths, or `all`
//   --files="<part> <part>"  parts of paths of test files; without them, files of API, protocol, SCIM, delivery and pages
// Ends with 1 if something differs, and with 2 if nothing can be said.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCommit } from '../bench/check/trees.ts';
import { type Compared, compareFile, type Difference } from './same/compare.ts';
import { filesOf } from './same/files.ts';
import { failedOnlyHere, renamedBetween, unrecorded } from './same/left-out.ts';
import { confirmed, masksOf, without } from './same/masks.ts';
import { differencesText, placesIn, unstableText } from './same/report.ts';
import { comparePages } from './same/pages/compare-pages.ts';
import { bringRecorder, endRuns, readRecord, record, type Run } from './same/run.ts';

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    head: { type: 'string' },
    files: { type: 'string' },
    pages: { type: 'string' },
  },
});
if (!options.base) {
  console.error('Say what to compare with: make same BASE=<commit>');
  process.exit(2);
}
const chosen = (options.files ?? '').split(/\s+/).filter(Boolean);
const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
const folder = join(root, '.cache/same/runs');
mkdirSync(folder, { recursive: true });
if (options.pages) process.exit(comparePages(root, options.base, options.head, options.pages));
const none: Run = { records: new Map(), failed: false, log: '' };
const trees = [openCommit(root, options.base), openCommit(root, options.head)] as const;
const end = (): void => {
  endRuns();
  for (const tree of trees) tree.remove();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    end();
    process.exit(130);
  });
try {
  process.exitCode = await compareTrees(trees[0].folder, trees[1].folder);
} finally {
  end();
}

async function compareTrees(base: string, head: string): Promise<number> {
  for (const tree of [base, head]) bringRecorder(tree);
  const renamed = renamedBetween(root, options.base ?? '', options.head);
  const nameOf = (file: string): string => renamed.get(file) ?? file;
  // A test that was moved is compared with itself, also if only one of its names is chosen.
  const ofBase = filesOf(base, chosen);
  const ofHead = [
    ...new Set([...filesOf(head, chosen), ...ofBase.flatMap((file) => renamed.get(file) ?? [])]),
  ];
  // Without a name, vitest runs all files.
  if (ofBase.length === 0 || ofHead.length === 0) return conclude([], compared(none, none), ofBase, ofHead);
  const run = (tree: string, files: readonly string[], name: string): Promise<Run> =>
    record(tree, files, join(folder, name), chosen.length > 0);
  console.log(
    `Running ${ofBase.length} test files of ${options.base} twice, and ${ofHead.length} of this tree.`,
  );
  const [first, second] = await Promise.all([run(base, ofBase, 'base-1'), run(base, ofBase, 'base-2')]);
  const ours = await run(head, ofHead, 'head-1');
  for (const one of [first, second, ours])
    if (one.failed) console.log(`A test failed, or the run did: ${one.log}`);

  const compareRuns = (one: Run, other: Run): Compared => compared(one, other, nameOf);
  const unstable = compared(first, second);
  console.log(unstableText(unstable.differences, unstable.records));
  const both = compareRuns(first, ours);
  let found = without(both.differences, masksOf(unstable.differences));
  const again = [...new Set(found.map(({ file }) => file))];
  if (again.length > 0) {
    console.log(`\nRunning ${again.length} files with differences once more, on both sides.`);
    const [third, fourth] = await Promise.all([
      run(base, again, 'base-3'),
      run(head, again.map(nameOf), 'head-2'),
    ]);
    const only = { ...first, records: new Map([...first.records].filter(([file]) => again.includes(file))) };
    const masks = masksOf(compared(only, third).differences);
    found = confirmed(without(found, masks), compareRuns(third, fourth).differences);
  }
  found.push(
    ...unrecorded(
      { files: ofBase, recorded: first.records },
      { files: ofHead, recorded: ours.records },
      nameOf,
    ),
  );
  const code = conclude(found, both, ofBase.map(nameOf), ofHead);
  if (code !== 0 || !failedOnlyHere(ours, [first, second])) return code;
  console.log('A test fails in this tree, and none at BASE. So they are not the same.');
  return 1;
}

function conclude(
  found: readonly Difference[],
  { records, added }: Compared,
  ofBase: readonly string[],
  ofHead: readonly string[],
): number {
  for (const [files, where] of [
    [ofBase.filter((file) => !ofHead.includes(file)), options.base],
    [ofHead.filter((file) => !ofBase.includes(file)), 'this tree'],
    [added, 'this tree'],
  ] as const)
    if (files.length > 0) console.log(`\nOnly in ${where}, and not compared:\n  ${files.join('\n  ')}`);
  const text = differencesText(found);
  writeFileSync(join(folder, 'report.txt'), `${text}\n`);
  if (found.length === 0) {
    console.log(records === 0 ? '\nNothing was compared.' : `\nThe same: ${records} records.`);
    return records === 0 ? 2 : 0;
  }
  console.log(text);
  console.log(
    `\n${placesIn(found)} of ${records} records differ. The diffs are in ${join(folder, 'report.txt')}`,
  );
  return 1;
}

/** Compares the files that both runs have. @param nameOf returns the name in `head` of a file of `base` */
function compared(base: Run, head: Run, nameOf = (file: string): string => file): Compared {
  const sum: Compared = { differences: [], records: 0, added: [] };
  for (const [file, one] of base.records) {
    const other = head.records.get(nameOf(file));
    if (!other) continue;
    const { differences, records, added } = compareFile(readRecord(one), readRecord(other));
    sum.differences.push(...differences);
    sum.added.push(...added);
    sum.records += records;
  }
  return sum;
}
