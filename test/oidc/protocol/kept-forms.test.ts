import { randomBytes } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { describe, expect } from 'vitest';
import { type KeptAt, worthKeeping } from '../../../src/oidc/engine/kept-forms.ts';
import { reader } from '../../contract/enumerate.ts';
import { aRelyingParty, begin, issuerOf, type RelyingParty } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// Forms that stand in the database until the browser comes back by GET. Anybody can send one.

const post = (issuer: string, path: KeptAt, form: Record<string, string> | URLSearchParams) =>
  fetch(`${issuer}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

const rows = ({ sql }: TestService) =>
  sql<{ payload: string | null; sealed: Buffer | null }>(
    "select payload, sealed from oidc_artifacts where model = 'KeptForm'",
  );

const unknownClient = 'cli_01kahz5v3be4nr7q2m8x9c0d1e';
const hintOf = (audience: string) => new UnsecuredJWT({ aud: audience }).encode().concat('c2ln');

describe.for(['/authorize', '/end-session'] as const)('a form posted to %s', (path) => {
  const operation = reader.operations.find(
    (one) => one.path === `/api/oidc/{orgId}${path}` && one.method === 'GET',
  );
  const wanted = async (party: RelyingParty): Promise<Record<string, string>> => ({
    ...Object.fromEntries((await begin(party)).url.searchParams),
    state: 'state-of-the-client',
  });

  test('is kept sealed, and without what the GET does not read', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const form = { ...(await wanted(party)), client_secret: 'sEcReT', foo: 'bar' };
    await service.sql("delete from oidc_artifacts where model = 'KeptForm'");
    const { status, headers } = await post(party.issuer, path, form);
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining(`${path}?form=`)]);
    expect(await rows(service)).toEqual([{ payload: null, sealed: expect.any(Buffer) }]);
    expect(worthKeeping(form, path)).not.toHaveProperty('client_secret');
    expect(worthKeeping(form, path)).toMatchObject({
      client_id: party.clientId,
      state: 'state-of-the-client',
    });
  });

  test('is not kept if no such client exists, and the answer says so', async ({ service }) => {
    const issuer = issuerOf(service.ours);
    const theirs = await aRelyingParty(service.theirs);
    await service.sql("delete from oidc_artifacts where model = 'KeptForm'");
    for (const clientId of [unknownClient, theirs.clientId]) {
      const answer = await post(issuer, path, { client_id: clientId, state: 'x' });
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'OIDC_CLIENT_NOT_FOUND']);
      const hinted = await post(issuer, path, { id_token_hint: hintOf(clientId) });
      expect(hinted.status).toBeGreaterThanOrEqual(400);
    }
    expect(await rows(service)).toEqual([]);
  });

  test('has the parameters that the GET has', () => {
    const names = operation?.parameters.flatMap((one) => (one.in === 'query' ? [one.name ?? ''] : [])) ?? [];
    const all = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(Object.keys(worthKeeping(all, path)).toSorted()).toEqual(
      names.filter((name) => name !== 'form').toSorted(),
    );
  });

  test('is refused over 16 KB, and if it is too long to be stored', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const body = async (form: Record<string, string>) => {
      const { status, headers } = await post(party.issuer, path, form);
      return [status, headers.get('x-error-code')];
    };
    const { clientId: client_id } = party;
    expect(await body({ client_id, foo: 'x'.repeat(16_384) })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await body({ client_id, foo: 'x'.repeat(16_000) })).toEqual([303, null]);
    const noise = randomBytes(6_000).toString('base64url');
    expect(await body({ client_id, state: noise.slice(0, 4_000), id_token_hint: noise })).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
  });
});

describe('a sign-out that names no client', () => {
  test('goes on by GET without anything being kept', async ({ service }) => {
    await service.sql("delete from oidc_artifacts where model = 'KeptForm'");
    const { status, headers } = await post(issuerOf(service.ours), '/end-session', { ui_locales: 'de' });
    expect([status, new URL(headers.get('location') ?? '').search]).toEqual([303, '?ui_locales=de']);
    expect(await rows(service)).toEqual([]);
  });
});
