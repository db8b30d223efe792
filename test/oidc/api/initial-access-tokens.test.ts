import { describe, expect } from 'vitest';
import { anInitialToken } from '../../support/registrations.ts';
import { test } from '../../support/service.ts';

describe('getInitialAccessToken', () => {
  test('shows the rules of a token to its tenant, and never the token', async ({ service }) => {
    const { ours, theirs } = service;
    const { id: tokenId, token } = await anInitialToken(ours, { maxUses: 5 });
    const { status, body } = await ours.call('getInitialAccessToken', { path: { tokenId } });
    expect([status, body]).toMatchObject([200, { id: tokenId, status: 'ACTIVE', maxUses: 5 }]);
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await theirs.call('getInitialAccessToken', { path: { tokenId } })).status).toBe(404);
  });
});

describe('listInitialAccessTokens', () => {
  test('lists the tokens of one tenant, the newest first, and none of their secrets', async ({ service }) => {
    const { ours, theirs } = await service
      .addPair()
      .then((pair) => ({ ours: pair.ours, theirs: service.theirs }));
    const [older, newer] = [await anInitialToken(ours), await anInitialToken(ours)];
    const { body } = await ours.call('listInitialAccessTokens');
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(JSON.stringify(body)).not.toContain(newer.token);
    expect((await theirs.call('listInitialAccessTokens')).body.data).not.toContainEqual(
      expect.objectContaining({ id: newer.id }),
    );
  });
});
