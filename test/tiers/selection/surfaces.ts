import { everyClass, reaching, type Row } from './row.ts';

/** Tests that read the sources of all pages of the dashboard, and those that open all its pages. */
const anyPage = [
  'dashboard/in-code',
  'dashboard/palette',
  'dashboard/serving',
  'dashboard/sections',
  'dashboard/hostile-answers',
] as const;

/** Returns the row of a section of the dashboard. */
const section = (name: string, ...names: readonly string[]): Row =>
  reaching(`dashboard/src/sections/${name}/`, ...names, ...anyPage);

const dashboard: readonly Row[] = [
  reaching('dashboard/', 'dashboard/'),
  reaching('dashboard/README.md', 'unit/plain-english'),
  reaching('dashboard/NOTICES.txt', 'scripts/unit/shipped-packages', 'deployment/container'),
  everyClass(
    'dashboard/package-lock.json',
    'dashboard/',
    'scripts/unit/shipped-packages',
    'deployment/container',
  ),
  everyClass('dashboard/package.json', 'dashboard/', 'scripts/unit/shipped-packages', 'deployment/container'),
  reaching('dashboard/contract-part.ts', 'dashboard/in-code', 'dashboard/'),
  reaching('dashboard/client.config.ts', 'dashboard/in-code', 'dashboard/'),
  reaching('dashboard/webhook-client.ts', 'dashboard/webhooks', 'dashboard/in-code'),
  reaching('dashboard/vite.config.ts', 'dashboard/serving', 'dashboard/'),
  reaching('dashboard/index.html', 'dashboard/serving', 'dashboard/', 'deployment/container'),
  reaching(
    'dashboard/src/api/',
    'dashboard/sends',
    'dashboard/proof',
    'dashboard/hostile-answers',
    'dashboard/tenants',
    'dashboard/',
  ),
  reaching(
    'dashboard/src/app/',
    'cli/open',
    'dashboard/palette',
    'dashboard/frame',
    'dashboard/sections',
    'dashboard/',
  ),
  reaching(
    'dashboard/src/ui/',
    'cli/open',
    'dashboard/csv',
    'dashboard/sends',
    'dashboard/',
    'process/dashboard',
  ),
  reaching('dashboard/src/texts/', 'dashboard/sections', 'dashboard/', 'unit/plain-english'),
  section('access', 'dashboard/next-priority', 'dashboard/access', 'dashboard/edits'),
  section(
    'alerts',
    'dashboard/alert-channels',
    'dashboard/overview',
    'dashboard/edits',
    'dashboard/many-rows',
  ),
  section(
    'applications',
    'dashboard/both-lists',
    'dashboard/applications',
    'dashboard/edits',
    'dashboard/many-rows',
  ),
  section('audit', 'dashboard/audit', 'dashboard/many-rows'),
  section('connections', 'dashboard/product-steps', 'dashboard/connections', 'dashboard/edits'),
  section(
    'credentials',
    'dashboard/credential',
    'dashboard/foreign-pages',
    'dashboard/proof',
    'dashboard/scopes',
  ),
  section('groups', 'dashboard/people', 'dashboard/scopes'),
  section('identities', 'dashboard/identities', 'dashboard/edits', 'dashboard/credential'),
  section('overview', 'dashboard/overview', 'dashboard/first-run'),
  section('policies', 'dashboard/credential', 'dashboard/edits'),
  section('scim', 'dashboard/connections', 'dashboard/foreign-pages'),
  section('settings', 'dashboard/settings', 'dashboard/tenants'),
  section('sign-in', 'dashboard/settings', 'dashboard/branding', 'dashboard/mail-texts', 'dashboard/edits'),
  section('users', 'dashboard/people', 'dashboard/rights', 'dashboard/edits', 'dashboard/many-rows'),
  section('webhooks', 'dashboard/webhooks', 'dashboard/edits', 'dashboard/many-rows'),
];

const clients: readonly Row[] = [
  reaching(
    'clients/action/',
    'clients/action',
    'credentials/process/workload-identity',
    'unit/plain-english',
    'scripts/unit/guides',
  ),
  reaching('clients/cli/', 'cli/'),
  reaching('clients/cli/README.md', 'unit/plain-english'),
  reaching('clients/terraform/', 'clients/terraform', 'scripts/unit/client-terraform', 'unit/plain-english'),
  reaching(
    'clients/python/',
    'clients/python',
    'clients/',
    'contract/mock',
    'contract/samples.tools',
    'unit/plain-english',
  ),
  reaching('clients/python/LICENSE', 'clients/python'),
  reaching('clients/python/templates/', 'clients/python', 'contract/samples.tools'),
  reaching('clients/python/tests/', 'clients/python', 'clients/audit-verifiers', 'clients/key-format'),
  reaching(
    'clients/typescript/',
    'clients/typescript',
    'clients/',
    'cli/service',
    'cli/mcp',
    'contract/mock',
    'contract/samples',
    'audit/',
    'credentials/api/wrapping',
    'recovery/',
    'scripts/unit/pack-typescript',
    'deployment/restore-drill',
    'deployment/high-availability',
    'webhooks/unit/webhook-signature',
    'webhooks/api/listeners',
    'webhooks/security/listeners',
    'webhooks/process/listeners',
    'cli/listen',
  ),
  reaching('clients/typescript/README.md', 'clients/typescript-packed'),
  reaching(
    'clients/typescript/package-lock.json',
    'scripts/unit/pack-typescript',
    'clients/typescript-packed',
  ),
  reaching(
    'clients/typescript/package.json',
    'scripts/unit/pack-typescript',
    'clients/typescript-packed',
    'contract/samples',
  ),
  reaching('clients/typescript/tsconfig.json', 'scripts/unit/pack-typescript', 'clients/typescript-packed'),
];

/** Rows of what customers see besides the API: the dashboard and the clients. */
export const surfaces: readonly Row[] = [...dashboard, ...clients];
