import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes 8 s and more, the slowest first: begun last, one of them would keep one worker while the other has ended. */
const slow = [
  'queries/scim-filter-fuzz',
  'contract/samples',
  'security/injection',
  'process/invitations',
  'process/start',
  'process/embedded-postgres',
  'clients/python',
  'protocol/scim/python',
  'process/webhook-postgres-restart',
  'contract/fields',
  'clients/webhook-walkthrough',
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
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = slow.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? slow.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
