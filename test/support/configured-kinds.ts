// For each kind of a configuration: an object, and another value for each of its fields.
import { aPartnerKey } from './service-providers.ts';
import { routingKey } from './alert-channels.ts';
import type { Sent } from './configuration.ts';

/** An object of a kind, the objects that it needs, and changes of it, one after the other. */
export interface KindExample {
  kind: string;
  key: string;
  needs?: Sent[];
  spec: Record<string, unknown>;
  changes: Record<string, unknown>[];
  /** A field that another caller changes behind the files. */
  drift: Record<string, unknown>;
}

const group: Sent = { kind: 'group', key: 'people', spec: { name: 'People' } };
const machine: Sent = { kind: 'identity', key: 'machine', spec: { name: 'Machine', type: 'AI_AGENT' } };
const scope: Sent = {
  kind: 'oidcScope',
  key: 'projects',
  spec: { name: 'projects', displayName: 'Projects' },
};

const client: Sent = {
  kind: 'oidcClient',
  key: 'backend',
  spec: { name: 'Backend', redirectUris: ['https://app.example.com/callback'] },
};

/** Returns an example of each kind. Certificates are made for the run. */
export async function kindExamples(): Promise<KindExample[]> {
  const [one, other] = [await aPartnerKey('one'), await aPartnerKey('other')];
  return [
    {
      kind: 'attributeSchema',
      key: 'default',
      spec: { schema: { type: 'object', properties: { team: { type: 'string', maxLength: 50 } } } },
      changes: [{ schema: null }],
      drift: { schema: { type: 'object', properties: {} } },
    },
    {
      kind: 'passwordPolicy',
      key: 'default',
      spec: { minLength: 14 },
      changes: [
        { maxLength: 100 },
        { requireUppercase: true },
        { requireLowercase: true },
        { requireNumber: true },
        { requireSymbol: true },
        { minCharacterTypes: 3 },
        { disallowCommon: false },
        { disallowUserInfo: false },
        { disallowRepetition: false },
        { customBlockedWords: ['example'] },
        { historyCount: 6 },
        { maxAgeDays: 90 },
        { lockoutThreshold: 8 },
        { lockoutWindowSeconds: 1800 },
        { lockoutDurationSeconds: 600 },
        { resetTokenTtlSeconds: 1200 },
      ],
      drift: { minLength: 16 },
    },
    {
      kind: 'totpConfig',
      key: 'default',
      spec: { issuer: 'Example' },
      changes: [
        { digits: 8 },
        { algorithm: 'SHA256' },
        { window: 2 },
        { recoveryCodes: 8 },
        { maxAttempts: 4 },
        { enforcement: 'OFF' },
      ],
      drift: { issuer: 'Another' },
    },
    {
      kind: 'webauthnConfig',
      key: 'default',
      spec: { rpName: 'Example' },
      changes: [
        { residentKey: 'required' },
        { timeoutMs: 50_000 },
        { authenticatorAttachment: 'platform' },
        { passwordless: false },
      ],
      drift: { rpName: 'Another' },
    },
    {
      kind: 'magicLinkConfig',
      key: 'default',
      spec: { ttlSeconds: 500 },
      changes: [
        { maxPerHour: 4 },
        { bindToBrowser: false },
        { redirectAllowlist: ['https://app.example.com/'] },
      ],
      drift: { ttlSeconds: 400 },
    },
    {
      kind: 'registrationConfig',
      key: 'default',
      spec: { maxPerDay: 50 },
      changes: [{ allowedDomains: ['example.com'] }, { maxPerDay: 40 }],
      drift: { maxPerDay: 30 },
    },
    {
      kind: 'branding',
      key: 'default',
      spec: { displayName: 'Example' },
      changes: [
        { primaryColor: '#0b5fff' },
        { supportUri: 'https://example.com/help' },
        { locale: 'de' },
        { displayName: null },
      ],
      drift: { displayName: 'Another' },
    },
    {
      kind: 'mailTemplate',
      key: 'sign-in.en',
      spec: { subject: 'Sign in to Example' },
      changes: [{ footer: 'Example Ltd' }, { subject: 'Your way in' }],
      drift: { subject: 'Another' },
    },
    {
      kind: 'identity',
      key: 'deploy',
      spec: { name: 'Deploy', type: 'CI_CD' },
      changes: [
        { name: 'Deploy bot' },
        { description: 'Deploys' },
        { tags: ['production'] },
        { allowedScopes: ['secrets.read'] },
        { allowedIps: ['203.0.113.0/24'] },
        { federatedSubjects: [{ issuer: 'https://issuer.example', audience: 'keyward', subject: 'me' }] },
        { metadata: { team: 'platform' } },
        { expiresAt: '2030-01-01T00:00:00Z' },
      ],
      drift: { description: 'Someone else' },
    },
    {
      kind: 'group',
      key: 'engineering',
      spec: { name: 'Engineering' },
      changes: [
        { name: 'Engineers' },
        { description: 'All of them' },
        { externalId: 'eng' },
        { scopes: ['identities.read'] },
      ],
      drift: { description: 'Someone else' },
    },
    {
      kind: 'policy',
      key: 'scopes',
      needs: [machine],
      spec: { name: 'Scopes', type: 'SCOPE_RESTRICTION', parameters: { deniedScopes: ['secrets.*'] } },
      changes: [
        { name: 'Scopes of machines' },
        { description: 'Watched' },
        { severity: 'HIGH' },
        { actions: ['ALERT'] },
        { selector: { identityIds: ['identity/machine'] } },
        { selector: { tags: ['production'] } },
        { parameters: { deniedScopes: ['secrets.write'] } },
        { mode: 'DISABLED' },
      ],
      drift: { description: 'Someone else' },
    },
    {
      kind: 'namedLocation',
      key: 'office',
      spec: { name: 'Office', type: 'IP', ipRanges: ['203.0.113.0/24'] },
      changes: [
        { name: 'Head office' },
        { ipRanges: ['203.0.113.0/24', '198.51.100.7'] },
        { isTrusted: true },
      ],
      drift: { name: 'Elsewhere' },
    },
    {
      kind: 'oidcScope',
      key: 'workplace',
      spec: { name: 'workplace', displayName: 'Work' },
      changes: [
        { displayName: 'Workplace' },
        { description: 'Where they work' },
        { claims: [{ claim: 'dept', source: 'department' }] },
        { isDefault: true },
      ],
      drift: { displayName: 'Someone else' },
    },
    {
      kind: 'oidcClient',
      key: 'portal',
      needs: [group, scope],
      spec: { name: 'Portal', redirectUris: ['https://app.example.com/callback'] },
      changes: [
        { name: 'The portal' },
        { description: 'A portal' },
        { redirectUris: ['https://app.example.com/callback', 'https://app.example.com/other'] },
        { postLogoutRedirectUris: ['https://app.example.com/'] },
        { scopes: ['openid', 'projects'] },
        { accessTokenTtl: 600 },
        { idTokenTtl: 600 },
        { consentRequired: false },
        { allowedGroups: ['group/people'] },
        { status: 'DISABLED' },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'clientRegistration',
      key: 'default',
      spec: { mode: 'INITIAL_ACCESS_TOKEN' },
      changes: [{ allowedRedirectHosts: ['app.example.com'] }, { loopbackRedirects: false }],
      drift: { mode: 'OFF' },
    },
    {
      kind: 'oidcResource',
      key: 'project-tools',
      needs: [client],
      spec: { identifier: 'https://mcp.example.com', name: 'Project tools' },
      changes: [
        { name: 'Tools' },
        { description: 'For projects' },
        { scopes: [{ name: 'read', displayName: 'Read your projects', description: null }] },
        { accessTokenTtl: 60 },
        { accessTokenFormat: 'opaque' },
        { clients: ['oidcClient/backend'] },
        { clients: null },
        { agents: true },
        { servedBy: ['oidcClient/backend'] },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'serviceProvider',
      key: 'wiki',
      needs: [group],
      spec: {
        name: 'Wiki',
        entityId: 'https://wiki.example.com/saml',
        acsUrl: 'https://wiki.example.com/acs',
      },
      changes: [
        { name: 'The wiki' },
        { attributeMappings: [{ name: 'mail', source: 'email' }] },
        { assertionTtl: 200 },
        { sessionTtl: 3600 },
        { defaultRelayState: 'home' },
        { signingCertificates: [one.certificate] },
        { allowedGroups: ['group/people'] },
        { status: 'DISABLED' },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'accessPolicy',
      key: 'elsewhere',
      needs: [
        group,
        machine,
        { kind: 'namedLocation', key: 'home', spec: { name: 'Home', type: 'COUNTRY', countries: ['DE'] } },
        {
          kind: 'oidcClient',
          key: 'app',
          spec: { name: 'App', redirectUris: ['https://app.example.com/cb'] },
        },
      ],
      spec: {
        name: 'Elsewhere',
        priority: 10,
        decision: 'BLOCK',
        conditions: { groups: { include: ['group/people'] } },
      },
      changes: [
        { name: 'From elsewhere' },
        { description: 'Not from home' },
        { priority: 11 },
        {
          conditions: {
            groups: { include: ['group/people'] },
            locations: { exclude: ['namedLocation/home'] },
          },
        },
        { conditions: { applications: { include: ['oidcClient/app'] } } },
        { conditions: { identities: { include: ['identity/machine'] }, riskLevels: ['HIGH'] } },
        { decision: 'REQUIRE', requirements: ['MFA'], conditions: { groups: { include: ['group/people'] } } },
        { session: { maxAgeSeconds: 3600 } },
        { status: 'DISABLED' },
      ],
      drift: { description: 'Someone else' },
    },
    {
      kind: 'socialProvider',
      key: 'google',
      spec: {
        provider: 'google',
        name: 'Google',
        clientId: 'one.apps.googleusercontent.com',
        clientSecret: 'a secret of google',
      },
      changes: [
        { name: 'With Google' },
        { clientId: 'other.apps.googleusercontent.com' },
        { clientSecret: 'another secret' },
        { allowedDomains: ['example.com'] },
        { enabled: false },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'oidcConnection',
      key: 'acme',
      needs: [group],
      spec: {
        name: 'Acme',
        issuer: 'https://login.acme.example',
        clientId: 'keyward',
        clientSecret: 'a secret of acme',
        domains: ['acme.example'],
      },
      changes: [
        { name: 'Acme Ltd' },
        { clientSecret: 'another secret' },
        { scopes: ['openid', 'email'] },
        { groupMapping: [{ value: 'staff', groupId: 'group/people' }] },
        { allowedGroups: ['group/people'] },
        { maxSessionSeconds: 3600 },
        { status: 'DISABLED' },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'samlConnection',
      key: 'initech',
      needs: [group],
      spec: {
        name: 'Initech',
        idpEntityId: 'https://login.initech.invalid/saml',
        ssoUrl: 'https://login.initech.invalid/sso',
        certificates: [one.certificate],
      },
      changes: [
        { name: 'Initech Ltd' },
        { certificates: [one.certificate, other.certificate] },
        { clockSkewSeconds: 30 },
        { groupMapping: [{ value: 'staff', groupId: 'group/people' }] },
        { status: 'DISABLED' },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'webhook',
      key: 'chat',
      spec: { name: 'Chat', url: 'https://hooks.example.com/chat', events: ['identity.created'] },
      changes: [
        { name: 'The chat' },
        { url: 'https://hooks.example.com/other' },
        { events: ['identity.created', 'identity.updated'] },
        { ordering: 'PER_RESOURCE' },
      ],
      drift: { name: 'Someone else' },
    },
    {
      kind: 'alertRule',
      key: 'leaks',
      spec: {
        name: 'Leaks',
        events: ['credential.leaked'],
        channels: [{ type: 'PAGERDUTY', routingKey, region: 'EU' }],
      },
      changes: [
        { name: 'All leaks' },
        { events: ['credential.leaked', 'policy.violated'] },
        { conditions: { minSeverity: 'HIGH', tags: ['production'] } },
        { throttleSeconds: 600 },
        { channels: [{ type: 'PAGERDUTY', routingKey: `${routingKey.slice(0, -1)}1`, region: 'EU' }] },
        { channels: [] },
        { enabled: false },
      ],
      drift: { name: 'Someone else' },
    },
  ];
}
