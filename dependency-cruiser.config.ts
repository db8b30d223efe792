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
  'usage',
  'policies/resources',
  'risk',
  'webhooks',
  'users',
  'organizations',
  'conditional-access/resources',
  'sign-in',
  'saml-messages',
  'saml-metadata',
  'federation',
  'oidc',
  'saml',
  'scim',
  'configuration',
  'recovery',
] as const;

/** The folders of rooms in `src`. Tests of a room lie in a folder of this name. */
export const families: readonly string[] = [...new Set(rooms.map((room) => room.replace(/\/.*/, '')))];

/** The code that every room may import; `x:types` allows `import type` only. */
const ground = ['platform', 'lib', 'failure', 'config:types', 'generated:types'];

interface Place {
  path: string;
  may: readonly string[];
}

const roomPlaces = rooms.map((room, at): [string, Place] => [
  room,
  { path: `^src/${room}/`, may: [...rooms.slice(0, at), ...ground, 'operation'] },
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
    path: '^src/(service\\.ts$|start/)',
    may: ['http', 'workers', 'database', 'handlers', 'parts', 'wiring', ...rooms, ...ground, 'generated'],
  },
  // The type that routes and the wrapper share belongs to neither. It knows the callers and origins that rooms declare.
  operation: {
    path: '^src/operation\\.ts$',
    may: ['audit:types', 'credentials:types', 'users:types', 'scim:types', ...ground],
  },
  // The one place that names the parts of all families.
  parts: { path: '^src/parts\\.ts$', may: ['wiring', ...rooms, ...ground] },
  // The one place where a lower room is told about a higher one.
  wiring: { path: '^src/wiring\\.ts$', may: [...rooms, ...ground] },
  handlers: { path: '^src/handlers/', may: ['operation', 'parts:types', ...rooms, ...ground] },
  http: {
    path: '^src/http/',
    may: ['operation', 'database', ...rooms, ...ground, 'config', 'generated'],
  },
  workers: { path: '^src/workers/', may: ['database', ...rooms, ...ground] },
  database: { path: '^src/database/', may: ['orm', 'migrations', ...rooms, ...ground] },
  ...Object.fromEntries(roomPlaces),
  // The rule `views` lets only events.ts and audit-actions.ts of it import generated files.
  platform: { path: '^src/platform/', may: [...ground, 'operation', 'generated'] },
  lib: { path: '^src/lib/', may: ['config:types'] },
  failure: { path: '^src/failure\\.ts$', may: ['lib'] },
  config: { path: '^src/(config\\.ts$|settings/)', may: ['lib', 'failure'] },
  orm: {
    path: '^mikro-orm\\.config\\.ts$',
    may: ['config', 'database', 'lib', 'migrations', 'platform', ...rooms],
  },
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

/** The imports that each folder of a room may have. */
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
    from: { path: '^src/', pathNot: '/(views|routes)/|^src/workers/' },
    to: { path: '^src/.*/views/' },
  },
  {
    name: 'views',
    comment: 'nor do they know its types',
    severity: 'error',
    from: {
      path: '^src/',
      pathNot:
        '/(views|routes)/|^src/(handlers|http|start)/|^src/(operation|platform/(events|audit-actions))\\.ts$',
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
    from: { path: '/routes/' },
    to: { path: '/entities/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'routes',
    comment: 'only the list of families opens a door; within a room, routes share what they show',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/handlers/|/routes/' },
    to: { path: '/routes/' },
  },
  {
    name: 'routes',
    comment: 'a room opens no door of another room',
    severity: 'error',
    from: { path: '^src/(.+)/routes/' },
    to: { path: '/routes/', pathNot: '^src/$1/routes/' },
  },
  {
    name: 'routes',
    comment: 'rules know no request of the wire, only routes do',
    severity: 'error',
    from: { path: '^src/', pathNot: '/routes/|^src/(handlers|http|operation\\.ts)' },
    to: { path: '^src/operation\\.ts$' },
  },
  {
    name: 'routes',
    comment: 'the list of families holds doors, and nothing of a room but them',
    severity: 'error',
    from: { path: '^src/handlers/', pathNot: '^src/handlers/replacing\\.ts$' },
    to: { path: '^src/', pathNot: '/routes/|^src/(handlers|lib)/|^src/(operation|parts)\\.ts$' },
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
    to: { path: local, pathNot: '^src/saml-messages/|^src/lib/|^src/failure\\.ts$' },
  },
  {
    name: 'engine',
    comment: 'the engine reads and writes for itself; logins, settings and the vault come in as functions',
    severity: 'error',
    from: { path: '^src/oidc/engine/' },
    to: {
      path: local,
      pathNot:
        '^src/oidc/(engine|sql)/|^src/oidc/(agent-hosts|claim-source|client-origin|client-secret|command-line|document-setting|granted|own-api|strangers|used-proofs)\\.ts$|^src/(lib|platform)/|^src/failure\\.ts$',
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

/**
 * The rooms that files of `http` know, with the reason. Every other file of `http` knows no room: it gets what it needs as a part.
 */
const roomsOfHttp: readonly { files: string; rooms: readonly (typeof rooms)[number][]; why: string }[] = [
  {
    files: 'api-key-authentication|presented-early',
    rooms: ['credentials', 'policies/judge'],
    why: 'callers are keys',
  },
  {
    files: 'step-bounds',
    rooms: ['credentials'],
    why: 'changes of one request count for its key, as requests do',
  },
  { files: 'scim-token-authentication|provisioning', rooms: ['scim'], why: 'callers are SCIM tokens' },
  {
    files: 'user-authentication|user-admission|user-token-authentication',
    rooms: ['users', 'sign-in', 'conditional-access/judge', 'conditional-access/resources'],
    why: 'callers are users, and conditional access judges each of their requests',
  },
  {
    files: 'user-token-authentication',
    rooms: ['oidc'],
    why: 'the provider of a tenant gives the tokens of the command line',
  },
  { files: 'operator-authentication', rooms: ['organizations'], why: 'callers are operators' },
  { files: 'audit-rows|around', rooms: ['audit'], why: 'each change has an audit row' },
  { files: 'around', rooms: ['organizations'], why: 'the changes of operators have an audit of their own' },
  {
    files: 'around',
    rooms: ['credentials', 'policies/judge'],
    why: 'bounds and violations are kept with a change',
  },
  { files: 'wrapping', rooms: ['credentials'], why: 'the secret of an answer is wrapped in its transaction' },
  {
    files: 'checks|gate|app-parts',
    rooms: ['credentials', 'policies/judge', 'conditional-access/judge'],
    why: 'each call with a key is judged, and its use is noted',
  },
  { files: 'open-gate', rooms: ['credentials'], why: 'the use of a key is noted' },
  { files: 'device-visit', rooms: ['sign-in'], why: 'the device origin serves one page of a sign-in' },
  {
    files: 'admission/admission',
    rooms: ['credentials', 'policies/judge'],
    why: 'what was found of a caller',
  },
  { files: 'admission/limits', rooms: ['risk'], why: 'one bucket for each network' },
  { files: 'admission/known-browsers', rooms: ['users'], why: 'known browsers pass spent buckets' },
  { files: 'admission/known-proofs', rooms: ['oidc'], why: 'known clients pass spent buckets' },
  { files: 'challenges', rooms: ['oidc'], why: 'a challenge leads to the metadata of the API' },
];

const allRooms = `^src/(${rooms.join('|')})/`;

const byRoomOfHttp = [
  {
    name: 'http',
    comment: 'this file of http knows no room',
    severity: 'error',
    from: {
      path: '^src/http/',
      pathNot: `^src/http/(${eitherOf(roomsOfHttp.map(({ files }) => files))})\\.ts$`,
    },
    to: { path: allRooms },
  },
  ...[...new Set(roomsOfHttp.flatMap(({ files }) => files.split('|')))].map(
    (file): IForbiddenRuleType => ({
      name: 'http',
      comment: 'this file of http knows other rooms',
      severity: 'error',
      from: { path: `^src/http/${file}\\.ts$` },
      to: {
        path: allRooms,
        pathNot: eitherOf(
          roomsOfHttp
            .filter(({ files }) => files.split('|').includes(file))
            .flatMap((one) => one.rooms.map((room) => `^src/${room}/`)),
        ),
      },
    }),
  ),
] satisfies IForbiddenRuleType[];

/** Packages that only these places know; `types` may be imported by more. */
const packages: readonly { name: string; knows: string; types?: string }[] = [
  { name: 'express', knows: '^src/http/' },
  { name: '(node:)?http', knows: '^src/http/', types: '^src/operation\\.ts$|^src/oidc/engine/' },
  { name: '(node:)?https', knows: '^src/http/' },
  { name: 'openapi-backend', knows: '^src/http/' },
  { name: 'ajv', knows: '^src/http/' },
  { name: 'prom-client', knows: '^src/http/' },
  { name: 'pino', knows: '^src/platform/log\\.ts$' },
  { name: '@opentelemetry', knows: '^src/start/otlp\\.ts$' },
  { name: 'graphile-worker', knows: '^src/(workers|database)/' },
  { name: 'mmdb-lib', knows: '^src/conditional-access/judge/geoip\\.ts$' },
  { name: 'nodemailer', knows: '^src/platform/mail\\.ts$' },
  { name: '@node-rs/argon2', knows: '^src/users/passwords/passwords\\.ts$' },
  { name: '@simplewebauthn/server', knows: '^src/users/passkeys/protocol/' },
  { name: 'undici', knows: '^src/platform/outgoing\\.ts$' },
  {
    name: 'ipaddr.js',
    knows: '^src/lib/|^src/conditional-access/judge/address-set\\.ts$|^src/risk/network\\.ts$',
  },
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
    types: `^src/(http|workers|start|platform|${rooms.join('|')})/|^src/parts\\.ts$`,
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
  forbidden: [...byPlace, ...byFolder, ...byRoomOfHttp, ...byPackage],
  options: {
    // Imports of types are imports.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|^generated/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

export default config;
