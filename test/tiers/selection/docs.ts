import { rooms } from '../../../dependency-cruiser.config.ts';
import { reaching, type Row } from './row.ts';

/** Returns the row of a page, or of a folder of pages. */
const page = (path: string, ...names: readonly string[]): Row =>
  reaching(path, ...names, 'http/unit/guides', 'contract/doc-calls', 'unit/plain-english', 'unit/rooms');

/** Rows of texts, and of the tests that read them or run what they show. */
export const docs: readonly Row[] = [
  ...rooms.map((room) => page(`src/${room}/README.md`)),
  ...['database', 'handlers', 'http', 'lib', 'platform', 'workers'].map((folder) =>
    page(`src/${folder}/README.md`),
  ),
  page('src/oidc/engine/README.md'),
  page('src/scim/protocol/README.md'),
  page('src/users/factors/protocol/README.md'),
  page('src/users/passkeys/protocol/README.md'),
  page('test/tiers/README.md'),
  page('docs/'),
  page('docs/decisions/'),
  reaching('docs/images/'),
  page('docs/adding-an-operation.md', 'architecture'),
  page('docs/backup.md', 'recovery/unit/'),
  page('docs/architecture.md', 'unit/rooms', 'architecture'),
  page('docs/certification.md', 'clients/certification-walkthrough'),
  page('docs/cli.md', 'cli/walkthrough'),
  page('docs/config-as-code.md', 'cli/config-walkthrough'),
  page('docs/conditional-access.md', 'clients/access-walkthrough'),
  page('docs/errors.md', 'contract/coverage', 'http/unit/reference'),
  page('docs/fuzzing.md', 'scripts/unit/fuzz'),
  page('docs/high-availability.md', 'deployment/high-availability'),
  page('docs/incidents.md', 'deployment/incidents'),
  page('docs/key-format-vectors.json', 'clients/key-format', 'clients/python', 'deployment/container'),
  page('docs/key-format.md', 'clients/key-format'),
  page('docs/leaked-keys.md', 'credentials/api/secret-scanning'),
  page('docs/mcp.md', 'cli/mcp-walkthrough'),
  page('docs/middleware.md', 'clients/middleware-docs'),
  page('docs/mocking.md', 'contract/mock'),
  page('docs/policies.md', 'policies/unit/'),
  page('docs/releasing.md', 'deployment/release.deployment', 'scripts/unit/release'),
  page('docs/retention.md', 'workers/api/clean-up'),
  page('docs/saml-products.md', 'saml/api/products', 'saml/unit/docs'),
  page('docs/saml-rules.md', 'saml/unit/docs'),
  page('docs/saml.md', 'saml/unit/docs', 'saml/relying-parties/walkthrough'),
  page('docs/scaling.md', 'database/queries/distribution'),
  page('docs/scim.md', 'scim/protocol/docs', 'scim/protocol/python'),
  page('docs/sdks.md', 'clients/generated-java'),
  page('docs/sign-in.md', 'clients/sign-in-walkthrough'),
  page('docs/terraform.md', 'clients/terraform'),
  page('docs/unused-credentials.md', 'clients/unused-walkthrough'),
  page(
    'docs/users-and-the-api.md',
    'http/security/user-callers',
    'http/security/command-line-callers',
    'oidc/protocol/command-line',
  ),
  page('docs/webhooks.md', 'clients/webhook-walkthrough'),
  page('docs/workload-identity.md', 'credentials/process/workload-identity', 'credentials/api/exchange'),
  reaching(
    'README.md',
    'process/readme',

    'scim/protocol/docs',
    'deployment/compose',
    'unit/plain-english',
  ),
  reaching('CHANGELOG.md', 'unit/plain-english', 'deployment/release'),
  reaching('CHANGELOG-history.md', 'unit/plain-english'),
  reaching('CONTRIBUTING.md', 'unit/plain-english'),
  reaching('SECURITY.md', 'unit/plain-english'),
  reaching(
    'LICENSE',
    'scripts/unit/shipped-packages',
    'clients/python',
    'clients/typescript-packed',
    'deployment/container',
  ),
];
