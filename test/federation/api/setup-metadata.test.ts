import { describe, expect } from 'vitest';
import { idpMetadataOf } from '../../support/saml-connections.ts';
import type { Seen } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { aHolder, type Holder } from '../../support/setup-links.ts';

const shown = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  (await ours.call('getSetupLink', { path: { id } })).body;

/** The fields that have an error beside them. */
const errorsIn = (text: string): string[] =>
  [...text.matchAll(/<p class="error" id="(\w+)-error">/g)].map(([, field = '']) => field);

/** Sends the form as a browser does that was given a file. */
async function upload(
  { person, path }: Pick<Holder, 'person' | 'path'>,
  file: Uint8Array | string,
  fields: Record<string, string> = {},
): Promise<Seen> {
  const page = await person.open(`${path}?provider=adfs&protocol=SAML`);
  const form = new FormData();
  const filled = page.forms.find(({ action }) => action.endsWith('/saml'))?.fields;
  for (const [name, value] of Object.entries({ ...filled, metadata_xml: '', ...fields }))
    form.set(name, value);
  form.set('metadata_file', new Blob([Buffer.from(file)], { type: 'text/xml' }), 'FederationMetadata.xml');
  return person.upload(`${path}/saml`, form);
}

describe('submitSetupSamlConnection', () => {
  test('creates a disabled connection from metadata that was pasted', async ({ service }) => {
    const idpEntityId = `https://idp.acme.example/${crypto.randomUUID()}`;
    const holder = await aHolder(service, { type: 'SAML' });
    const form = await holder.person.open(`${holder.path}?provider=okta`);
    const { draft_id: draftId } = (
      await service.sql<{ draft_id: string }>('select draft_id from federation_setup_links where id = $1', [
        holder.link.id,
      ])
    )[0] ?? { draft_id: '' };
    expect(form.text).toContain(`/api/v1/federation/saml/${draftId}/acs"`);
    const metadata = await idpMetadataOf({ entityId: idpEntityId });
    const page = await holder.person.send(form, { metadata_xml: metadata }, '/saml');
    expect(page.title).toBe('Your connection');
    expect(page.text).toContain(idpEntityId);
    const { connectionId } = await shown(service, holder.link.id);
    const { body } = await service.ours.call('getSamlConnection', { path: { id: connectionId } });
    expect(body).toMatchObject({
      id: draftId,
      name: 'Acme',
      status: 'DISABLED',
      idpEntityId,
      signRequests: true,
      wantAssertionsSigned: true,
      wantEncrypted: false,
      allowIdpInitiated: false,
      clockSkewSeconds: 60,
      trustMfa: false,
      domains: [],
      createdBy: holder.link.id,
    });
    const other = `https://idp.acme.example/${crypto.randomUUID()}`;
    const again = await holder.person.open(`${holder.path}?provider=okta`);
    await holder.person.send(again, { metadata_xml: await idpMetadataOf({ entityId: other }) }, '/saml');
    const { body: changed } = await service.ours.call('getSamlConnection', { path: { id: connectionId } });
    expect(changed).toMatchObject({ idpEntityId: other, status: 'DISABLED' });
  });

  test('gives it the defaults of the API', async ({ service }) => {
    const { ours } = service;
    const metadataXml = await idpMetadataOf({ entityId: `https://idp.acme.example/${crypto.randomUUID()}` });
    const own = /^(id|name|status|health|created.*|updatedAt|requestId|metadataRefreshedAt|sp.*|acsUrl)$/;
    const settings = (body: object) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !own.test(name)));
    const holder = await aHolder(service, { type: 'SAML' });
    await upload(holder, metadataXml);
    const { connectionId: id } = await shown(service, holder.link.id);
    const { body: draft } = await ours.call('getSamlConnection', { path: { id } });
    const { body: created } = await ours.call('createSamlConnection', {
      body: { name: 'Acme', metadataXml },
    });
    expect(settings(draft)).toEqual(settings(created));
    expect(Object.keys(settings(draft)).length).toBeGreaterThan(15);
  });

  test('refuses what cannot be used, and the other protocol', async ({ service }) => {
    const holder = await aHolder(service, { type: 'SAML' });
    const form = await holder.person.open(`${holder.path}?provider=okta`);
    for (const [fields, field] of [
      [{}, 'metadata_url'],
      [{ metadata_xml: '<html>' }, 'metadata_xml'],
      [{ metadata_url: 'http://idp.acme.example/metadata' }, 'metadata_url'],
      [{ metadata_url: 'https://10.0.0.1/metadata' }, 'metadata_url'],
      [{ metadata_url: 'https://idp.acme.invalid/metadata' }, 'metadata_url'],
    ] as [Record<string, string>, string][]) {
      const { status, text } = await holder.person.send(form, fields, '/saml');
      expect({ fields, status }).toEqual({ fields, status: 400 });
      expect(errorsIn(text)).toEqual([field]);
    }
    const csrf = form.forms[0]?.fields['csrf'] ?? '';
    const oidc = {
      csrf,
      provider: 'okta',
      issuer: 'https://login.acme.invalid',
      client_id: 'x',
      client_secret: 'x',
    };
    expect((await holder.person.post(`${holder.path}/connection`, oidc)).status).toBe(400);
    expect((await shown(service, holder.link.id)).connectionId).toBeNull();
  });

  test('creates a connection from a file, with or without a byte order mark', async ({ service }) => {
    for (const mark of ['', '\uFEFF']) {
      const entityId = `https://idp.acme.example/${crypto.randomUUID()}`;
      const holder = await aHolder(service, { type: 'SAML' });
      const { text } = await holder.person.open(`${holder.path}?provider=adfs`);
      expect(text).toContain('enctype="multipart/form-data"');
      const answer = await upload(holder, mark + (await idpMetadataOf({ entityId })));
      expect(answer).toMatchObject({ status: 303, location: holder.path });
      const { connectionId } = await shown(service, holder.link.id);
      const { body } = await service.ours.call('getSamlConnection', { path: { id: connectionId } });
      expect(body).toMatchObject({ idpEntityId: entityId, status: 'DISABLED', metadataUrl: null });
    }
  });

  test('takes the file, if the form has an address too', async ({ service }) => {
    const entityId = `https://idp.acme.example/${crypto.randomUUID()}`;
    const holder = await aHolder(service, { type: 'SAML' });
    const fields = { metadata_url: 'https://idp.acme.invalid/metadata' };
    expect((await upload(holder, await idpMetadataOf({ entityId }), fields)).status).toBe(303);
  });

  test('takes the address, if no file was chosen', async ({ service }) => {
    const holder = await aHolder(service, { type: 'SAML' });
    const { status, text } = await upload(holder, '', { metadata_url: 'https://idp.acme.invalid/metadata' });
    expect({ status, errors: errorsIn(text) }).toEqual({ status: 400, errors: ['metadata_url'] });
  });

  test('says beside the field what is wrong with a file', async ({ service }) => {
    const holder = await aHolder(service, { type: 'SAML' });
    const good = await idpMetadataOf({ entityId: 'https://idp.acme.example/x' });
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${good}`, 'utf16le'));
    for (const [file, words] of [
      [utf16, 'isn’t in UTF-8'],
      [Uint8Array.from([0xc3, 0x28]), 'isn’t in UTF-8'],
      [good.replace('<', '\0<'), 'isn’t the metadata'],
      [good.slice(0, -10), 'isn’t the metadata'],
      ['PK\u0003\u0004', 'isn’t the metadata'],
      ['<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', 'isn’t the metadata'],
      ['<x>'.repeat(100_000), 'isn’t the metadata'],
    ] as const) {
      const { status, text, title } = await upload(holder, file);
      expect({ words, status, title }).toEqual({ words, status: 400, title: 'Connect AD FS' });
      expect(errorsIn(text)).toEqual(['metadata_file']);
      expect(text).toContain(words);
    }
    expect((await shown(service, holder.link.id)).connectionId).toBeNull();
  });

  test('takes no form of more than 384 KB, and none that is malformed', async ({ service }) => {
    const holder = await aHolder(service, { type: 'SAML' });
    expect((await upload(holder, 'x'.repeat(393_216))).status).toBe(413);
    const path = `${holder.path}/saml`;
    for (const [body, type] of [
      ['--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\nx', 'multipart/form-data; boundary=x'],
      ['--x--', 'multipart/form-data'],
      ['csrf=x', 'multipart/form-data; boundary=x'],
    ] as const) {
      const { status } = await service.anonymous.send('POST', path, {
        body,
        headers: { accept: 'text/html', 'content-type': type },
      });
      expect({ body, status }).toEqual({ body, status: 400 });
    }
  });
});

describe('getSamlConnectionMetadata', () => {
  /** The address that the page shows as our entity ID. */
  const addressOn = async ({ person, path }: Pick<Holder, 'person' | 'path'>): Promise<string> => {
    const { text } = await person.open(`${path}?provider=keycloak&protocol=SAML`);
    return new URL(/value="([^"]*\/metadata)"/.exec(text)?.[1] ?? '').pathname;
  };

  test('describes the connection of an open link before there is one, as later', async ({ service }) => {
    const holder = await aHolder(service);
    const address = await addressOn(holder);
    const read = () => service.anonymous.send('GET', address);
    const before = await read();
    expect(before.status).toBe(200);
    const entityId = `https://idp.acme.example/${crypto.randomUUID()}`;
    await upload(holder, await idpMetadataOf({ entityId }));
    const after = await read();
    expect(after.status).toBe(200);
    // They differ in their signatures only.
    const facts = (text: string) =>
      text.replace(/<ds:Signature[\s>].*?<\/ds:Signature>/s, '').replace(/ID="[^"]*"/, '');
    expect(facts(before.body)).toBe(facts(after.body));
    for (const said of [
      'AuthnRequestsSigned="true"',
      'WantAssertionsSigned="true"',
      address,
      'use="encryption"',
    ])
      expect(before.body).toContain(said);
  });

  test('is over with the link, and is not there for the other protocol', async ({ service }) => {
    const [revoked, expired, other] = [
      await aHolder(service),
      await aHolder(service),
      await aHolder(service, { type: 'OIDC' }),
    ];
    const addresses = [await addressOn(revoked), await addressOn(expired)];
    await service.ours.call('revokeSetupLink', { path: { id: revoked.link.id } });
    await service.sql('update federation_setup_links set expires_at = now() where id = $1', [
      expired.link.id,
    ]);
    const [row] = await service.sql<{ id: string }>(
      'select draft_id as id from federation_setup_links where id = $1',
      [other.link.id],
    );
    for (const address of [...addresses, `/api/v1/federation/saml/${row?.id}/metadata`])
      expect((await service.anonymous.send('GET', address)).status).toBe(404);
  });
});
