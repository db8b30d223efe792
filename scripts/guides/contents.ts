// The order of the guides at /docs. Each page of `docs/` stands here once. The service reads the table from generated/docs/site.json.

/** The guides of a task, in the order in which readers need them. */
export interface Task {
  name: string;
  /** The reason to read these guides. */
  purpose: string;
  pages: readonly string[];
  /** Whether the pages are for developers of Keyward. Operations do not link to them. */
  isInternal?: true;
}

export const tasks: readonly Task[] = [
  {
    name: 'Start',
    purpose: 'Start a server, issue the first key, and look around.',
    pages: ['quick-start', 'dashboard', 'what-keyward-is-not'],
  },
  {
    name: 'Keys',
    purpose: 'Issue, verify, limit and replace the credentials of machines.',
    pages: [
      'verification',
      'middleware',
      'verification-cache',
      'rights',
      'rate-limits',
      'key-format',
      'wrapping',
      'leaked-keys',
      'unused-credentials',
      'workload-identity',
      'policies',
      'risk',
    ],
  },
  {
    name: 'Sign-in',
    purpose: 'Sign users in to your applications.',
    pages: [
      'sign-in',
      'quickstarts',
      'agents',
      'authentication-settings',
      'second-factors',
      'passkeys',
      'social-sign-in',
      'hosted-pages',
      'oidc',
      'oidc-clients',
      'id-jag',
      'client-metadata-documents',
      'client-registration',
      'oidc-resources',
      'governing-agents',
      'signing-keys',
    ],
  },
  {
    name: 'Enterprise',
    purpose:
      'Connect directories, identity providers and SAML applications. Say from where access is allowed.',
    pages: [
      'directory',
      'federation',
      'scim',
      'saml',
      'saml-products',
      'saml-rules',
      'conditional-access',
      'audit',
      'reports',
    ],
  },
  {
    name: 'Operate',
    purpose: 'Deploy, observe, back up and upgrade the service.',
    pages: [
      'deploying',
      'configuration',
      'organizations',
      'high-availability',
      'scaling',
      'overload',
      'backup',
      'upgrading',
      'incidents',
      'logging',
      'tracing',
      'retention',
    ],
  },
  {
    name: 'Develop',
    purpose: 'Call the API, receive events, and test against both.',
    pages: [
      'cli',
      'mcp',
      'terraform',
      'config-as-code',
      'requests',
      'users-and-the-api',
      'webhooks',
      'delivery',
      'events',
      'errors',
      'status-codes',
      'lists',
      'compatibility',
      'sdks',
      'generators',
      'mocking',
      'standards',
    ],
  },
  {
    name: 'Internals',
    purpose: 'Read how Keyward is built, measured and tested, and why.',
    pages: [
      'architecture',
      'adding-an-operation',
      'releasing',
      'performance',
      'fuzzing',
      'certification',
      'decisions/README',
    ],
    isInternal: true,
  },
];

/** A goal of a new reader, at the top of the first page. */
interface Goal {
  name: string;
  purpose: string;
  /** The guides to begin with, the first one first. */
  pages: readonly string[];
}

export const goals: readonly Goal[] = [
  {
    name: 'Issue and verify keys',
    purpose: 'Give services, CI/CD and AI agents keys that you can limit, rotate and revoke.',
    pages: ['quick-start', 'verification', 'rights'],
  },
  {
    name: 'Sign users in',
    purpose: 'Sign users in to your applications with passwords, passkeys and OpenID Connect.',
    pages: ['sign-in', 'quickstarts', 'passkeys', 'oidc-clients'],
  },
  {
    name: 'Connect an enterprise',
    purpose: 'Connect the identity provider, the directory and the SAML applications of a company.',
    pages: ['federation', 'scim', 'saml'],
  },
  {
    name: 'Operate it',
    purpose: 'Deploy the service, back up its data, and upgrade it.',
    pages: ['deploying', 'backup', 'upgrading'],
  },
];

/** The guides of each tag of the contract. The operations of the tag link to them first. */
export const guidesOfTags: Readonly<Record<string, readonly string[]>> = {
  me: ['rights'],
  identities: ['quick-start'],
  credentials: ['quick-start'],
  reports: ['reports'],
  policies: ['policies'],
  'conditional-access': ['conditional-access'],
  configuration: ['config-as-code'],
  'scim-tokens': ['scim'],
  users: ['directory'],
  passkeys: ['passkeys'],
  'hosted-passkeys': ['passkeys', 'hosted-pages'],
  groups: ['directory'],
  'scim-users': ['scim'],
  'scim-groups': ['scim'],
  scim: ['scim'],
  'auth-config': ['authentication-settings'],
  'oidc-clients': ['oidc-clients', 'client-metadata-documents'],
  'oidc-agents': ['governing-agents'],
  'oidc-scopes': ['oidc-clients'],
  'client-registration': ['client-registration'],
  'oidc-registration': ['client-registration'],
  'oidc-resources': ['oidc-resources', 'oidc-clients'],
  'service-providers': ['saml'],
  'signing-keys': ['signing-keys'],
  'social-providers': ['social-sign-in'],
  federation: ['federation'],
  webhooks: ['webhooks'],
  'audit-logs': ['audit'],
  anomalies: ['risk'],
  alerts: ['risk'],
  'sign-in': ['sign-in', 'hosted-pages'],
  dashboard: ['dashboard'],
  'mailed-links': ['hosted-pages'],
  setup: ['federation'],
  registration: ['hosted-pages'],
  account: ['hosted-pages'],
  'second-factors': ['second-factors'],
  'oidc-protocol': ['oidc'],
  'saml-protocol': ['saml'],
  'oidc-interaction': ['oidc', 'hosted-pages'],
  organizations: ['organizations'],
  service: ['logging'],
};

/** Returns the file of a guide, as seen from the root of the repository. */
export const fileOf = (guide: string): string => `docs/${guide}.md`;
