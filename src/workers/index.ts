import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { Database } from '../database/open.ts';
import type { Endings } from '../users/endings.ts';
import type { GeoIp } from '../conditional-access/judge/geoip.ts';
import type { Mailer } from '../platform/mail.ts';
import type { RepeatingTaskName, TenantTaskName, TenantTasks } from '../platform/queue.ts';
import type { TenantJob } from '../platform/sql/tenant-jobs.ts';
import type { Vault } from '../platform/vault.ts';
import type { TaskParts } from './task-parts.ts';

/** The parts that repeating tasks work with. */
export interface RepeatingParts {
  database: Database;
  mailer: Mailer;
  vault: Vault;
  /** Where addresses are, if the operator gave a file that says so. */
  geoIp: GeoIp | undefined;
  /** Functions that run when the time of a user is over. */
  endings: Endings;
}

/** A task that runs again and again. */
export interface RepeatingTask {
  run(parts: RepeatingParts): Promise<void>;
  everySeconds: number;
}

/** Each task is loaded by its first run, or by `WARM_UP`. They are 150 modules in all. */
const code = {
  'expire-credentials': codeAtFirstUse(() => import('./expire-credentials.ts'), 'tasks'),
  'offboard-users': codeAtFirstUse(() => import('./offboard-users.ts'), 'tasks'),
  'forget-wrapped-secrets': codeAtFirstUse(() => import('./forget-wrapped-secrets.ts'), 'tasks'),
  'roll-up-usage': codeAtFirstUse(() => import('./roll-up-usage.ts'), 'tasks'),
  'sweep-requests': codeAtFirstUse(() => import('./sweep-requests.ts'), 'tasks'),
  'clean-up': codeAtFirstUse(() => import('./clean-up.ts'), 'tasks'),
  'seal-audit': codeAtFirstUse(() => import('./seal-audit.ts'), 'tasks'),
  'cut-audit': codeAtFirstUse(() => import('./cut-audit.ts'), 'tasks'),
  'rotate-signing-keys': codeAtFirstUse(() => import('./rotate-signing-keys.ts'), 'tasks'),
  'rotate-saml-keys': codeAtFirstUse(() => import('./rotate-saml-keys.ts'), 'tasks'),
  'watch-connections': codeAtFirstUse(() => import('./watch-connections.ts'), 'tasks'),
  'watch-service-providers': codeAtFirstUse(() => import('./watch-service-providers.ts'), 'tasks'),
  'tell-client-hours': codeAtFirstUse(() => import('./tell-client-hours.ts'), 'tasks'),
  'apply-policies': codeAtFirstUse(() => import('./apply-policies.ts'), 'tasks'),
  'follow-events': codeAtFirstUse(() => import('./follow-events.ts'), 'tasks'),
  'detect-anomalies': codeAtFirstUse(() => import('./detect-anomalies.ts'), 'tasks'),
  'weigh-risk': codeAtFirstUse(() => import('./weigh-risk.ts'), 'tasks'),
  'send-invitation': codeAtFirstUse(() => import('./send-invitation.ts'), 'tasks'),
  'send-mailed-link': codeAtFirstUse(() => import('./send-mailed-link.ts'), 'tasks'),
  'send-notice': codeAtFirstUse(() => import('./send-notice.ts'), 'tasks'),
  'enforce-policy': codeAtFirstUse(() => import('./enforce-policy.ts'), 'tasks'),
  'run-backtest': codeAtFirstUse(() => import('./run-backtest.ts'), 'tasks'),
  'begin-logout': codeAtFirstUse(() => import('./begin-logout.ts'), 'tasks'),
  'tell-logout': codeAtFirstUse(() => import('./tell-logout.ts'), 'tasks'),
  'refresh-metadata': codeAtFirstUse(() => import('./refresh-metadata.ts'), 'tasks'),
  'tell-service-provider': codeAtFirstUse(() => import('./tell-service-provider.ts'), 'tasks'),
  'end-connection-logins': codeAtFirstUse(() => import('./end-connection-logins.ts'), 'tasks'),
  'erase-actions': codeAtFirstUse(() => import('./erase-actions.ts'), 'tasks'),
  'check-connection': codeAtFirstUse(() => import('./check-connection.ts'), 'tasks'),
  'check-domain': codeAtFirstUse(() => import('./check-domain.ts'), 'tasks'),
};

export const repeatingTasks = {
  'expire-credentials': {
    run: async ({ database }) => (await code['expire-credentials']()).expireCredentials(database),
    everySeconds: 30,
  },
  'offboard-users': {
    run: async ({ database, endings }) => (await code['offboard-users']()).offboardUsers(database, endings),
    everySeconds: 30,
  },
  'forget-wrapped-secrets': {
    run: async ({ database }) => (await code['forget-wrapped-secrets']()).forgetWrappedSecrets(database),
    everySeconds: 30,
  },
  'roll-up-usage': {
    run: async ({ database }) => (await code['roll-up-usage']()).rollUpUsage(database),
    everySeconds: 60,
  },
  'sweep-requests': {
    run: async ({ database }) => (await code['sweep-requests']()).sweepRequests(database),
    everySeconds: 60,
  },
  'clean-up': {
    run: async ({ database, mailer }) => (await code['clean-up']()).cleanUp(database, mailer),
    everySeconds: 3600,
  },
  'seal-audit': {
    run: async ({ database, vault }) => (await code['seal-audit']()).sealAudit(database, vault),
    everySeconds: 3,
  },
  'cut-audit': {
    run: async ({ database, vault }) => (await code['cut-audit']()).cutAudit(database, vault),
    everySeconds: 3600,
  },
  'rotate-signing-keys': {
    run: async ({ database, vault }) =>
      (await code['rotate-signing-keys']()).rotateSigningKeys(database, vault),
    everySeconds: 60,
  },
  'rotate-saml-keys': {
    run: async ({ database, vault }) => (await code['rotate-saml-keys']()).rotateSamlKeys(database, vault),
    everySeconds: 600,
  },
  'watch-connections': {
    run: async ({ database }) => (await code['watch-connections']()).watchConnections(database),
    everySeconds: 60,
  },
  'watch-service-providers': {
    run: async ({ database }) => (await code['watch-service-providers']()).watchServiceProviders(database),
    everySeconds: 60,
  },
  'tell-client-hours': {
    run: async ({ database }) => (await code['tell-client-hours']()).tellClientHours(database),
    everySeconds: 600,
  },
  // Once a day for each tenant, soon after midnight UTC.
  'apply-policies': {
    run: async ({ database }) => (await code['apply-policies']()).applyPolicies(database),
    everySeconds: 600,
  },
  'follow-events': {
    run: async ({ database }) => (await code['follow-events']()).followEvents(database),
    everySeconds: 5,
  },
  'detect-anomalies': {
    run: async ({ database, geoIp }) => (await code['detect-anomalies']()).detectAnomalies(database, geoIp),
    everySeconds: 30,
  },
  'weigh-risk': {
    run: async ({ database }) => (await code['weigh-risk']()).weighRisk(database),
    everySeconds: 3600,
  },
} satisfies Record<RepeatingTaskName, RepeatingTask>;

/** Tasks that tenants ask for. A task runs once for each job, and again, later and later, while it throws. */
export const tenantTasks: {
  [Name in TenantTaskName]: (parts: TaskParts, payload: TenantTasks[Name], job: TenantJob) => Promise<void>;
} = {
  'send-invitation': async (parts, payload) =>
    (await code['send-invitation']()).sendInvitation(parts, payload),
  'send-mailed-link': async (parts, payload) =>
    (await code['send-mailed-link']()).sendMailedLink(parts, payload),
  'send-notice': async (...given) => (await code['send-notice']()).sendNotice(...given),
  'enforce-policy': async (parts, payload) => (await code['enforce-policy']()).enforcePolicy(parts, payload),
  'run-backtest': async (...given) => (await code['run-backtest']()).runBacktest(...given),
  'begin-logout': async (parts, payload) => (await code['begin-logout']()).beginLogout(parts, payload),
  'tell-logout': async (parts, payload) => (await code['tell-logout']()).tellLogout(parts, payload),
  'refresh-metadata': async (parts, payload) =>
    (await code['refresh-metadata']()).refreshMetadata(parts, payload),
  'tell-service-provider': async (parts, payload) =>
    (await code['tell-service-provider']()).tellServiceProvider(parts, payload),
  'end-connection-logins': async (parts, payload) =>
    (await code['end-connection-logins']()).endConnectionLogins(parts, payload),
  'erase-actions': async (parts, payload) => (await code['erase-actions']()).eraseActions(parts, payload),
  'check-connection': async (parts, payload) =>
    (await code['check-connection']()).checkConnection(parts, payload),
  'check-domain': async (parts, payload) => (await code['check-domain']()).checkDomain(parts, payload),
};
