import type { Database } from '../database/open.ts';
import type { LogoutEngine } from '../oidc/oidc-engine.ts';
import type { Mailer } from '../platform/mail.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Vault } from '../platform/vault.ts';
import type { MailLimits } from '../users/mail-limits.ts';

/** What tasks that tenants ask for work with. */
export interface TaskParts {
  database: Database;
  mailer: Mailer;
  /** Mails of one tenant in an hour. */
  limits: MailLimits;
  /** Opens the keys that sign messages. */
  vault: Vault;
  /** The public origin; known once the server listens. */
  baseUrl: () => string;
  /** The guarded way to addresses of tenants. */
  outgoing: Outgoing;
  /** The OpenID Connect engine, to tell clients of what ended. */
  oidc: LogoutEngine;
}
