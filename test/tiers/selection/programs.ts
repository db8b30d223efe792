import { everyClass, reaching, type Row } from './row.ts';

const script = (name: string, ...names: readonly string[]): Row => reaching(`scripts/${name}`, ...names);

/** Scripts that make generated files. Their output is committed, and it has rows of its own. */
const generators: readonly Row[] = [
  script('body-limits.ts', 'contract/body-limits', 'scripts/unit/operations', 'scripts/unit/breaking'),
  script('breaking-messages.ts', 'scripts/unit/breaking'),
  script('breaking-schemas.ts', 'scripts/unit/breaking'),
  script('breaking-unknown.ts', 'scripts/unit/breaking'),
  script('breaking.ts', 'scripts/unit/breaking'),
  script('bundle-checksum.ts', 'scripts/unit/bundle', 'contract/source-lines'),
  script('bundle/', 'scripts/unit/bundle', 'scripts/unit/', 'contract/'),
  script('client-names.ts', 'scripts/unit/client-names', 'scripts/unit/', 'contract/mock', 'clients/'),
  script('client-python-events.ts', 'clients/python'),
  script('client-python.ts', 'clients/python'),
  script('client-typescript.ts', 'scripts/unit/client-typescript', 'clients/typescript'),
  script('former-names.ts', 'scripts/unit/client-typescript', 'clients/'),
  script('collection.ts', 'scripts/unit/bundle', 'scripts/unit/lint-contract'),
  script(
    'contract-reader.ts',
    'scripts/unit/',
    'http/unit/rule-words',
    'scim/api/discovery',
    'support/unit/places',
    'contract/',
    'dashboard/in-code',
    'credentials/api/wrapping',
    'oidc/protocol/kept-forms',
    'pages/',
    'security/',
    'users/security/',
    'dashboard/foreign-pages',
  ),
  everyClass('scripts/contract.ts', 'scripts/unit/', 'contract/', 'http/unit/', 'architecture'),
  script('docs-events.ts', 'scripts/unit/', 'contract/events'),
  script('docs.ts', 'scripts/unit/', 'contract/coverage'),
  script('lint-contract.ts', 'scripts/unit/lint-contract'),
  script('lint-generators.ts', 'scripts/unit/lint-contract'),
  script('operations.ts', 'scripts/unit/operations', 'contract/', 'http/unit/'),
  script('python-names.ts', 'scripts/unit/samples', 'contract/mock', 'contract/samples', 'clients/python'),
  script(
    'python-values.ts',
    'dashboard/in-code',
    'scripts/unit/samples',
    'contract/samples',
    'clients/python',
  ),
  script('read-schema.ts', 'database/queries/schema', 'upgrade/same-schema'),
  script('requests.ts', 'scripts/unit/defaults', 'contract/', 'http/api/hosted-wrapper'),
  script('sample-languages.ts', 'scripts/unit/samples', 'contract/samples'),
  script('sample-values.ts', 'scripts/unit/samples', 'contract/samples'),
  script('samples.ts', 'scripts/unit/samples', 'contract/samples'),
  script('schema-choices.ts', 'scripts/unit/breaking'),
  script('schema.ts', 'database/queries/schema'),
];

/** Commands of operators. */
const commands: readonly Row[] = [
  script('dashboard.ts', 'process/dashboard', 'deployment/container'),
  script('key-recover.ts', 'process/key-recover', 'deployment/master-keys', 'deployment/container'),
  script('key.ts', 'deployment/compose', 'deployment/container', 'process/start'),
  script('organization.ts', 'process/recovery', 'federation/process/', 'deployment/container', 'process/'),
  script('owner.ts', 'process/owner', 'dashboard/first-run', 'deployment/container'),
  script(
    'operate/backup.ts',
    'deployment/restore-drill',
    'deployment/pgbackrest',
    'deployment/container',
    'upgrade/restored',
  ),
  script('operate/citus.ts', 'database/queries/distribution'),
  script('operate/copy-cluster.ts', 'deployment/upgrade-database'),
  script('operate/distribution.ts', 'database/queries/distribution'),
  script('operate/master-keys.ts', 'deployment/master-keys', 'deployment/container'),
  script('operate/next-steps.ts', 'deployment/restore-drill', 'deployment/pgbackrest', 'recovery/'),
  script('operate/open.ts', 'deployment/restore-drill', 'deployment/pgbackrest', 'recovery/'),
  script(
    'operate/reconcile.ts',
    'recovery/process/',
    'deployment/restore-drill',
    'deployment/pgbackrest',
    'recovery/',
  ),
  script('operate/restore.ts', 'deployment/restore-drill', 'recovery/', 'upgrade/restored'),
  script('operate/restored.ts', 'deployment/pgbackrest', 'deployment/restore-drill', 'recovery/'),
  script('operate/upgrade-database.ts', 'deployment/upgrade-database'),
  script('operate/vault-of.ts', 'recovery/process/', 'deployment/restore-drill', 'deployment/master-keys'),
  script(
    'started-database.ts',
    'process/owner',
    'process/key-recover',
    'process/dashboard',
    'deployment/',
    'recovery/',
  ),
  script('verify-audit.ts', 'clients/audit-verifiers', 'deployment/container'),
];

/** Scripts that developers and the gate run. */
const tools: readonly Row[] = [
  script('changed.ts', 'tiers/'),
  everyClass('scripts/check.ts', 'tiers/'),
  script('fuzz/', 'scripts/unit/fuzz'),
  script('same.ts', 'scripts/unit/same'),
  script('same/', 'scripts/unit/same', 'scripts/unit/ways'),
  script('stress.ts', 'scripts/unit/stress'),
  script('stress/', 'scripts/unit/stress', 'support/unit/'),
  script('fuzz.ts', 'scripts/unit/fuzz'),
  script('mock.ts', 'contract/mock', 'contract/contract-proxy', 'http/api/hosted-wrapper'),
  script('night.ts', 'tiers/'),
  script('test.ts', 'tiers/'),
  script('notices.ts', 'scripts/unit/shipped-packages', 'deployment/container'),
  script('pack-typescript.sh', 'scripts/unit/pack-typescript', 'clients/typescript-packed'),
  script('plain-english.ts', 'unit/plain-english'),
  script('plain-english/', 'unit/plain-english'),
  everyClass('scripts/postgres15.sh', 'database/queries/', 'tiers/'),
  script('sbom.ts', 'deployment/container', 'scripts/unit/shipped-packages'),
  script('shipped-packages.ts', 'scripts/unit/shipped-packages', 'deployment/container'),
  everyClass('scripts/tiers/', 'tiers/'),
];

/** Tests that run programs of the Python environment. */
const inPython = [
  'clients/',
  'contract/mock',
  'contract/samples.tools',
  'scim/protocol/python',
  'oidc/relying-parties/',
  'saml/relying-parties/',
  'federation/protocol/authlib',
  'saml/pages/',
] as const;

const environment: readonly Row[] = [
  script('environment/', 'scripts/unit/environment', 'scripts/unit/packages'),
  script('environment/go.sh', 'scripts/unit/environment', 'clients/generated-go', 'deployment/helm'),
  script('environment/node-modules.sh', 'scripts/unit/environment', 'deployment/beside-a-start'),
  script('environment/cache.sh', 'scripts/unit/environment', 'scripts/unit/packages', 'deployment/container'),
  script('environment/python.sh', 'scripts/unit/environment', 'deployment/helm', ...inPython),
  script(
    'environment/requirements.txt',
    'scripts/unit/environment',
    'scripts/unit/fuzz',
    'deployment/helm',
    ...inPython,
  ),
  script('python-tools.ts', ...inPython),
];

const deploy: readonly Row[] = [
  reaching('deploy/backup/', 'deployment/pgbackrest'),
  reaching('deploy/compose/', 'deployment/compose'),
  reaching(
    'deploy/container/',
    'scripts/unit/build-image',
    'deployment/container',
    'deployment/compose',
    'deployment/helm',
  ),
  reaching('deploy/grafana/', 'process/monitoring', 'deployment/monitoring', 'deployment/compose'),
  reaching('deploy/helm/', 'deployment/helm'),
  reaching('deploy/high-availability/', 'deployment/high-availability'),
  reaching(
    'deploy/prometheus/',
    'process/monitoring',
    'deployment/monitoring',
    'deployment/compose',
    'deployment/helm',
  ),
  reaching('deploy/systemd/', 'deployment/systemd'),
];

const others: readonly Row[] = [
  // Only `make bench…` and `make long` run these.
  reaching('bench/'),
  reaching('bench/check-statistics.ts', 'scripts/unit/bench-check'),
  reaching('bench/measure.ts', 'scripts/unit/bench-peers'),
  reaching('bench/pace.ts', 'scripts/unit/bench-pace'),
  reaching('bench/ways/', 'scripts/unit/ways'),
  reaching('bench/peers/', 'scripts/unit/bench-peers'),
  reaching('examples/saml/', 'saml/relying-parties/walkthrough'),
  reaching(
    'examples/sign-in/',
    'clients/sign-in-walkthrough',
    'sign-in/pages/whole',
    'federation/pages/federated',
  ),
  everyClass('.ci/', 'tiers/', 'deployment/helm'),
  reaching('.dockerignore', 'deployment/container'),
  reaching('.editorconfig'),
  reaching('.gitignore', 'unit/plain-english'),
  reaching('.npmrc', 'deployment/container'),
  // `make lint` reads these, and no test does.
  reaching('.oxlintrc.json'),
  reaching('biome.json'),
  reaching('.spectral.yaml', 'scripts/unit/spectral'),
  everyClass('Makefile', 'scripts/unit/pack-typescript', 'tiers/', 'clients/webhook-walkthrough', 'process/'),
  reaching('dependency-cruiser.config.ts', 'architecture', 'unit/layout', 'unit/rooms'),
  // They decide what is generated, and `make verify` tells the difference.
  reaching('openapi-ts.config.ts', 'clients/typescript', 'architecture'),
  everyClass('redocly.yaml', 'scripts/unit/bundle', 'contract/'),
  everyClass(
    'package-lock.json',
    'scripts/unit/',
    'oidc/unit/patches',
    'deployment/container',
    'clients/',
    'process/',
  ),
  everyClass(
    'package.json',
    'scripts/unit/',
    'oidc/unit/patches',
    'deployment/container',
    'clients/',
    'process/',
  ),
  everyClass('tsconfig.json', 'contract/samples', 'clients/typescript-packed'),
  everyClass('vitest.config.ts', 'tiers/', 'support/unit/'),
];

/** Rows of scripts, of deploy/, bench/ and examples/, and of settings at the top. */
export const programs: readonly Row[] = [
  ...generators,
  ...commands,
  ...tools,
  ...environment,
  ...deploy,
  ...others,
];
