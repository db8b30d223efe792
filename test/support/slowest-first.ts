import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes 10 s and more, the slowest first: begun last, one of them would keep one worker while the other has ended.
 * Only a clone in which nothing ran yet goes by it: the others go by what each file took when it ran last.
 */
const slow = [
  'dashboard/sections.browser',
  'security/injection',
  'pages/pages.tools',
  'contract/mock.tools',
  'contract/tenancy',
  'security/tenancy-property',
  'saml/process/crash.chaos',
  'contract/samples.tools',
  'federation/process/saml-crash.chaos',
  'contract/fields',
  'deployment/container.deployment',
  'deployment/high-availability.deployment',
  'deployment/rolling-upgrade.deployment',
  'deployment/restore-drill.deployment',
  'clients/python.tools',
  'federation/process/crash.chaos',
  'dashboard/proof.browser',
  'saml-messages/unit/mutated-messages',
  'dashboard/identities.browser',
  'dashboard/edits.browser',
  'dashboard/frame.browser',
  'scim/queries/plans',
  'access/security/same-decision-users',
  'process/start.chaos',
  'deployment/master-keys.deployment',
  'contract/methods',
  'contract/hosted-bad-input',
  'process/recovery.chaos',
  'dashboard/people.browser',
  'users/process/invitations.chaos',
  'clients/webhook-walkthrough.tools',
  'dashboard/connections.browser',
  'process/reference.tools',
  'scim/protocol/python.tools',
  'oidc/process/crash.chaos',
  'webhooks/process/ladder.chaos',
  'webhooks/delivery/queues',
  'audit/api/sealing',
  'saml/pages/single-logout.tools',
  'process/nodes.chaos',
  'webhooks/delivery/misbehaving-receivers.chaos',
  'webhooks/process/postgres-restart.chaos',
  'process/owner',
  'clients/typescript-packed.tools',
  'process/embedded-postgres.chaos',
  'contract/samples',
  'process/dashboard',
  'federation/protocol/simplesamlphp.tools',
  'saml/protocol/single-logout',
  'users/security/changes-in-company',
  'saml-messages/unit/canonical-form',
  'contract/users',
  'contract/access',
  'platform/delivery/tenant-jobs',
  'access/process/backtests',
  'sign-in/queries/plans',
  'scim/queries/filter-fuzz',
  'scripts/unit/spectral.tools',
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
