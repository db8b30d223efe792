import type { Database } from '../database/open.ts';
import type { Endings } from '../users/endings.ts';
import type { GeoIp } from '../conditions/geoip.ts';
import type { Mailer } from '../platform/mail.ts';
import type { RepeatingTaskName, TenantTaskName, TenantTasks } from '../platform/queue.ts';
import type { TenantJob } from '../platform/sql/tenant-jobs.ts';
import type { Vault } from '../platform/vault.ts';
import type { TaskParts } from './task-parts.ts';

/** What repeating tasks work with. */
export interface RepeatingParts {
  database: Database;
  mailer: Mailer;
  vault: Vault;
  /** Where addresses are, if the operator gave a file that says so. */
  geoIp: GeoIp | undefined;
  /** What follows when the time of a user is over. */
  endings: Endings;
}

/** A task that runs again and again. */
export interface RepeatingTask {
  run(parts: RepeatingParts): Promise<void>;
  everySeconds: number;
}

/** The first run of a task loads it: 150 modules in all, which a start does not need. */
export const repeatingTasks = {
  'expire-credentials': {
    run: async ({ database }) => (await import('./expire-credentials.ts')).expireCredentials(database),
    everySeconds: 30,
  },
  'offboard-users': {
    run: async ({ database, endings }) =>
      (await import('./offboard-users.ts')).offboardUsers(database, endings),
    everySeconds: 30,
  },
  'forget-wrapped-secrets': {
    run: async ({ database }) => (await import('./forget-wrapped-secrets.ts')).forgetWrappedSecrets(database),
    everySeconds: 30,
  },
  'roll-up-usage': {
    run: async ({ database }) => (await import('./roll-up-usage.ts')).rollUpUsage(database),
    everySeconds: 60,
  },
  'sweep-requests': {
    run: async ({ database }) => (await import('./sweep-requests.ts')).sweepRequests(database),
    everySeconds: 60,
  },
  'clean-up': {
    run: async ({ database, mailer }) => (await import('./clean-up.ts')).cleanUp(database, mailer),
    everySeconds: 3600,
  },
  'seal-audit': {
    run: async ({ database, vault }) => (await import('./seal-audit.ts')).sealAudit(database, vault),
    everySeconds: 3,
  },
  'cut-audit': {
    run: async ({ database, vault }) => (await import('./cut-audit.ts')).cutAudit(database, vault),
    everySeconds: 3600,
  },
  'rotate-signing-keys': {
    run: async ({ database, vault }) =>
      (await import('./rotate-signing-keys.ts')).rotateSigningKeys(database, vault),
    everySeconds: 60,
  },
  'rotate-saml-keys': {
    run: async ({ database, vault }) =>
      (await import('./rotate-saml-keys.ts')).rotateSamlKeys(database, vault),
    everySeconds: 600,
  },
  'watch-connections': {
    run: async ({ database }) => (await import('./watch-connections.ts')).watchConnections(database),
    everySeconds: 60,
  },
  'watch-service-providers': {
    run: async ({ database }) =>
      (await import('./watch-service-providers.ts')).watchServiceProviders(database),
    everySeconds: 60,
  },
  'tell-client-hours': {
    run: async ({ database }) => (await import('./tell-client-hours.ts')).tellClientHours(database),
    everySeconds: 600,
  },
  // Once a day for each tenant, soon after midnight UTC.
  'apply-policies': {
    run: async ({ database }) => (await import('./apply-policies.ts')).applyPolicies(database),
    everySeconds: 600,
  },
  'follow-events': {
    run: async ({ database }) => (await import('./follow-events.ts')).followEvents(database),
    everySeconds: 5,
  },
  'detect-anomalies': {
    run: async ({ database, geoIp }) =>
      (await import('./detect-anomalies.ts')).detectAnomalies(database, geoIp),
    everySeconds: 30,
  },
  'weigh-risk': {
    run: async ({ database }) => (await import('./weigh-risk.ts')).weighRisk(database),
    everySeconds: 3600,
  },
} satisfies Record<RepeatingTaskName, RepeatingTask>;

/** What tenants ask for: runs once for each job, and again, later and later, while it throws. */
export const tenantTasks: {
  [Name in TenantTaskName]: (parts: TaskParts, payload: TenantTasks[Name], job: TenantJob) => Promise<void>;
} = {
  'send-invitation': async (parts, payload) =>
    (await import('./send-invitation.ts')).sendInvitation(parts, payload),
  'send-mailed-link': async (parts, payload) =>
    (await import('./send-mailed-link.ts')).sendMailedLink(parts, payload),
  'send-notice': async (...given) => (await import('./send-notice.ts')).sendNotice(...given),
  'enforce-policy': async (parts, payload) =>
    (await import('./enforce-policy.ts')).enforcePolicy(parts, payload),
  'run-backtest': async (...given) => (await import('./run-backtest.ts')).runBacktest(...given),
  'begin-logout': async (parts, payload) => (await import('./begin-logout.ts')).beginLogout(parts, payload),
  'tell-logout': async (parts, payload) => (await import('./tell-logout.ts')).tellLogout(parts, payload),
  'refresh-metadata': async (parts, payload) =>
    (await import('./refresh-metadata.ts')).refreshMetadata(parts, payload),
  'tell-service-provider': async (parts, payload) =>
    (await import('./tell-service-provider.ts')).tellServiceProvider(parts, payload),
  'end-connection-logins': async (parts, payload) =>
    (await import('./end-connection-logins.ts')).endConnectionLogins(parts, payload),
  'erase-actions': async (parts, payload) =>
    (await import('./erase-actions.ts')).eraseActions(parts, payload),
  'check-connection': async (parts, payload) =>
    (await import('./check-connection.ts')).checkConnection(parts, payload),
  'check-domain': async (parts, payload) => (await import('./check-domain.ts')).checkDomain(parts, payload),
};
