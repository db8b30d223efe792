import { describe, expect, test } from 'vitest';
import { byCursor, byPage } from '../../dashboard/src/ui/paging.ts';

interface Sent<Entered extends unknown[]> {
  act: (...entered: Entered) => Promise<unknown>;
  call: (...entered: Entered) => { body?: unknown };
}

/** The shape of `dashboard/src/api/sends.ts`. Its own types are those of the generated client, which need a browser. */
interface Sends {
  sends: (operation: object, options: object) => { act: () => Promise<unknown>; call: unknown };
  sendsEntered: <Entered extends unknown[]>(
    operation: object,
    optionsOf: (...entered: Entered) => object,
    sampleOf?: (...entered: Entered) => object,
  ) => Sent<Entered>;
}

const file: string = '../../dashboard/src/api/sends.ts';
const { sends, sendsEntered } = (await import(file)) as Sends;
const operation = { updateGroup: async (options: unknown) => ({ data: options }) };
const path = { groupId: 'grp_01kahz5v3be4nr7q2m8x9c0d1e' };
const headers = { 'If-Match': '"1"' };

describe('a call and its sample in code', () => {
  test('have the same values, and the sample has no headers', async () => {
    const { act, call } = sends(operation, { path, headers, body: { name: 'Staff' } });
    expect(call).toEqual({ operation: 'updateGroup', path, body: { name: 'Staff' } });
    expect(await act()).toEqual({ data: { path, headers, body: { name: 'Staff' } } });
  });

  test('follow what is entered, and the sample may hide a secret', async () => {
    const { act, call } = sendsEntered(
      operation,
      ({ name }: { name: string }) => ({ path, body: { name } }),
      () => ({ path, body: { name: '…' } }),
    );
    expect(call({ name: 'Staff' }).body).toEqual({ name: '…' });
    expect(await act({ name: 'Staff' })).toEqual({ data: { path, body: { name: 'Staff' } } });
  });
});

test('the place in the address is a cursor or a number of a page, and another text is the first page', () => {
  expect([undefined, 'eyJ', '3'].map(byCursor.query)).toEqual([{}, { cursor: 'eyJ' }, { cursor: '3' }]);
  expect([undefined, 'eyJ', '0', '3', '1e9'].map(byPage.query)).toEqual([{}, {}, {}, { page: 3 }, {}]);
  const pagination = { page: 3, limit: 50, total: 160, totalPages: 4, hasMore: true };
  expect(byPage.paging(pagination)).toEqual({ total: 160, hasMore: true, nextCursor: '4' });
});
