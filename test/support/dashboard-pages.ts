import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { anAgentOfHost, consented } from './agents.ts';
import { aLocation, anAccessDevice } from './access.ts';
import { aCredential, aScimToken, aUser } from './builders.ts';
import { aConnection } from './connections.ts';
import { anAlert, anAlertRule, anAnomaly } from './findings.ts';
import { anOidcClient, anOidcScope } from './oidc-clients.ts';
import { anOidcResource } from './oidc-resources.ts';
import { aSamlConnection } from './saml-connections.ts';
import type { TestService } from './service.ts';
import { aServiceProvider } from './service-providers.ts';
import { aSetupLink } from './setup-links.ts';
import { aSocialProvider } from './social.ts';
import { aFailedDelivery } from './webhooks.ts';

/** Every page that the router knows, so that a new page is looked at without a change here. */
export const pagePaths = [
  ...readFileSync('dashboard/src/app/router.tsx', 'utf8').matchAll(/^ {2}page\(\s*'([^']+)'/gm),
].map(([, path = '']) => (path === '/' ? '' : path));

const hostile = `<script>alert(1)</script> مفتاح\u{1F511} ${'x'.repeat(50)}`;

/** One of each thing that a page with an id shows, by the beginning of its path. */
export async function thingsOnPages({
  ours,
  sql,
}: TestService): Promise<Record<string, Record<string, string>>> {
  await aUser(ours, { displayName: hostile, sendInvite: true });
  const { id, identityId } = await aCredential(ours, { name: hostile });
  await ours.call('updateIdentity', { path: { id: identityId }, body: { name: hostile } });
  const { clientId } = await anOidcClient(ours, { name: hostile });
  const delivery = await aFailedDelivery(ours);
  const policy = await ours.call('createAccessPolicy', {
    body: {
      name: hostile,
      priority: 1,
      decision: 'BLOCK',
      status: 'REPORT_ONLY',
      conditions: { countries: ['DE'] },
    },
  });
  const group = await ours.call('createGroup', {
    body: { name: `${randomUUID()} ${hostile}`.slice(0, 100) },
  });
  const governed = await ours.call('createPolicy', {
    body: {
      name: hostile,
      type: 'TIME_WINDOW',
      parameters: { timezone: 'UTC', days: ['MON'], from: '08:00', to: '18:00' },
    },
  });
  // Rows of lists without pages of their own.
  const name = `${randomUUID()} ${hostile}`.slice(0, 100);
  await aLocation(ours, { name });
  await anAccessDevice(ours);
  await anOidcScope(ours);
  await anOidcResource(ours, { name });
  await aSocialProvider(ours, { name });
  await aSetupLink(ours);
  await anAlertRule(ours, { name });
  const { orgId } = ours;
  const agent = await anAgentOfHost(sql, orgId, { host: 'agents.example.com' });
  await consented(sql, { orgId, userId: await aUser(ours), clientId: agent.clientId });
  return {
    agents: { id: agent.agentId },
    alerts: { id: await anAlert(ours), anomalyId: await anAnomaly(ours) },
    audit: { id: (await ours.call('listAuditLogs', { query: { limit: 1 } })).body.data[0]?.id ?? '' },
    credentials: { id },
    identities: { id: identityId },
    users: {
      id: await aUser(ours, { displayName: hostile }),
      userId: await aUser(ours, { displayName: hostile }),
    },
    access: { id: policy.body.id },
    scim: { id: (await aScimToken(ours, { name: 'Okta', profile: 'OKTA' })).id },
    policies: { id: governed.body.id },
    groups: { id: group.body.id, groupId: group.body.id },
    'applications/oidc': { clientId },
    'applications/saml': { spId: (await aServiceProvider(ours, { name: hostile })).id },
    'connections/oidc': { id: (await aConnection(ours, { name: hostile })).id },
    'connections/saml': { id: (await aSamlConnection(ours, { name: hostile })).id },
    webhooks: { id: delivery.webhookId, deliveryId: delivery.id, deadLetterId: delivery.deadLetterId },
  };
}

/** Returns the address of a page with the ids of things, or undefined if none of them can be shown there. */
export const addressOf = (path: string, ids: Record<string, Record<string, string>>): string | undefined => {
  const [start = '', next = ''] = path.split('/');
  const known = ids[`${start}/${next}`] ?? ids[start] ?? {};
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  if (names.some((name) => known[name] === undefined)) return undefined;
  return path.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? '');
};
