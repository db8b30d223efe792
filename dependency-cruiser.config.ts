import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The order of rooms, which limits imports (docs/architecture.md). test/architecture.exceptions.txt lists the exceptions, and
 * test/architecture.test.ts applies both. To look at a part of it: `npx depcruise -c dependency-cruiser.config.ts src/oidc -T text`.
 */

/** A room imports only rooms above it. A judge stands above the rooms that ask it, so a family may have two rooms in its folder. */
export const rooms = [
  'audit',
  'policies/judge',
  'conditional-access/judge',
  'credentials',
  'organizations',
  'usage',
  'policies/resources',
  'risk',
  'webhooks',
  'users',
  'conditional-access/resources',
  'sign-in',
  'saml-messages',
  'saml-metadata',
  'federation',
  'oidc',
  'saml',
  'scim',
  'recovery',
] as const;

/** The folders of rooms in `src`. Tests of a room lie in a folder of this name. */
export const families: readonly string[] = [...new Set(rooms.map((room) => room.replace(/\/.*/, '')))];

/** What every room stands on; `x:types` allows `import type` only. */
const ground = ['platform', 'lib', 'failure', 'config:types', 'generated:types'];

interface Place {
  path: string;
  may: readonly string[];
}

const roomPlaces = rooms.map((room, at): [string, Place] => [
  room,
  { path: `^src/${room}/`, may: [...rooms.slice(0, at), ...ground] },
]);

/** Every file belongs to one of these; its own place it may always import. */
export const places: Readonly<Record<string, Place>> = {
  main: { path: '^src/main\\.(js|ts)$', may: ['compileCache', 'process'] },
  compileCache: { path: '^src/compile-cache\\.(js|d\\.ts)$', may: [] },
  process: {
    path: '^src/process\\.ts$',
    may: ['service', 'config', 'database', 'organizations', 'platform', 'warmUp'],
  },
  warmUp: { path: '^src/warm-up\\.ts$', may: ['http', 'config', 'lib'] },
  service: {
    path: '^src/service\\.ts$',
    may: ['http', 'workers', 'database', 'wiring', ...rooms, ...ground, 'generated'],
  },
  // The type that handlers and the wrapper share belongs to neither.
  operation: {
    path: '^src/operation\\.ts$',
    may: ['wiring:types', ...rooms.map((room) => `${room}:types`), ...ground],
  },
  // The one place where a lower room is told about a higher one.
  wiring: { path: '^src/wiring\\.ts$', may: [...rooms, ...ground] },
  handlers: { path: '^src/handlers/', may: ['operation', ...rooms, ...ground] },
  http: {
    path: '^src/http/',
    may: ['operation', 'handlers', 'database', ...rooms, ...ground, 'config', 'generated'],
  },
  workers: { path: '^src/workers/', may: ['database', ...rooms, ...ground] },
  database: { path: '^src/database/', may: ['orm', 'migrations', ...rooms, ...ground] },
  ...Object.fromEntries(roomPlaces),
  // The rule `views` lets only platform/events.ts import generated files.
  platform: { path: '^src/platform/', may: [...ground, 'generated'] },
  lib: { path: '^src/lib/', may: ['config:types'] },
  failure: { path: '^src/failure\\.ts$', may: ['lib'] },
  config: { path: '^src/config\\.ts$', may: ['lib', 'failure'] },
  orm: { path: '^mikro-orm\\.config\\.ts$', may: ['config', 'lib', 'migrations', 'platform', ...rooms] },
  // A migration says what the schema was; it may not follow an entity that changes later.
  migrations: { path: '^migrations/', may: [] },
  generated: { path: '^generated/', may: [] },
};

const local = '^(src|generated|migrations|test|scripts|bench)/|^[\\w.-]+\\.ts$';
const eitherOf = (paths: readonly string[]): string => paths.join('|');
const pathOf = (name: string): string => places[name]?.path ?? never;
const never = '^$';

const byPlace = Object.entries(places).flatMap(([name, { path, may }]): IForbiddenRuleType[] => {
  const typesOnly = may
    .filter((one) => one.endsWith(':types'))
    .map((one) => one.replace(':types', ''))
    .filter((one) => !may.includes(one));
  const allowed = may.filter((one) => !one.endsWith(':types'));
  return [
    {
      name: 'order',
      severity: 'error',
      from: { path },
      to: { path: local, pathNot: eitherOf([path, ...[...allowed, ...typesOnly].map(pathOf)]) },
    },
    {
      name: 'order',
      comment: `${name} takes only types of it`,
      severity: 'error',
      from: { path },
      to: { path: eitherOf(typesOnly.map(pathOf)) || never, dependencyTypesNot: ['type-only'] },
    },
  ];
});

/** What each folder of a room may hold of others. */
const byFolder: IForbiddenRuleType[] = [
  {
    name: 'sql',
    comment: 'a statement takes statements, pure helpers and types',
    severity: 'error',
    from: { path: '^src/.*/sql/' },
    // A statement rejects a cursor or a filter with a `Failure`, and `src/failure.ts` depends on nothing.
    to: { path: local, pathNot: '/sql/|^src/lib/|^src/failure\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'views',
    comment: 'a view runs no statement, and makes no entity',
    severity: 'error',
    from: { path: '^src/.*/views/' },
    to: { path: '/(sql|entities)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'views',
    comment: 'rules do not know the wire: handlers and tasks show what they give',
    severity: 'error',
    from: { path: '^src/', pathNot: '/views/|^src/(handlers|workers|service\\.ts)' },
    to: { path: '^src/.*/views/' },
  },
  {
    name: 'views',
    comment: 'nor do they know its types',
    severity: 'error',
    from: {
      path: '^src/',
      pathNot: '/views/|^src/(handlers|http|service\\.ts|operation\\.ts|platform/events\\.ts)',
    },
    to: { path: '^generated/' },
  },
  {
    name: 'pages',
    comment: 'a page is made of what it is given',
    severity: 'error',
    from: { path: '^src/.*/pages/' },
    to: { path: '/(sql|entities|views)/' },
  },
  {
    name: 'entities',
    comment: 'an entity is a table and its transitions',
    severity: 'error',
    from: { path: '^src/.*/entities/' },
    to: { path: '/(sql|views|pages|protocol|engine)/' },
  },
  {
    name: 'entities',
    comment: 'what is at the door works with rules',
    severity: 'error',
    from: { path: '^src/(http|workers)/' },
    to: { path: '/entities/' },
  },
  {
    name: 'entities',
    severity: 'error',
    from: { path: '^src/handlers/' },
    to: { path: '/entities/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'protocol',
    comment: 'pure: no database, no clock',
    severity: 'error',
    from: { path: '^src/(.*)/protocol/' },
    to: { path: local, pathNot: '^src/$1/protocol/|^src/lib/|^src/failure\\.ts$' },
  },
  {
    name: 'protocol',
    comment: 'messages of SAML are pure too; callers give keys, clock and registrations',
    severity: 'error',
    from: { path: '^src/saml-messages/' },
    to: { path: local, pathNot: '^src/saml-messages/|^src/lib/' },
  },
  {
    name: 'engine',
    comment: 'the engine reads and writes for itself; logins, settings and the vault come in as functions',
    severity: 'error',
    from: { path: '^src/oidc/engine/' },
    to: {
      path: local,
      pathNot:
        '^src/oidc/(engine|sql)/|^src/oidc/(claim-source|client-secret|granted)\\.ts$|^src/(lib|platform)/|^src/failure\\.ts$',
    },
  },
  {
    name: 'scim-schemas',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/scim/protocol/' },
    to: { path: '^scim-schemas/' },
  },
  { name: 'circle', severity: 'error', from: { path: '^(src|migrations)/' }, to: { circular: true } },
];

/** Packages that only these places know; `types` may be imported by more. */
const packages: readonly { name: string; knows: string; types?: string }[] = [
  { name: 'express', knows: '^src/http/' },
  { name: '(node:)?http', knows: '^src/http/', types: '^src/operation\\.ts$|^src/oidc/engine/' },
  { name: '(node:)?https', knows: '^src/http/' },
  { name: 'openapi-backend', knows: '^src/http/' },
  { name: 'ajv', knows: '^src/http/' },
  { name: 'prom-client', knows: '^src/http/' },
  { name: 'pino', knows: '^src/platform/log\\.ts$' },
  { name: '@opentelemetry', knows: '^src/platform/otlp\\.ts$' },
  { name: 'graphile-worker', knows: '^src/(workers|database)/' },
  { name: 'mmdb-lib', knows: '^src/conditional-access/judge/geoip\\.ts$' },
  { name: 'nodemailer', knows: '^src/platform/mail\\.ts$' },
  { name: '@node-rs/argon2', knows: '^src/users/passwords/passwords\\.ts$' },
  { name: '@simplewebauthn/server', knows: '^src/users/passkeys/protocol/' },
  { name: 'undici', knows: '^src/platform/outgoing\\.ts$' },
  { name: 'ipaddr.js', knows: '^src/lib/|^src/risk/network\\.ts$' },
  { name: 'oidc-provider', knows: '^src/oidc/engine/' },
  { name: 'samlify', knows: '^src/saml/read-by-samlify\\.ts$' },
  { name: 'saxes', knows: '^src/saml-messages/xml/' },
  { name: '@xmldom/xmldom', knows: '^src/saml-messages/' },
  { name: 'xml-crypto', knows: '^src/saml-messages/' },
  { name: 'xml-encryption', knows: '^src/saml-messages/verify/' },
  { name: '@peculiar/x509', knows: '^src/saml-messages/self-signed\\.ts$' },
  {
    name: 'pg',
    knows: '^src/database/|^src/.*/sql/',
    types: `^src/(http|workers|platform|${rooms.join('|')})/`,
  },
];

const byPackage = packages.flatMap(({ name, knows, types = never }): IForbiddenRuleType[] => {
  const escaped = name.replace('.', '\\.');
  const path = `^${escaped}$|^${escaped}/|node_modules/${escaped}/|node_modules/@types/${escaped}/`;
  return [
    {
      name: 'package',
      severity: 'error',
      from: { path: '^src/', pathNot: eitherOf([knows, types]) },
      to: { path },
    },
    {
      name: 'package',
      severity: 'error',
      from: { path: types, pathNot: knows },
      to: { path, dependencyTypesNot: ['type-only'] },
    },
  ];
});

const config: IConfiguration = {
  forbidden: [...byPlace, ...byFolder, ...byPackage],
  options: {
    // Imports of types are imports.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|^generated/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

export default config;
