import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes 8 s and more, the slowest first: begun last, one of them would keep one worker while the other has ended.
 * Only a clone in which nothing ran yet goes by it: the others go by what each file took when it ran last.
 */
const slow = [
  'protocol/pages/pages',
  'queries/scim-filter-fuzz',
  'contract/samples',
  'security/injection',
  'process/invitations',
  'process/start',
  'process/webhook-ladder',
  'process/embedded-postgres',
  'clients/python',
  'protocol/scim/python',
  'process/webhook-postgres-restart',
  'contract/tenancy',
  'contract/fields',
  'contract/methods',
  'clients/webhook-walkthrough',
  'clients/sign-in-walkthrough',
  'protocol/relying-parties/parties',
  'process/recovery',
  'process/nodes',
  'queries/scim-plans',
  'delivery/queues',
  'contract/mock',
  'unit/scripts/spectral',
  'clients/webhook-deliveries',
];

/** Where nothing is known of the last run, as in a fresh clone, both workers still end at about the same time. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) !== undefined;
    const sorted = await super.sort(files);
    if (files.every(known)) return sorted;
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = slow.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? slow.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
