import type { Database } from '../database/open.ts';
import type { GeoIp } from '../conditional-access/judge/geoip.ts';
import type { ReadDocument } from '../oidc/document-reading.ts';
import type { LogoutEngine } from '../oidc/oidc-engine.ts';
import type { TxtLookUp } from '../lib/txt-records.ts';
import type { Mailer } from '../platform/mail.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Vault } from '../platform/vault.ts';
import type { Endings } from '../users/endings.ts';
import type { Enforcement } from '../users/enforcement.ts';
import type { MailLimits } from '../users/mail-limits.ts';

/** The parts that tasks of tenants work with. */
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
  /** Looks up the DNS records that prove domains. */
  records: TxtLookUp;
  /** Reads client ID metadata documents. */
  readDocument: ReadDocument;
  /** The OpenID Connect engine, to tell clients of what ended. */
  oidc: LogoutEngine;
  /** Functions that run when logins end. */
  endings: Endings;
  /** Which users must sign in by a connection. */
  enforcement: Enforcement;
  /** Where addresses are, if the operator gave a file that says so. */
  geoIp: GeoIp | undefined;
  /** Aborts when the process stops: a task that takes long ends at once, and runs again elsewhere. */
  stopping: AbortSignal;
}
