import { describe, expect, test } from 'vitest';
import { memberChanges, patchUser, userOf } from './support.ts';

const babs = '2819c223-7f76-453a-919d-413861904646';
const james = '08e1d05d-121c-4561-8b96-473d93df9210';

// The examples of RFC 7644 section 3.5.2, all of them, as it writes them.
describe('the examples of RFC 7644', () => {
  const ofBabs = { display: 'Babs Jensen', $ref: `https://example.com/v2/Users/${babs}`, value: babs };
  const ofJames = { display: 'James Smith', $ref: `https://example.com/v2/Users/${james}`, value: james };
  const address = {
    type: 'work',
    streetAddress: '911 Universal City Plaza',
    locality: 'Hollywood',
    region: 'CA',
    postalCode: '91608',
    country: 'US',
    formatted: '911 Universal City Plaza\nHollywood, CA 91608 US',
    primary: true,
  };
  const emails = [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ];

  test('adds a member to a group', () => {
    expect(memberChanges([{ op: 'add', path: 'members', value: [ofBabs] }])).toEqual([
      { op: 'add', ids: [babs] },
    ]);
  });

  test('adds attributes without a path', () => {
    const value = { emails: [{ value: 'babs@jensen.org', type: 'home' }], nickname: 'Babs' };
    expect(patchUser(userOf(), { op: 'add', value })).toStrictEqual({
      userName: 'bjensen',
      emails: value.emails,
      nickName: 'Babs',
    });
  });

  test('removes a member from a group', () => {
    expect(memberChanges([{ op: 'remove', path: `members[value eq "${babs}"]` }])).toEqual([
      { op: 'remove', ids: [babs] },
    ]);
  });

  test('removes all members of a group', () => {
    expect(memberChanges([{ op: 'remove', path: 'members' }])).toEqual([{ op: 'clear' }]);
  });

  test('removes a value of a complex multi-valued attribute', () => {
    const path = 'emails[type eq "work" and value ew "example.com"]';
    const user = userOf({ emails: [...emails, { value: 'x@example.org', type: 'work' }] });
    expect(patchUser(user, { op: 'remove', path }).emails).toEqual([
      emails[1],
      { value: 'x@example.org', type: 'work' },
    ]);
  });

  test('removes and adds members in one request', () => {
    expect(
      memberChanges([
        { op: 'remove', path: `members[value eq"${babs}"]` },
        { op: 'add', path: 'members', value: [ofJames] },
      ]),
    ).toEqual([
      { op: 'remove', ids: [babs] },
      { op: 'add', ids: [james] },
    ]);
  });

  test('removes all members and adds others in one request', () => {
    expect(
      memberChanges([
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [ofBabs, ofJames] },
      ]),
    ).toEqual([{ op: 'clear' }, { op: 'add', ids: [babs, james] }]);
  });

  test('replaces all members of a group', () => {
    expect(memberChanges([{ op: 'replace', path: 'members', value: [ofBabs, ofJames] }])).toEqual([
      { op: 'replace', ids: [babs, james] },
    ]);
  });

  test("changes a user's entire work address", () => {
    const home = { type: 'home', locality: 'Burbank', primary: true };
    const user = userOf({ addresses: [{ type: 'work', locality: 'Anaheim', country: 'DE' }, home] });
    const path = 'addresses[type eq "work"]';
    expect(patchUser(user, { op: 'replace', path, value: address }).addresses).toEqual([
      address,
      { ...home, primary: false },
    ]);
  });

  test('changes one sub-attribute of a value', () => {
    const path = 'addresses[type eq "work"].streetAddress';
    expect(
      patchUser(userOf({ addresses: [address] }), { op: 'replace', path, value: '1010 Broadway Ave' })
        .addresses,
    ).toEqual([{ ...address, streetAddress: '1010 Broadway Ave' }]);
  });

  test('replaces all values of several attributes', () => {
    const user = userOf({ emails: [{ value: 'old@example.com', type: 'other' }], nickName: 'B' });
    expect(patchUser(user, { op: 'replace', value: { emails, nickname: 'Babs' } })).toStrictEqual({
      userName: 'bjensen',
      emails,
      nickName: 'Babs',
    });
  });
});
