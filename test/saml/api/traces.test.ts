import { inflateRawSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { answerIn, aServiceProvider, aVisitor, redirectPath, signInOn } from '../../support/saml-sign-on.ts';
import { test } from '../../support/service.ts';

const relayState = 'relay-state-canary-7f3a';

describe('listServiceProviderTraces', () => {
  test('shows both messages of a sign-on, and values about the user only to keys that may read the directory', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const mappings = [{ name: 'mail', source: 'email' }];
    const party = await aServiceProvider(ours, { attributeMappings: mappings });
    const { id, email, visitor } = await aVisitor(service);
    const page = await signInOn(visitor, await visitor.open(await redirectPath(party, relayState)), email);
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(page).fields);
    const path = { spId: party.id };
    const { status, body } = await ours.call('listServiceProviderTraces', { path });
    expect([status, body.pagination.total]).toEqual([200, 2]);
    const [sent, received] = body.data;
    expect(sent).toMatchObject({
      direction: 'SENT',
      messageType: 'Response',
      outcome: 'ACCEPTED',
      userId: id,
    });
    expect(sent).toMatchObject({ verified: true, size: null, truncated: false });
    expect(sent.message).toContain(`>${profile?.nameID}</saml:NameID>`);
    expect(sent.message).toContain(`>${email}</saml:AttributeValue>`);
    expect(received).toMatchObject({
      direction: 'RECEIVED',
      messageType: 'AuthnRequest',
      outcome: 'ACCEPTED',
    });
    expect(received).toMatchObject({ verified: false, key: null, userId: null, binding: 'HTTP-Redirect' });

    const { caller: reader } = await aCallerWith(service, ['saml.read']);
    const seen = await reader.call('listServiceProviderTraces', { path });
    expect(seen.body.data[0]).toMatchObject({ userId: null });
    for (const text of [email, profile?.nameID ?? '', id])
      expect(JSON.stringify(seen.body)).not.toContain(text);
    expect(seen.body.data[0].message).toContain('>[redacted]</saml:NameID>');

    const rows = await sql<{ message: Buffer; facts: unknown }>(
      'select message, facts from saml_traces where service_provider_id = $1',
      [party.id],
    );
    const stored = rows
      .map((row) => inflateRawSync(row.message).toString() + JSON.stringify(row.facts))
      .join();
    for (const secret of [relayState, 'SignatureValue>M']) expect(stored).not.toContain(secret);

    await ours.call('deleteUser', { path: { userId: id } });
    expect((await ours.call('listServiceProviderTraces', { path })).body.data).toHaveLength(1);
  });

  test('shows the longest id that a caller may give to its request', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor } = await aVisitor(service);
    const requestId = 'r'.repeat(64);
    await visitor.get(await redirectPath(party), { 'x-request-id': requestId });
    const { status, body } = await service.ours.call('listServiceProviderTraces', {
      path: { spId: party.id },
    });
    expect([status, body.data?.[0].requestId]).toEqual([200, requestId]);
  });

  test('names the rule that a refused message broke', async ({ service }) => {
    const party = await aServiceProvider(
      service.ours,
      {},
      { callbackUrl: 'https://attacker.example/acs?token=canary' },
    );
    const { visitor } = await aVisitor(service);
    expect((await visitor.get(await redirectPath(party))).status).toBe(400);
    const { body } = await service.ours.call('listServiceProviderTraces', { path: { spId: party.id } });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].refusal).toMatchObject({ code: 'SAML_ACS_MISMATCH', step: 'check' });
    expect(JSON.stringify(body)).not.toContain('canary');
  });
});

describe('previewServiceProvider', () => {
  test('answers what a user would get, or why the user is refused', async ({ service }) => {
    const { ours } = service;
    const { body: group } = await ours.call('createGroup', { body: { name: 'Preview users' } });
    const party = await aServiceProvider(ours, { nameIdFormat: 'transient', allowedGroups: [group.id] });
    const { id } = await aVisitor(service);
    const path = { spId: party.id };
    const { status, body } = await ours.call('previewServiceProvider', { path, body: { userId: id } });
    expect([status, body.allowed, body.refusals.map(({ code }: { code: string }) => code)]).toEqual([
      200,
      false,
      ['NOT_IN_ALLOWED_GROUPS'],
    ]);
    await ours.call('addGroupMembers', { path: { groupId: group.id }, body: { userId: id } });
    const allowed = await ours.call('previewServiceProvider', { path, body: { userId: id } });
    expect(allowed.body).toMatchObject({ allowed: true, refusals: [], nameId: { isExample: true } });
    const { caller: reader } = await aCallerWith(service, ['saml.read', 'directory.read']);
    const refused = await reader.call('previewServiceProvider', { path, body: { userId: id } });
    expect([refused.status, refused.body.details.required]).toEqual([403, ['groups.read']]);
    const { caller: other } = await aCallerWith(service, ['saml.*', 'groups.read']);
    const unseen = await other.call('previewServiceProvider', { path, body: { userId: id } });
    expect([unseen.status, unseen.body.details.required]).toEqual([403, ['directory.read']]);
  });
});
