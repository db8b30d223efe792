import type { Database } from '../database/open.ts';
import type { Endings } from '../users/endings.ts';
import type { GeoIp } from '../conditions/geoip.ts';
import type { Mailer } from '../platform/mail.ts';
import type { RepeatingTaskName, TenantTaskName, TenantTasks } from '../platform/queue.ts';
import type { TenantJob } from '../platform/sql/tenant-jobs.ts';
import type { Vault } from '../platform/vault.ts';
import { applyPolicies } from './apply-policies.ts';
import { beginLogout } from './begin-logout.ts';
import { checkConnection } from './check-connection.ts';
import { checkDomain } from './check-domain.ts';
import { cleanUp } from './clean-up.ts';
import { cutAudit } from './cut-audit.ts';
import { detectAnomalies } from './detect-anomalies.ts';
import { endConnectionLogins } from './end-connection-logins.ts';
import { eraseActions } from './erase-actions.ts';
import { enforcePolicy } from './enforce-policy.ts';
import { expireCredentials } from './expire-credentials.ts';
import { followEvents } from './follow-events.ts';
import { forgetWrappedSecrets } from './forget-wrapped-secrets.ts';
import { offboardUsers } from './offboard-users.ts';
import { rollUpUsage } from './roll-up-usage.ts';
import { refreshMetadata } from './refresh-metadata.ts';
import { rotateSamlKeys } from './rotate-saml-keys.ts';
import { rotateSigningKeys } from './rotate-signing-keys.ts';
import { runBacktest } from './run-backtest.ts';
import { sealAudit } from './seal-audit.ts';
import { sendInvitation } from './send-invitation.ts';
import { sendMailedLink } from './send-mailed-link.ts';
import { sendNotice } from './send-notice.ts';
import { sweepRequests } from './sweep-requests.ts';
import type { TaskParts } from './task-parts.ts';
import { tellLogout } from './tell-logout.ts';
import { tellServiceProvider } from './tell-service-provider.ts';
import { watchConnections } from './watch-connections.ts';
import { watchServiceProviders } from './watch-service-providers.ts';
import { weighRisk } from './weigh-risk.ts';

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

export const repeatingTasks = {
  'expire-credentials': { run: ({ database }) => expireCredentials(database), everySeconds: 30 },
  'offboard-users': { run: ({ database, endings }) => offboardUsers(database, endings), everySeconds: 30 },
  'forget-wrapped-secrets': { run: ({ database }) => forgetWrappedSecrets(database), everySeconds: 30 },
  'roll-up-usage': { run: ({ database }) => rollUpUsage(database), everySeconds: 60 },
  'sweep-requests': { run: ({ database }) => sweepRequests(database), everySeconds: 60 },
  'clean-up': { run: ({ database, mailer }) => cleanUp(database, mailer), everySeconds: 3600 },
  'seal-audit': { run: ({ database, vault }) => sealAudit(database, vault), everySeconds: 3 },
  'cut-audit': { run: ({ database, vault }) => cutAudit(database, vault), everySeconds: 3600 },
  'rotate-signing-keys': {
    run: ({ database, vault }) => rotateSigningKeys(database, vault),
    everySeconds: 60,
  },
  'rotate-saml-keys': { run: ({ database, vault }) => rotateSamlKeys(database, vault), everySeconds: 600 },
  'watch-connections': { run: ({ database }) => watchConnections(database), everySeconds: 60 },
  'watch-service-providers': { run: ({ database }) => watchServiceProviders(database), everySeconds: 60 },
  // Once a day for each tenant, soon after midnight UTC.
  'apply-policies': { run: ({ database }) => applyPolicies(database), everySeconds: 600 },
  'follow-events': { run: ({ database }) => followEvents(database), everySeconds: 5 },
  'detect-anomalies': {
    run: ({ database, geoIp }) => detectAnomalies(database, geoIp),
    everySeconds: 30,
  },
  'weigh-risk': { run: ({ database }) => weighRisk(database), everySeconds: 3600 },
} satisfies Record<RepeatingTaskName, RepeatingTask>;

/** What tenants ask for: runs once for each job, and again, later and later, while it throws. */
export const tenantTasks: {
  [Name in TenantTaskName]: (parts: TaskParts, payload: TenantTasks[Name], job: TenantJob) => Promise<void>;
} = {
  'send-invitation': sendInvitation,
  'send-mailed-link': sendMailedLink,
  'send-notice': sendNotice,
  'enforce-policy': enforcePolicy,
  'run-backtest': runBacktest,
  'begin-logout': beginLogout,
  'tell-logout': tellLogout,
  'refresh-metadata': refreshMetadata,
  'tell-service-provider': tellServiceProvider,
  'end-connection-logins': endConnectionLogins,
  'erase-actions': eraseActions,
  'check-connection': checkConnection,
  'check-domain': checkDomain,
};
