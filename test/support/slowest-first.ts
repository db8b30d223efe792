import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readRecord } from '../../scripts/tiers/record.ts';
import { secondsOf } from '../../scripts/tiers/plan.ts';

/** A worker goes on only to a file of the same project; for another one a new worker loads everything again. */
export const byProject = (a: TestSpecification, b: TestSpecification): number =>
  a.project.name.localeCompare(b.project.name);

const pathOf = ({ moduleId }: TestSpecification): string => relative('.', moduleId);

/**
 * Begins with the files that take longest: begun last, one of them would keep one worker while the other has ended. The files of
 * TEST_LIST have their order already. Other runs go by what each file took when it ran last, and a fresh clone by the record of the
 * night.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const list = process.env['TEST_LIST'];
    if (list !== undefined) {
      const order = JSON.parse(readFileSync(list, 'utf8')) as string[];
      const rank = (file: TestSpecification): number => order.indexOf(pathOf(file));
      return files.toSorted((a, b) => rank(a) - rank(b)).toSorted(byProject);
    }
    const known = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) !== undefined;
    const sorted = await super.sort(files);
    if (files.every(known)) return sorted.toSorted(byProject);
    const { seconds } = readRecord();
    const longest = (file: TestSpecification): number => secondsOf(pathOf(file), 'node18', seconds);
    return sorted.toSorted((a, b) => longest(b) - longest(a)).toSorted(byProject);
  }
}
