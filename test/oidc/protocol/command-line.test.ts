import { describe, expect } from 'vitest';
import { commandLineName } from '../../../src/lib/command-line-id.ts';
import { aUser } from '../../support/builders.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { test } from '../../support/service.ts';

describe('the command line', () => {
  test('signs a user in by the device flow, and its token opens the API', async ({ service }) => {
    const userId = await aUser(service.ours, { roles: ['ADMIN'] });
    const line = await aCommandLine(service, { userId });
    expect(line.tokens).toEqual({
      access: expect.stringMatching(/^kd_user_[0-9A-Za-z]{92}$/),
      refresh: expect.stringMatching(/^kd_refresh_[0-9A-Za-z]{92}$/),
      scope: '*',
    });
    expect(line.pages.confirm.text).toContain(commandLineName);
    const me = await line.client.call('getMe');
    expect([me.status, me.body]).toMatchObject([200, { type: 'USER', id: userId, roles: ['ADMIN'] }]);
  });
});
