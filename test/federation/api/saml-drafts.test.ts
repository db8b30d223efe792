import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aDomainName, eventsOfConnection } from '../../support/connections.ts';
import type { Client } from '../../support/client.ts';
import { aPerson } from '../../support/person.ts';
import {
  aSamlConnection,
  aSamlConnectionBody,
  idpKey,
  idpMetadataOf,
} from '../../support/saml-connections.ts';
import { test } from '../../support/service.ts';

// A draft has its addresses before its identity provider is known (ADR 0122).

const anEntityId = () => `https://login.acme.invalid/${randomUUID()}`;

async function aDraft(client: Client, fields: Record<string, unknown> = {}) {
  const { status, body } = await client.call('createSamlConnection', {
    body: { name: 'Acme', isDraft: true, ...fields },
  });
  expect([status, body.details]).toEqual([201, undefined]);
  return body;
}

const changed = (client: Client, id: string, body: Record<string, unknown>) =>
  client.call('updateSamlConnection', { path: { id }, body });

describe('a draft of a SAML connection', () => {
  test('has final addresses, signs in no user, and tells no event', async ({ service }) => {
    const { ours, origin } = service;
    const domain = aDomainName();
    const draft = await aDraft(ours, { domains: [domain] });
    expect(draft).toMatchObject({
      isDraft: true,
      status: 'DISABLED',
      idpEntityId: null,
      ssoUrl: null,
      certificates: [],
      certificateExpiresAt: null,
      domains: [domain],
      acsUrl: expect.stringContaining(`/federation/saml/${draft.id}/acs`),
    });
    expect(await eventsOfConnection(service, draft.id)).toEqual([]);
    const person = aPerson(origin);
    const metadata = await person.get(new URL(draft.spMetadataUrl).pathname);
    expect([metadata.status, metadata.text.includes(`Location="${draft.acsUrl}"`)]).toEqual([200, true]);
    const listed = await ours.call('listConnections', { query: { search: 'Acme' } });
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id: draft.id, isDraft: true }));
    const response = Buffer.from('<Response/>').toString('base64');
    const posted = await person.post(new URL(draft.acsUrl).pathname, { SAMLResponse: response });
    expect(posted.status).toBeGreaterThanOrEqual(400);
  });

  test('keeps the product that its administrator chose, also when it is completed', async ({ service }) => {
    const { ours } = service;
    const draft = await aDraft(ours, { product: 'google' });
    expect(draft.product).toBe('google');
    expect((await aDraft(ours)).product).toBeNull();
    const refused = await changed(ours, draft.id, { product: 'Google Workspace' });
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['product']]);
    const metadataXml = await idpMetadataOf({ entityId: anEntityId() });
    const { body } = await changed(ours, draft.id, { metadataXml });
    expect(body).toMatchObject({ isDraft: false, product: 'google' });
  });

  test('is completed by metadata, and has the same addresses', async ({ service }) => {
    const { ours } = service;
    const draft = await aDraft(ours);
    const entityId = anEntityId();
    const metadataXml = await idpMetadataOf({ entityId });
    const { status, body } = await changed(ours, draft.id, { metadataXml, status: 'ACTIVE' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isDraft: false,
      status: 'ACTIVE',
      idpEntityId: entityId,
      ssoUrl: 'https://login.acme.invalid/sso',
      certificates: [{ use: 'SIGNING' }],
      metadataRefreshedAt: expect.any(String),
      acsUrl: draft.acsUrl,
      spEntityId: draft.spEntityId,
    });
    expect(await eventsOfConnection(service, draft.id)).toMatchObject([{ type: 'federation.connected' }]);
    const { body: audit } = await ours.call('listAuditLogs', { query: { targetId: draft.id } });
    const [row] = audit.data.filter(({ action }: { action: string }) => action === 'connection.update');
    expect(row.changes).toContainEqual({ field: 'idpEntityId', from: null, to: entityId });
  });

  test('is completed by fields, and stays disabled without a status', async ({ service }) => {
    const { ours } = service;
    const draft = await aDraft(ours);
    const { name: _, ...fields } = await aSamlConnectionBody();
    const { body } = await changed(ours, draft.id, fields);
    expect(body).toMatchObject({ isDraft: false, status: 'DISABLED', idpEntityId: fields['idpEntityId'] });
    const path = { id: draft.id };
    const enabled = await ours.call('updateConnection', { path, body: { status: 'ACTIVE' } });
    expect(enabled.body).toMatchObject({ isDraft: false, status: 'ACTIVE' });
  });

  test('takes settings and domains, and no part of an identity provider alone', async ({ service }) => {
    const { ours } = service;
    const draft = await aDraft(ours);
    const domain = aDomainName();
    const kept = await changed(ours, draft.id, { name: 'Acme AG', trustEmail: true, domains: [domain] });
    expect(kept.body).toMatchObject({ name: 'Acme AG', trustEmail: true, domains: [domain], isDraft: true });
    const { certificate } = await idpKey();
    const cases: [string, Record<string, unknown>][] = [
      ['idpEntityId', { ssoUrl: 'https://login.acme.invalid/sso' }],
      ['ssoUrl', { idpEntityId: anEntityId() }],
      ['ssoUrl', { idpEntityId: anEntityId(), certificates: [certificate] }],
      ['certificates', { idpEntityId: anEntityId(), ssoUrl: 'https://login.acme.invalid/sso' }],
      ['status', { status: 'ACTIVE' }],
    ];
    for (const [field, body] of cases) {
      const answer = await changed(ours, draft.id, body);
      expect([answer.status, Object.keys(answer.body.details)], JSON.stringify(body)).toEqual([400, [field]]);
    }
    const path = { id: draft.id };
    const enabled = await ours.call('updateConnection', { path, body: { status: 'ACTIVE' } });
    expect([enabled.status, Object.keys(enabled.body.details)]).toEqual([400, ['status']]);
    const metadataXml = await idpMetadataOf({ entityId: anEntityId() });
    for (const fields of [{ metadataXml }, { idpEntityId: anEntityId() }, { certificates: [certificate] }]) {
      const answer = await ours.call('createSamlConnection', {
        body: { name: 'Acme', isDraft: true, ...fields },
      });
      expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, Object.keys(fields)]);
    }
  });

  test('has nothing to test, and can be deleted', async ({ service }) => {
    const { ours } = service;
    const { id } = await aDraft(ours);
    const path = { id };
    for (const operation of ['testConnection', 'testSamlConnection', 'createTestSignIn'] as const) {
      const { status, body } = await ours.call(operation, { path });
      expect([operation, status, body.code]).toEqual([operation, 409, 'CONNECTION_STATE_CONFLICT']);
    }
    expect((await ours.call('refreshSamlConnectionMetadata', { path })).status).toBe(409);
    expect((await ours.call('deleteSamlConnection', { path })).status).toBe(200);
  });

  test('learns its identity provider once', async ({ service }) => {
    const { ours } = service;
    const { id } = await aDraft(ours);
    const bodies = await Promise.all([aSamlConnectionBody(), aSamlConnectionBody()]);
    const answers = await Promise.all(bodies.map((body) => changed(ours, id, body)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The other request read a draft, or the connection that is complete by now.
    for (const status of statuses) expect([200, 400, 409]).toContain(status);
    const other = await aSamlConnection(ours);
    const again = await changed(ours, other.id, { idpEntityId: anEntityId() });
    expect([again.status, Object.keys(again.body.details)]).toEqual([400, ['idpEntityId']]);
  });
});
