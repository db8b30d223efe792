import type { Environment } from './environments.ts';

/** A test file that runs in each gate and keeps a class of fault in it. */
export interface Sentinel {
  /** The class of fault. */
  of: string;
  file: string;
  /** The environments it must run in; all that the file can run in, if it is not given. */
  on?: readonly Environment[];
}

/** At least one for each class of fault. The gate fails if one of them did not run. Fuzzing is a step of its own. */
export const sentinels: readonly Sentinel[] = [
  { of: 'contract', file: 'test/contract/walk-1.test.ts' },
  { of: 'tenancy', file: 'test/contract/walk-1.test.ts' },
  { of: 'rights', file: 'test/users/security/changes-in-company.test.ts', on: ['node18'] },
  { of: 'injection', file: 'test/contract/walk-1.test.ts' },
  { of: 'statements and plans', file: 'test/users/queries/new-database.test.ts', on: ['node18', 'node15'] },
  { of: 'deliveries', file: 'test/webhooks/delivery/queues.test.ts', on: ['node18', 'deno15'] },
  { of: 'crash', file: 'test/credentials/process/crash.chaos.test.ts' },
  { of: 'pages', file: 'test/sign-in/pages/whole.tools.test.ts' },
  { of: 'accessibility', file: 'test/dashboard/frame-access.browser.test.ts' },
  { of: 'relying parties', file: 'test/oidc/relying-parties/parties.tools.test.ts' },
  { of: 'relying parties', file: 'test/saml/relying-parties/parties.tools.test.ts' },
  { of: 'quickstarts', file: 'test/examples/quickstarts.tools.test.ts' },
  { of: 'SCIM clients', file: 'test/scim/protocol/python.tools.test.ts' },
  { of: 'deployment', file: 'test/deployment/container.deployment.test.ts' },
  { of: 'upgrade', file: 'test/deployment/rolling-upgrade.deployment.test.ts' },
  { of: 'upgrade', file: 'test/upgrade/migrations.test.ts', on: ['node18'] },
  { of: 'Deno', file: 'test/platform/unit/outgoing.test.ts', on: ['deno15'] },
  { of: 'PostgreSQL 15', file: 'test/credentials/api/rotate.test.ts', on: ['node15', 'deno15'] },
  { of: 'Prism', file: 'test/contract/contract-proxy.tools.test.ts' },
  { of: 'docs', file: 'test/process/quick-start.test.ts', on: ['node18'] },
  { of: 'English', file: 'test/unit/plain-english.test.ts', on: ['node18'] },
];
