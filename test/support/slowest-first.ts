import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes 8 s and more, the slowest of each target first: begun last, one of them would keep one worker while the other has ended.
 * Only a clone in which nothing ran yet goes by it: the others go by what each file took when it ran last.
 */
const slow = [
  'scim/queries/plans',
  'security/tenancy-property',
  'security/injection',
  'process/owner',
  'contract/fields',
  'contract/tenancy',
  'contract/samples',
  'contract/methods',
  'webhooks/delivery/queues',
  'contract/access',
  'scim/queries/filter-fuzz',
  'saml/process/crash.chaos',
  'federation/api/domains',
  'process/start.chaos',
  'oidc/process/crash.chaos',
  'webhooks/delivery/misbehaving-receivers.chaos',
  'webhooks/process/ladder.chaos',
  'users/process/invitations.chaos',
  'process/embedded-postgres.chaos',
  'webhooks/process/postgres-restart.chaos',
  'process/recovery.chaos',
  'process/nodes.chaos',
  'pages/pages.tools',
  'clients/python.tools',
  'process/reference.tools',
  'contract/mock.tools',
  'clients/webhook-walkthrough.tools',
  'scim/protocol/python.tools',
  'contract/samples.tools',
  'clients/sign-in-walkthrough.tools',
  'saml/relying-parties/walkthrough.tools',
  'federation/protocol/simplesamlphp.tools',
  'scripts/unit/spectral.tools',
  'saml/relying-parties/sign-out.tools',
  'saml/relying-parties/parties.tools',
  'oidc/relying-parties/parties.tools',
  'clients/webhook-deliveries.tools',
];

/** A worker goes on only to a file of the same project; for another one a new worker loads everything again. */
const byProject = (a: TestSpecification, b: TestSpecification): number =>
  a.project.name.localeCompare(b.project.name);

/** Where nothing is known of the last run, as in a fresh clone, both workers still end at about the same time. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) !== undefined;
    const sorted = await super.sort(files);
    if (files.every(known)) return sorted.toSorted(byProject);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = slow.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? slow.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b)).toSorted(byProject);
  }
}
