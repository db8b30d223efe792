// Compares what two runs of a test file did.
import { actsOf, type Act } from './acts.ts';
import { aligned } from './aligned.ts';
import { differsByBinding, shapeOf } from './bindings.ts';
import { type DiffLine, fieldOf, Pairs } from './pairs.ts';
import type { FileRecord, Statement, TestRecord } from './recording/state.ts';

export type Aspect = 'presence' | 'request' | 'response' | 'statements' | 'besides';

/** A difference between two runs. */
export interface Difference {
  file: string;
  test: string;
  /** The request; empty, as the test, for what was sent to Postgres without a request. */
  key: string;
  aspect: Aspect;
  overlaps: boolean;
  /** The place of the request among those of the test. */
  at: number;
  lines: DiffLine[];
}

/** Differences, and how many records were compared: each request is one, and what a file does besides is another. */
export interface Compared {
  differences: Difference[];
  records: number;
  /** Tests that BASE does not have. */
  added: string[];
}

/** Compares the tests of a file that both runs have. */
export function compareFile(base: FileRecord, head: FileRecord): Compared {
  const sum: Compared = { differences: [], records: 0, added: [] };
  for (const [one, other] of aligned(named(base), named(head), ({ name }) => name)) {
    if (!one || !other) {
      const name = (one ?? other)?.name ?? '';
      // A file has as many moments between its tests as tests.
      if (name.startsWith('(')) continue;
      if (one) sum.differences.push(removed(base.file, name));
      else sum.added.push(`${base.file} > ${name}`);
      continue;
    }
    const { differences, records } = compareTest(one, other);
    sum.records += records;
    sum.differences.push(
      ...differences.map((found): Difference => ({ ...found, file: base.file, test: one.name })),
    );
  }
  // A timer does not care which test runs.
  const besides = ({ tests }: FileRecord): Statement[] => tests.flatMap((test) => test.besides);
  const lines = compareSets(besides(base), besides(head));
  if (lines.length > 0)
    sum.differences.push({
      file: base.file,
      test: '',
      key: '',
      aspect: 'besides',
      overlaps: false,
      at: 0,
      lines,
    });
  sum.records += 1;
  return sum;
}

const removed = (file: string, test: string): Difference => ({
  file,
  test,
  key: '',
  aspect: 'presence',
  overlaps: false,
  at: 0,
  lines: [{ field: test, text: '- the test' }],
});

/** Returns the tests of a file with numbers behind names that occur again. */
function named({ tests }: FileRecord): TestRecord[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const times = (seen.get(test.name) ?? 0) + 1;
    seen.set(test.name, times);
    return times === 1 ? test : { ...test, name: `${test.name} #${times}` };
  });
}

type Found = Omit<Difference, 'file' | 'test'>;

function compareTest(base: TestRecord, head: TestRecord): { differences: Found[]; records: number } {
  const pairs = new Pairs();
  const [acts, others] = [actsOf(base), actsOf(head)];
  const differences: Found[] = [];
  let at = 0;
  const note = (act: Act, aspect: Aspect, lines: DiffLine[]): void => {
    if (lines.length > 0) differences.push({ key: act.key, aspect, overlaps: false, at, lines });
  };
  for (const [one, other] of aligned(acts.filter(isAlone), others.filter(isAlone), ({ key }) => key)) {
    at++;
    if (one && other) {
      note(one, 'request', pairs.compare(one.request, other.request));
      note(one, 'response', pairs.compare(one.response, other.response));
      note(one, 'statements', compareCounts(one.statements, other.statements));
    } else if (one) note(one, 'presence', [{ field: '', text: `- ${one.key}` }]);
    else if (other) note(other, 'presence', [{ field: '', text: `+ ${other.key}` }]);
  }
  for (const { key, aspect, lines } of compareRaces(acts, others))
    if (lines.length > 0) differences.push({ key, aspect, overlaps: true, at: 0, lines });
  return { differences, records: Math.max(acts.length, others.length) };
}

const isAlone = ({ overlaps }: Act): boolean => !overlaps;

/**
 * Compares requests that overlap as sets, because time decides which of them wins. Requests of one path have one set of lines, without
 * numbers. All of them have one set of statements.
 */
function compareRaces(
  base: readonly Act[],
  head: readonly Act[],
): { key: string; aspect: Aspect; lines: DiffLine[] }[] {
  const [ours, theirs] = [base, head].map((acts) => acts.filter(({ overlaps }) => overlaps)) as [
    Act[],
    Act[],
  ];
  const linesOf = (acts: readonly Act[], key: string, aspect: 'request' | 'response'): string[] =>
    acts
      .filter((act) => act.key === key)
      .flatMap((act) => act[aspect].map(({ text }) => text.replace(/\d+/g, '0').replace(/,$/, '')));
  const keys = [...new Set([...ours, ...theirs].map(({ key }) => key))];
  const statements = (acts: readonly Act[]): Statement[] => acts.flatMap((act) => act.statements);
  return [
    ...keys.flatMap((key) =>
      (['request', 'response'] as const).map((aspect) => ({
        key,
        aspect,
        lines: compareSets(linesOf(ours, key, aspect), linesOf(theirs, key, aspect)).map(({ text }) => ({
          field: fieldOf(text.slice(2)),
          text,
        })),
      })),
    ),
    {
      key: '(requests that overlap)',
      aspect: 'statements',
      lines: compareSets(statements(ours), statements(theirs)),
    },
  ];
}

function counts(statements: readonly Statement[]): Map<Statement, number> {
  const found = new Map<Statement, number>();
  for (const statement of statements) found.set(statement, (found.get(statement) ?? 0) + 1);
  return found;
}

function compareCounts(base: readonly Statement[], head: readonly Statement[]): DiffLine[] {
  const [ours, theirs] = [counts(base), counts(head)];
  const more = (a: ReadonlyMap<Statement, number>, b: ReadonlyMap<Statement, number>): Statement[] =>
    [...a].filter(([statement, times]) => times > (b.get(statement) ?? 0)).map(([statement]) => statement);
  const added = more(theirs, ours);
  const removed = more(ours, theirs).filter((statement) => {
    const same = added.findIndex(
      (one) => differsByBinding(statement, one) && ours.get(statement) === theirs.get(one),
    );
    if (same !== -1) added.splice(same, 1);
    return same === -1;
  });
  const line =
    (mark: string) =>
    (statement: Statement): DiffLine => {
      const [a, b] = [ours.get(statement) ?? 0, theirs.get(statement) ?? 0];
      const often = a > 0 && b > 0 ? ` (${a} times in BASE, ${b} times now)` : '';
      return { field: shapeOf(statement), text: `${mark} ${statement}${often}` };
    };
  return [...removed.map(line('-')), ...added.map(line('+'))];
}

const compareSets = (base: readonly Statement[], head: readonly Statement[]): DiffLine[] =>
  compareCounts([...new Set(base)], [...new Set(head)]);
