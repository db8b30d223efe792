import { describe, expect } from 'vitest';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { aSamlSubject, samlConnected, type Says, signedInBySaml } from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { aConnection, changeConnection } from '../../support/stored-connections.ts';
import { outcomeOf } from '../../support/upstream.ts';

const given = ({ nameId, attributes }: Says) => ({ assertion: { nameId, attributes } });

const previewOf = async ({ ours }: Pick<TestService, 'ours'>, id: string, body: object) => {
  const answer = await ours.call('previewConnectionMapping', { path: { id }, body });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
};

const rows = ({ sql }: TestService, id: string) =>
  sql(
    `select (select count(*)::int from users) as users, (select count(*)::int from social_links) as links,
            (select count(*)::int from federation_traces where connection_id = $1) as traces,
            (select count(*)::int from federation_responses where connection_id = $1) as responses`,
    [id],
  );

describe('previewConnectionMapping of a SAML connection', () => {
  test('says what a sign-in with the assertion does, before the first one and after it', async ({
    service,
  }) => {
    const { ours } = service;
    const groupId = await aGroup(ours);
    const one = await samlConnected(service, {
      attributeMapping: { department: { from: ['team'], lowerCase: true } },
      groupMapping: [{ value: 'engineers', groupId }],
    });
    const ada = aSamlSubject(one);
    const attributes = [
      ...(ada.attributes ?? []),
      { name: 'urn:x-team', friendlyName: 'team', values: ['ENGINES'] },
      { name: 'memberOf', values: ['engineers', 'others'] },
    ];
    const says = { ...ada, attributes };
    const before = await rows(service, one.id);
    const first = await previewOf(service, one.id, given(says));
    const subject = JSON.stringify([nameIdFormats.persistent, ada.name]);
    expect(first).toMatchObject({
      outcome: 'CREATED',
      refusal: null,
      subject,
      email: { address: ada.email, standing: 'TRUSTED', isVouchedFor: true, isDomainVerified: true },
      user: null,
      groups: [{ id: groupId, change: 'JOINS' }],
      isAllowed: true,
    });
    expect(first.fields).toEqual(
      expect.arrayContaining([
        { field: 'department', value: 'engines' },
        { field: 'firstName', value: 'Ada' },
        { field: 'lastName', value: 'Lovelace' },
      ]),
    );
    expect(await rows(service, one.id)).toEqual(before);
    expect(outcomeOf(await signedInBySaml(service, one, says))).toBe('SIGNED_IN');
    const [link] = await service.sql<{ subject: string; user_id: string }>(
      'select subject, user_id from social_links where provider_id = $1',
      [one.id],
    );
    expect(await previewOf(service, one.id, given(says))).toMatchObject({
      outcome: 'SIGNED_IN',
      subject: link?.subject,
      user: { id: link?.user_id },
      groups: [{ id: groupId, change: 'STAYS' }],
    });
  });

  test('says why a sign-in is refused, as the trace of the sign-in does', async ({ service }) => {
    const one = await samlConnected(service);
    const ada = aSamlSubject(one);
    const elsewhere = [{ name: 'email', values: ['ada@elsewhere.example'] }];
    for (const says of [
      { ...ada, nameId: { value: 'once', format: nameIdFormats.transient } },
      { ...ada, attributes: elsewhere },
      { ...ada, attributes: [] },
    ]) {
      const { refusal, outcome } = await previewOf(service, one.id, given(says));
      expect(outcome).toBe('REFUSED');
      const seen = await signedInBySaml(service, one, says);
      expect(outcomeOf(seen)).toBe(refusal.code);
      const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
      expect(body.data[0]).toMatchObject({ step: refusal.step, reason: refusal.reason });
    }
    const { refusal } = await previewOf(service, one.id, { assertion: {} });
    expect(refusal.reason).toContain('no NameID');
  });

  test('takes the subject from subjectAttribute, and the format of a NameID as unspecified', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { subject } = await previewOf(service, one.id, { assertion: { nameId: { value: 'ada' } } });
    expect(subject).toBe(JSON.stringify([nameIdFormats.unspecified, 'ada']));
    await changeConnection(service, one.id, "subject_attribute = 'employee'");
    const attributes = [{ name: 'employee', values: ['7'] }];
    expect((await previewOf(service, one.id, { assertion: { attributes } })).subject).toBe(
      '{"employee":"7"}',
    );
  });

  test('finds the user who has the address', async ({ service }) => {
    const one = await samlConnected(service);
    const ada = aSamlSubject(one);
    const userId = await aUser(service.ours, { email: ada.email });
    expect(await previewOf(service, one.id, given(ada))).toMatchObject({
      outcome: 'RECLAIMED',
      user: { id: userId },
    });
  });

  test('takes no claims, and no assertion of an OpenID Connect connection', async ({ service }) => {
    const one = await samlConnected(service);
    const refusalOf = async (body: object) => {
      const answer = await service.ours.call('previewConnectionMapping', { path: { id: one.id }, body });
      return [answer.status, Object.keys(answer.body.details ?? {})];
    };
    const assertion = { nameId: { value: 'ada' } };
    for (const body of [{}, { claims: { sub: 'x' } }, { claims: {}, assertion }])
      expect(await refusalOf(body)).toEqual([400, ['assertion']]);
    for (const [body, field] of [
      [{ assertion: { nameId: {} } }, 'assertion.nameId.value'],
      [{ assertion: { attributes: [{ name: 'x' }] } }, 'assertion.attributes.0.values'],
      [{ assertion: { subject: 'x' } }, 'assertion.subject'],
    ] as const)
      expect(await refusalOf(body)).toEqual([400, [field]]);
    const other = await aConnection(service);
    for (const body of [{}, { assertion }, { claims: {}, assertion }]) {
      const answer = await service.ours.call('previewConnectionMapping', { path: { id: other.id }, body });
      expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['claims']]);
    }
  });

  test('needs the rights of other previews', async ({ service }) => {
    const one = await samlConnected(service);
    const asked = { path: { id: one.id }, body: given(aSamlSubject(one)) };
    const statusWith = async (scopes: string[]) => {
      const { caller } = await aCallerWith(service, scopes);
      const { status, body } = await caller.call('previewConnectionMapping', asked);
      return status === 200 ? 200 : [status, body.details?.required];
    };
    expect(await statusWith(['federation.read'])).toEqual([403, ['directory.read']]);
    expect(await statusWith(['federation.read', 'directory.read'])).toBe(200);
    await changeConnection(service, one.id, "allowed_groups = '{}'");
    expect(await statusWith(['federation.read', 'directory.read'])).toEqual([403, ['groups.read']]);
    expect((await service.theirs.call('previewConnectionMapping', asked)).status).toBe(404);
  });
});
