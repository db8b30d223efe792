import { floor } from './floor.ts';
import { ground, type Row } from './row.ts';

/** Returns a row for a source of a folder on which everything stands. The few tests that import it come before those of the folder. */
function near(path: string, ...names: readonly string[]): Row {
  const folder = floor.find((row) => row.path === path.split('/').slice(0, 2).join('/').concat('/'));
  if (!folder) throw new Error(`${path} is in no folder of the ground floor`);
  const own = ground(path, ...names);
  return { ...own, reaches: [...own.reaches.slice(0, names.length), ...folder.reaches] };
}

/** Sources of the ground floor that at most three tests import, some of them in other rooms. */
export const nearby: readonly Row[] = [
  near('src/http/failures.ts', 'database/queries/refused-connections'),
  near('src/lib/address.ts', 'lib/unit/address', 'conditional-access/unit/address-set'),
  near('src/lib/client-certificate.ts', 'conditional-access/unit/client-certificate'),
  near('src/lib/contrast.ts', 'users/unit/mails'),
  near('src/lib/etag.ts', 'lib/unit/etag', 'credentials/api/shown'),
  near('src/lib/json.ts', 'lib/unit/json', 'audit/unit/audit-content'),
  near('src/platform/audit-actions.ts', 'recovery/unit/fates', 'saml/unit/docs', 'http/api/list-filters'),
  near('src/lib/command-line-id.ts', 'oidc/protocol/command-line', 'oidc/protocol/own-api'),
  near(
    'src/lib/dpop-proof.ts',
    'http/security/command-line-proofs',
    'http/security/command-line-callers',
    'http/security/user-callers-limits',
  ),
  near('src/lib/jwt.ts', 'credentials/unit/issuer-keys', 'security/jwt-frames'),
  near('src/lib/link-like.ts', 'users/unit/mail-text-rules', 'users/unit/mails'),
  near('src/lib/locale.ts', 'lib/unit/locale', 'platform/unit/catalogue', 'users/unit/mails'),
  near('src/lib/password-policy.ts', 'lib/unit/password-policy', 'users/unit/passwords'),
  near('src/lib/placeholders.ts', 'users/unit/mails'),
  near('src/lib/refused-proof.ts', 'oidc/queries/refused-proofs', 'http/security/command-line-proofs'),
  near('src/lib/shown-text.ts', 'lib/unit/shown-text', 'users/unit/mails'),
  near(
    'src/lib/risk-score.ts',
    'risk/unit/risk-score',
    'conditional-access/unit/judging',
    'conditional-access/queries/ruled-out',
  ),
  near('src/lib/sql.ts', 'lib/unit/sql', 'database/queries/statements', 'database/unit/bound-writes'),
  near('src/lib/cache-time.ts', 'oidc/unit/document-reading'),
  near('src/lib/turns.ts', 'lib/unit/turns', 'scim/unit/patch-work'),
  near('src/database/health.ts', 'database/unit/health', 'platform/delivery/tenant-job-nodes'),
  near(
    'src/database/statements.ts',
    'database/queries/statements',
    'database/queries/begin-late',
    'security/canary-server-log',
  ),
  near('src/database/bound-writes.ts', 'database/unit/bound-writes', 'security/canary-server-log'),
  near('src/database/log-privacy.ts', 'security/canary-server-log'),
  near(
    'src/platform/entities/owned.ts',
    'federation/pages/federated-reclaiming',
    'organizations/queries/operator-tenancy',
  ),
  near('src/platform/operator-tenancy.ts', 'organizations/queries/operator-tenancy'),
  near('src/platform/grants.ts', 'federation/security/private-names'),
  near(
    'src/platform/heavy-work.ts',
    'platform/unit/heavy-work',
    'users/unit/passwords',
    'saml/api/preview-reading',
  ),
  near('src/start/keep-partitions.ts', 'database/unit/health'),
  near('src/start/listen.ts', 'deployment/pgbouncer'),
  near('src/platform/queue.ts', 'users/api/mail-limits', 'risk/delivery/alert-channels'),
  near('src/platform/sql/master-keys.ts', 'deployment/master-keys', 'webhooks/security/webhooks'),
  near('src/platform/sql/tenants.ts', 'risk/delivery/alert-channels', 'organizations/queries/erasing'),
  near('src/platform/pages/view.ts', 'oidc/unit/held-values'),
  near('src/platform/tracing.ts', 'platform/delivery/tracing', 'unit/otlp'),
  near('src/platform/tx.ts', 'database/queries/statements', 'platform/queries/beforehand'),
  near('src/platform/sql/transactions.ts', 'support/unit/held-transactions'),
];
