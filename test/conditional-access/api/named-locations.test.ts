import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { aCredential, verify } from '../../support/builders.ts';

const office = '203.0.113.7';
const elsewhere = '198.51.100.1';

describe('createNamedLocation', () => {
  test.for([
    [{ type: 'IP' }, 'ipRanges'],
    [{ type: 'IP', ipRanges: ['10.0.0.0/8'], countries: ['DE'] }, 'countries'],
    [{ type: 'IP', ipRanges: ['10.0.0.0/8'], includeUnknown: true }, 'includeUnknown'],
    [{ type: 'IP', ipRanges: ['10.0.0.0/33'] }, 'ipRanges.0'],
    [{ type: 'COUNTRY' }, 'countries'],
    [{ type: 'COUNTRY', countries: ['DE'], ipRanges: ['10.0.0.0/8'] }, 'ipRanges'],
  ] as const)('refuses what its type does not have: %j', async ([fields, field], { service: { ours } }) => {
    const { status, body } = await ours.call('createNamedLocation', { body: { name: 'A place', ...fields } });
    expect([status, Object.keys(body.details as object)]).toEqual([400, [field]]);
  });

  test('refuses a name that another location has in any case', async ({ service: { ours } }) => {
    const name = `Place ${randomUUID()}`;
    await aLocation(ours, { name });
    const body = { name: name.toUpperCase(), type: 'COUNTRY', countries: ['DE'] };
    expect((await ours.call('createNamedLocation', { body })).body.code).toBe('LOCATION_EXISTS');
  });
});

describe('updateNamedLocation', () => {
  test('changes what the policies that name it decide, from the answer on', async ({ service: { ours } }) => {
    const { secret } = await aCredential(ours);
    const id = await aLocation(ours);
    const outside = {
      clientTypes: ['machine'],
      applications: { exclude: ['keyward:api'] },
      locations: { exclude: [id] },
    };
    await anAccessPolicy(ours, { conditions: outside });
    expect((await verify(ours, secret, { ipAddress: elsewhere })).code).toBe('POLICY_DENIED');
    await ours.call('updateNamedLocation', { path: { id }, body: { ipRanges: ['198.51.100.0/24'] } });
    expect((await verify(ours, secret, { ipAddress: elsewhere })).code).toBe('VALID');
    expect((await verify(ours, secret, { ipAddress: office })).code).toBe('POLICY_DENIED');
  });
});

describe('deleteNamedLocation', () => {
  test('refuses one that a policy names, disabled policies too', async ({ service: { ours } }) => {
    const id = await aLocation(ours);
    const policy = await anAccessPolicy(ours, {
      name: 'Names it',
      status: 'DISABLED',
      conditions: { locations: { include: [id] } },
    });
    const refused = await ours.call('deleteNamedLocation', { path: { id } });
    expect([refused.status, refused.body.code, refused.body.details.policies]).toEqual([
      409,
      'LOCATION_IN_USE',
      ['Names it'],
    ]);
    await ours.call('deleteAccessPolicy', { path: { id: policy } });
    expect((await ours.call('deleteNamedLocation', { path: { id } })).body).toEqual({
      message: 'Location deleted',
      id,
    });
  });
});

describe('getNamedLocation', () => {
  test('shows ranges in their one spelling, and nothing of another tenant', async ({
    service: { ours, theirs },
  }) => {
    const id = await aLocation(ours, {
      ipRanges: ['2001:DB8::/32', '::ffff:198.51.100.0/120', '10.0.0.0/8'],
      isTrusted: true,
    });
    const { body } = await ours.call('getNamedLocation', { path: { id } });
    expect(body).toMatchObject({
      id,
      ipRanges: ['2001:db8::/32', '198.51.100.0/24', '10.0.0.0/8'],
      countries: [],
      isTrusted: true,
      includeUnknown: false,
    });
    expect((await theirs.call('getNamedLocation', { path: { id } })).body.code).toBe('LOCATION_NOT_FOUND');
  });
});

describe('listNamedLocations', () => {
  test('lists locations by name, and finds a part of a name', async ({ service: { ours } }) => {
    const part = randomUUID();
    const second = await aLocation(ours, { name: `b ${part}` });
    const first = await aLocation(ours, { name: `a ${part}`, type: 'COUNTRY', countries: ['DE'] });
    const { body } = await ours.call('listNamedLocations', { query: { search: part.toUpperCase() } });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first, second]);
    expect(body.pagination.total).toBe(2);
  });
});
