import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { Database } from '../database/open.ts';
import type { Endings } from '../users/endings.ts';
import type { GeoIp } from '../conditional-access/judge/geoip.ts';
import type { Log } from '../platform/log.ts';
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
  log: Pick<Log, 'info' | 'warn'>;
}

/** A task that runs again and again. */
export interface RepeatingTask {
  run(parts: RepeatingParts): Promise<void>;
  everySeconds: number;
}

/** A task whose code is loaded by its first run, or by `WARM_UP`. The tasks are 150 modules in all. */
function later<Given extends unknown[]>(
  load: () => Promise<(...given: Given) => Promise<void>>,
): (...given: Given) => Promise<void> {
  const code = codeAtFirstUse(load, 'tasks');
  return async (...given) => (await code())(...given);
}

/** A repeating task. @param load imports the code, and gives it the parts that it uses */
const every = (
  everySeconds: number,
  load: () => Promise<(parts: RepeatingParts) => Promise<void>>,
): RepeatingTask => ({ everySeconds, run: later(load) });

export const repeatingTasks = {
  'expire-credentials': every(30, async () => {
    const { expireCredentials } = await import('./expire-credentials.ts');
    return ({ database }) => expireCredentials(database);
  }),
  'offboard-users': every(30, async () => {
    const { offboardUsers } = await import('./offboard-users.ts');
    return ({ database, endings }) => offboardUsers(database, endings);
  }),
  'forget-wrapped-secrets': every(30, async () => {
    const { forgetWrappedSecrets } = await import('./forget-wrapped-secrets.ts');
    return ({ database }) => forgetWrappedSecrets(database);
  }),
  'roll-up-usage': every(60, async () => {
    const { rollUpUsage } = await import('./roll-up-usage.ts');
    return ({ database }) => rollUpUsage(database);
  }),
  'sweep-requests': every(60, async () => {
    const { sweepRequests } = await import('./sweep-requests.ts');
    return ({ database }) => sweepRequests(database);
  }),
  'clean-up': every(3600, async () => {
    const { cleanUp } = await import('./clean-up.ts');
    return ({ database, mailer }) => cleanUp(database, mailer);
  }),
  'seal-audit': every(3, async () => {
    const { sealAudit } = await import('./seal-audit.ts');
    return ({ database, vault }) => sealAudit(database, vault);
  }),
  'cut-audit': every(3600, async () => {
    const { cutAudit } = await import('./cut-audit.ts');
    return ({ database, vault }) => cutAudit(database, vault);
  }),
  'erase-organizations': every(60, async () => {
    const { eraseClosedOrganizations } = await import('./erase-organizations.ts');
    return ({ database, log }) => eraseClosedOrganizations(database, log);
  }),
  'rotate-signing-keys': every(60, async () => {
    const { rotateSigningKeys } = await import('./rotate-signing-keys.ts');
    return ({ database, vault }) => rotateSigningKeys(database, vault);
  }),
  'rotate-saml-keys': every(600, async () => {
    const { rotateSamlKeys } = await import('./rotate-saml-keys.ts');
    return ({ database, vault }) => rotateSamlKeys(database, vault);
  }),
  'watch-connections': every(60, async () => {
    const { watchConnections } = await import('./watch-connections.ts');
    return ({ database }) => watchConnections(database);
  }),
  'watch-service-providers': every(60, async () => {
    const { watchServiceProviders } = await import('./watch-service-providers.ts');
    return ({ database }) => watchServiceProviders(database);
  }),
  'tell-client-hours': every(600, async () => {
    const { tellClientHours } = await import('./tell-client-hours.ts');
    return ({ database }) => tellClientHours(database);
  }),
  'tend-strangers': every(3600, async () => {
    const { tendStrangers } = await import('./tend-strangers.ts');
    return ({ database }) => tendStrangers(database);
  }),
  // Once a day for each tenant, soon after midnight UTC.
  'apply-policies': every(600, async () => {
    const { applyPolicies } = await import('./apply-policies.ts');
    return ({ database }) => applyPolicies(database);
  }),
  'follow-events': every(5, async () => {
    const { followEvents } = await import('./follow-events.ts');
    return ({ database }) => followEvents(database);
  }),
  'detect-anomalies': every(30, async () => {
    const { detectAnomalies } = await import('./detect-anomalies.ts');
    return ({ database, geoIp }) => detectAnomalies(database, geoIp);
  }),
  'weigh-risk': every(3600, async () => {
    const { weighRisk } = await import('./weigh-risk.ts');
    return ({ database }) => weighRisk(database);
  }),
} satisfies Record<RepeatingTaskName, RepeatingTask>;

/** Tasks that tenants ask for. A task runs once for each job, and again, later and later, while it throws. */
export const tenantTasks: {
  [Name in TenantTaskName]: (parts: TaskParts, payload: TenantTasks[Name], job: TenantJob) => Promise<void>;
} = {
  'send-invitation': later(async () => (await import('./send-invitation.ts')).sendInvitation),
  'send-mailed-link': later(async () => (await import('./send-mailed-link.ts')).sendMailedLink),
  'send-notice': later(async () => (await import('./send-notice.ts')).sendNotice),
  'send-test-mail': later(async () => (await import('./send-test-mail.ts')).sendTestMail),
  'bring-back-jobs': later(async () => (await import('./bring-back-jobs.ts')).bringBackJobs),
  'send-closing': later(async () => (await import('./send-closing.ts')).sendClosing),
  'mail-alert': later(async () => (await import('./mail-alert.ts')).mailAlert),
  'tell-channel': later(async () => (await import('./tell-channel.ts')).tellChannel),
  'enforce-policy': later(async () => (await import('./enforce-policy.ts')).enforcePolicy),
  'run-backtest': later(async () => (await import('./run-backtest.ts')).runBacktest),
  'begin-logout': later(async () => (await import('./begin-logout.ts')).beginLogout),
  'tell-logout': later(async () => (await import('./tell-logout.ts')).tellLogout),
  'refresh-metadata': later(async () => (await import('./refresh-metadata.ts')).refreshMetadata),
  'read-client-document': later(async () => (await import('./read-client-document.ts')).readClientDocument),
  'tell-service-provider': later(
    async () => (await import('./tell-service-provider.ts')).tellServiceProvider,
  ),
  'end-connection-logins': later(
    async () => (await import('./end-connection-logins.ts')).endConnectionLogins,
  ),
  'erase-actions': later(async () => (await import('./erase-actions.ts')).eraseActions),
  'check-connection': later(async () => (await import('./check-connection.ts')).checkConnection),
  'check-domain': later(async () => (await import('./check-domain.ts')).checkDomain),
};
