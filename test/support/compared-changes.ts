// Changes after a backup that no replay can judge, so that the operator compares them (docs/backup.md).
import { aLocation, anAccessPolicy, nextPriority } from './access.ts';
import type { Client } from './client.ts';
import { ok } from './lost-changes.ts';
import { anOidcScope } from './oidc-clients.ts';
import { anOidcResource } from './oidc-resources.ts';
import { aPolicy } from './policies.ts';

export interface ComparedChange {
  action: string;
  /** Makes what the backup needs. @returns its id */
  make?: (tenant: Client) => Promise<string>;
  /** @param id what `make` returned */
  change: (tenant: Client, id: string) => Promise<unknown>;
}

export const comparedChanges: readonly ComparedChange[] = [
  {
    action: 'policy.create',
    change: (tenant) => aPolicy(tenant, { type: 'OWNER_REQUIRED', mode: 'REPORT_ONLY' }),
  },
  {
    action: 'access_policy.create',
    change: (tenant) => anAccessPolicy(tenant, { status: 'REPORT_ONLY', priority: nextPriority() }),
  },
  {
    action: 'access_policy.update',
    change: async (tenant) =>
      ok(tenant, 'updateAccessPolicy', {
        path: { id: await anAccessPolicy(tenant, { status: 'DISABLED' }) },
        body: { status: 'REPORT_ONLY' },
      }),
  },
  {
    action: 'named_location.update',
    change: async (tenant) =>
      ok(tenant, 'updateNamedLocation', {
        path: { id: await aLocation(tenant) },
        body: { ipRanges: ['198.51.100.0/24'] },
      }),
  },
  {
    action: 'alert_rule.create',
    change: (tenant) =>
      ok(tenant, 'createAlertRule', { body: { name: 'Anomalies', events: ['anomaly.detected'] } }),
  },
  {
    action: 'alert_rule.update',
    change: async (tenant) => {
      const { id } = await ok(tenant, 'createAlertRule', {
        body: { name: 'Others', events: ['anomaly.detected'] },
      });
      return ok(tenant, 'updateAlertRule', { path: { id }, body: { enabled: false } });
    },
  },
  {
    action: 'alert_rule.delete',
    make: async (tenant) =>
      (await ok(tenant, 'createAlertRule', { body: { name: 'Leaked', events: ['anomaly.detected'] } })).id,
    change: (tenant, id) => ok(tenant, 'deleteAlertRule', { path: { id } }),
  },
  {
    action: 'attribute_schema.update',
    change: (tenant) =>
      ok(tenant, 'replaceAttributeSchema', {
        body: { schema: { type: 'object', properties: { floor: { type: 'integer' } } } },
      }),
  },
  {
    action: 'mail_template.update',
    change: (tenant) =>
      ok(tenant, 'replaceMailTemplate', {
        path: { kind: 'SIGN_IN', language: 'en' },
        body: { subject: 'Welcome' },
      }),
  },
  {
    action: 'mail_template.delete',
    change: (tenant) => ok(tenant, 'deleteMailTemplate', { path: { kind: 'SIGN_IN', language: 'fr' } }),
  },
  {
    action: 'oidc_blocked_hosts.update',
    change: (tenant) => ok(tenant, 'updateOidcBlockedHosts', { body: { hosts: ['agents.example.com'] } }),
  },
  {
    action: 'oidc_scope.update',
    change: async (tenant) =>
      ok(tenant, 'updateOidcScope', {
        path: { scopeId: (await anOidcScope(tenant)).id },
        body: { description: 'Another one' },
      }),
  },
  {
    action: 'client_registration.update',
    change: (tenant) => ok(tenant, 'updateClientRegistration', { body: { loopbackRedirects: false } }),
  },
  {
    action: 'oidc_client_metadata.update',
    change: (tenant) =>
      ok(tenant, 'updateOidcClientMetadata', { body: { allowedHosts: ['agent.example.com'] } }),
  },
  {
    action: 'oidc_resource.update',
    change: async (tenant) =>
      ok(tenant, 'updateOidcResource', {
        path: { resourceId: (await anOidcResource(tenant)).id },
        body: { agents: false, scopes: [] },
      }),
  },
];
