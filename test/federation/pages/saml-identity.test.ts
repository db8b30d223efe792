import { describe, expect } from 'vitest';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import type { NameId } from '../../../src/saml-messages/read/header.ts';
import {
  aSamlSubject,
  type Says,
  samlConnected,
  signedInBySaml,
  awayBySaml,
  backBySaml,
} from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import type { SamlConnectionFields } from '../../support/stored-connections.ts';
import { outcomeOf } from '../../support/upstream.ts';

const linksOf = async ({ sql }: Pick<TestService, 'sql'>, id: string): Promise<string[]> => {
  const rows = await sql<{ subject: string }>(
    'select subject from social_links where provider_id = $1 order by created_at',
    [id],
  );
  return rows.map(({ subject }) => subject);
};

describe('the key of a link', () => {
  test('is the NameID with its format and its qualifiers', async ({ service }) => {
    const one = await samlConnected(service);
    const names: NameId[] = [
      { value: 'ada', format: nameIdFormats.persistent },
      { value: 'Ada', format: nameIdFormats.persistent },
      { value: 'ada ', format: nameIdFormats.persistent },
      { value: 'ada', format: nameIdFormats.unspecified },
      { value: 'ada', format: nameIdFormats.persistent, nameQualifier: 'https://other.example' },
      { value: 'ada', format: nameIdFormats.persistent, spNameQualifier: 'https://other.example' },
    ];
    for (const nameId of names)
      expect(outcomeOf(await signedInBySaml(service, one, { ...aSamlSubject(one), nameId }))).toBe(
        'SIGNED_IN',
      );
    expect(new Set(await linksOf(service, one.id)).size).toBe(names.length);
    // Qualifiers that name the parties say nothing more.
    const [usual] = names;
    const qualified = { nameQualifier: one.idpEntityId, spNameQualifier: one.spEntityId };
    await signedInBySaml(service, one, { nameId: { ...usual, ...qualified } as NameId });
    expect(await linksOf(service, one.id)).toHaveLength(names.length);
  });

  test('is a hash if the NameID is long', async ({ service }) => {
    const one = await samlConnected(service);
    const nameId = { value: 'x'.repeat(400), format: nameIdFormats.persistent };
    const says = { ...aSamlSubject(one), nameId };
    for (let times = 0; times < 2; times++)
      expect(outcomeOf(await signedInBySaml(service, one, says))).toBe('SIGNED_IN');
    const other = { ...aSamlSubject(one), nameId: { ...nameId, value: `${'x'.repeat(399)}y` } };
    expect(outcomeOf(await signedInBySaml(service, one, other))).toBe('SIGNED_IN');
    const links = await linksOf(service, one.id);
    expect(links).toEqual([expect.stringMatching(/^sha256:/), expect.stringMatching(/^sha256:/)]);
  });

  test('is an attribute where the connection says so, and never a transient NameID', async ({ service }) => {
    const transient = (): NameId => ({ value: newMessageId(), format: nameIdFormats.transient });
    const plain = await samlConnected(service);
    expect(
      outcomeOf(await signedInBySaml(service, plain, { ...aSamlSubject(plain), nameId: transient() })),
    ).toBe('FEDERATION_CONN_FAILED');
    const one = await samlConnected(service, { subjectAttribute: 'employeeNumber' });
    const ada = aSamlSubject(one);
    const says = (values: string[]): Says => ({
      nameId: transient(),
      attributes: [...(ada.attributes ?? []), { name: 'urn:x:1', friendlyName: 'employeeNumber', values }],
    });
    for (let times = 0; times < 2; times++)
      expect(outcomeOf(await signedInBySaml(service, one, says(['1815'])))).toBe('SIGNED_IN');
    expect(await linksOf(service, one.id)).toEqual(['{"employeeNumber":"1815"}']);
    for (const values of [[], [' '], ['1815', '1816']])
      expect([values, outcomeOf(await signedInBySaml(service, one, says(values)))]).toEqual([
        values,
        'FEDERATION_CONN_FAILED',
      ]);
  });
});

describe('white space around a NameID', () => {
  test.for([' ', '\u00a0'])(
    '(%j) makes another user, and the trace says that it is there',
    async (space, { service }) => {
      const one = await samlConnected(service);
      const [plain, spaced] = [aSamlSubject(one), aSamlSubject(one)];
      const value = plain.nameId?.value ?? '';
      const nameId = { format: nameIdFormats.persistent, value: `${value}${space}` };
      expect(outcomeOf(await signedInBySaml(service, one, plain))).toBe('SIGNED_IN');
      expect(outcomeOf(await signedInBySaml(service, one, { ...spaced, nameId }))).toBe('SIGNED_IN');
      const values = (await linksOf(service, one.id)).map((subject) => JSON.parse(subject)[1]);
      expect(values).toEqual([value, `${value}${space}`]);
      const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
      const reasons = body.data.map(({ reason }: { reason: string | null }) => reason);
      expect(reasons).toEqual(['The NameID has white space around it, which counts', null]);
    },
  );
});

describe('the address', () => {
  test.for<
    [what: string, fields: SamlConnectionFields, attributes: [name: string, value: string][], outcome: string]
  >([
    ['in an attribute', {}, [['email', 'EMAIL']], 'SIGNED_IN'],
    ['as LDAP names it', {}, [['urn:oid:0.9.2342.19200300.100.1.3', 'EMAIL']], 'SIGNED_IN'],
    [
      'as Entra ID names it',
      {},
      [['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', 'EMAIL']],
      'SIGNED_IN',
    ],
    [
      'that an administrator does not trust',
      { trustEmail: false },
      [['email', 'EMAIL']],
      'DOMAIN_NOT_VERIFIED',
    ],
    [
      'that the identity provider vouches for',
      { trustEmail: false },
      [
        ['email', 'EMAIL'],
        ['email_verified', 'true'],
      ],
      'SIGNED_IN',
    ],
    [
      'that it does not vouch for',
      {},
      [
        ['email', 'EMAIL'],
        ['email_verified', 'false'],
      ],
      'DOMAIN_NOT_VERIFIED',
    ],
    ['at another domain', {}, [['email', 'ada@gmail.com']], 'DOMAIN_NOT_VERIFIED'],
    ['with a letter of another script', {}, [['email', 'аEMAIL']], 'DOMAIN_NOT_VERIFIED'],
    ['with white space of XML around it', {}, [['email', ' \tEMAIL\n ']], 'SIGNED_IN'],
    ['with a no-break space around it', {}, [['email', '\u00a0EMAIL\u00a0']], 'DOMAIN_NOT_VERIFIED'],
    ['that is missing', {}, [], 'DOMAIN_NOT_VERIFIED'],
  ])('counts by trust and domain: one %s', async ([, fields, given, outcome], { service }) => {
    const one = await samlConnected(service, fields);
    const ada = aSamlSubject(one);
    const attributes = given.map(([name, value]) => ({ name, values: [value.replace('EMAIL', ada.email)] }));
    expect(outcomeOf(await signedInBySaml(service, one, { ...ada, attributes }))).toBe(outcome);
  });

  test('is the NameID, if that is an address', async ({ service }) => {
    const one = await samlConnected(service);
    const { email } = aSamlSubject(one);
    const nameId = { value: email, format: nameIdFormats.emailAddress };
    expect(outcomeOf(await signedInBySaml(service, one, { nameId }))).toBe('SIGNED_IN');
    const users = await service.sql('select email from users where source_connection_id = $1', [one.id]);
    expect(users).toEqual([{ email }]);
  });
});

describe('attributes', () => {
  test('become fields and groups by the mapping of the connection', async ({ service }) => {
    const { ours, sql } = service;
    const group = (await ours.call('createGroup', { body: { name: crypto.randomUUID() } })).body;
    const one = await samlConnected(service, {
      groupsClaim: 'memberOf',
      groupMapping: [{ value: 'cn=staff', groupId: group.id }],
      attributeMapping: { title: { from: ['urn:x:title', 'title'] }, department: { from: ['department'] } },
    });
    const ada = aSamlSubject(one);
    const says = (groups: string[]): Says => ({
      ...ada,
      attributes: [
        ...(ada.attributes ?? []),
        { name: 'urn:oid:2.5.4.12', friendlyName: 'title', values: ['Countess', 'Other'] },
        { name: 'department', values: ['Engines'] },
        { name: 'memberOf', values: groups },
      ],
    });
    const members = () =>
      sql('select count(*)::int as count from group_members where group_id = $1', [group.id]);
    await signedInBySaml(service, one, says(['cn=other', 'cn=staff']));
    const users = await sql('select title, department from users where email = $1', [ada.email]);
    expect(users).toEqual([{ title: 'Countess', department: 'Engines' }]);
    expect(await members()).toEqual([{ count: 1 }]);
    // Entra ID leaves out the groups of users who have too many. They stay.
    const link = {
      name: 'http://schemas.microsoft.com/claims/groups.link',
      values: ['https://graph.example'],
    };
    await signedInBySaml(service, one, { ...ada, attributes: [...(ada.attributes ?? []), link] });
    expect(await members()).toEqual([{ count: 1 }]);
    await signedInBySaml(service, one, says(['cn=other']));
    expect(await members()).toEqual([{ count: 0 }]);
  });

  test('that are long are kept as far as the mapping needs them', async ({ service }) => {
    const { ours, sql } = service;
    const group = (await ours.call('createGroup', { body: { name: crypto.randomUUID() } })).body;
    const last = crypto.randomUUID();
    const one = await samlConnected(service, { groupMapping: [{ value: last, groupId: group.id }] });
    const ada = aSamlSubject(one);
    const groups = {
      name: 'groups',
      values: [...Array.from({ length: 400 }, () => crypto.randomUUID()), last],
    };
    const gone = await awayBySaml(service, one);
    const seen = await backBySaml(service, one, gone, {
      ...ada,
      attributes: [...(ada.attributes ?? []), groups],
    });
    expect(outcomeOf(seen)).toBe('SIGNED_IN');
    const members = await sql('select count(*)::int as count from group_members where group_id = $1', [
      group.id,
    ]);
    expect(members).toEqual([{ count: 1 }]);
    const [trace] = (await ours.call('listConnectionTraces', { path: { id: one.id } })).body.data;
    expect(trace).toMatchObject({ outcome: 'SUCCESS', truncated: true });
    // No mapping needs a long text of this kind.
    const noise = Array.from({ length: 300 }, () => crypto.randomUUID()).join(' ');
    const tooLong = { ...ada, attributes: [{ name: 'email', values: [noise] }] };
    expect(outcomeOf(await signedInBySaml(service, one, tooLong))).toBe('FEDERATION_CONN_FAILED');
  });
});
