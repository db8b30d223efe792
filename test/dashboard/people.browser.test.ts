import { describe, expect } from 'vitest';
import { aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))('people in the dashboard', { timeout: 90_000 }, () => {
  test('an edit of a user keeps what another user changed meanwhile', async ({ service }) => {
    const { ours } = service;
    const userId = await aUser(ours, { displayName: 'Grace Hopper' });
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`users/${userId}`);
    await page.getByRole('button', { name: 'Edit: Names' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Nickname').fill('Amazing Grace');
    await ours.call('updateUser', { path: { userId }, body: { lastName: 'Hopper' } });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('button', { name: 'Reload' }).click();
    await form.getByText('Another user changed: Last name').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The user was changed.').waitFor();
    const { body } = await ours.call('getUser', { path: { userId } });
    expect(body).toMatchObject({ nickname: 'Amazing Grace', lastName: 'Hopper' });
    expect(complaints).toEqual([]);
  });

  test('an address is marked as verified, and as not verified again', async ({ service }) => {
    const { ours } = service;
    const userId = await aUser(ours, { displayName: 'Ada Unproved' });
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`users/${userId}`);
    const isVerified = async () => (await ours.call('getUser', { path: { userId } })).body.emailVerified;
    for (const [action, verified] of [
      ['Mark as verified', true],
      ['Mark as not verified', false],
    ] as const) {
      await page.getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await isVerified()).toBe(verified);
    }
    expect(complaints).toEqual([]);
  });

  test('a help desk cannot give a role with rights that it does not have', async ({ service }) => {
    const userId = await aUser(service.ours, { displayName: 'Grace Hopper' });
    const { page, open } = await openDashboard(service, await aUserCaller(service, { roles: ['HELPDESK'] }));
    await open(`users/${userId}?tab=rights`);
    await page.getByRole('button', { name: 'Change the roles' }).click();
    const form = page.getByRole('dialog');
    expect(await form.getByRole('checkbox', { name: /^Owner/ }).isDisabled()).toBe(true);
    expect(await form.getByRole('checkbox', { name: /^Helpdesk/ }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add to a group' }).count()).toBe(0);
  });

  test('an invitation is revoked, and its user can be found by the role', async ({ service }) => {
    const { ours } = service;
    const userId = await aUser(ours, {
      displayName: 'Joan Invited',
      roles: ['AUDITOR'],
      sendInvite: true,
    });
    await aUser(ours, { displayName: 'Grace Member', roles: ['MEMBER'] });
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open('users?role=AUDITOR');
    await page.getByRole('link', { name: 'Joan Invited' }).waitFor();
    expect(await page.getByRole('link', { name: 'Grace Member' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: 'Revoke: Joan Invited' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The invitation was revoked.').waitFor();
    await page.getByRole('link', { name: 'Joan Invited' }).waitFor({ state: 'detached' });
    const { body } = await ours.call('listInvitations', { query: { limit: 100 } });
    expect(body.data.filter((one: { userId: string }) => one.userId === userId)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the sign-in of a user shows the password, and the factors that the user lacks', async ({
    service,
  }) => {
    const other = await aUserCaller(service, { displayName: 'Mary Signed' });
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    await open(`users/${other.userId}?tab=security`);
    const card = page.locator('dl').filter({ hasText: 'Authenticator app' });
    await card.getByText('changed').waitFor();
    expect(await card.innerText()).toMatch(/Authenticator app\s+None/);
  });

  test('the sessions of a user are ended from here', async ({ service }) => {
    const other = await aUserCaller(service, { displayName: 'Joan Clarke' });
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    await open('users');
    await page.getByRole('link', { name: 'Joan Clarke' }).click();
    await page.getByRole('tab', { name: 'Sign-in and devices' }).click();
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('The user has no active sessions.').waitFor();
    expect((await other.client.call('getMe')).status).toBe(401);
  });

  test('users are suspended and reactivated together, each from a state that allows it', async ({
    service,
  }) => {
    const { ours } = service;
    const lastName = 'Bulkhead';
    const ids = [
      await aUser(ours, { displayName: `Active ${lastName}` }),
      await aUser(ours, { displayName: `Resting ${lastName}` }),
    ];
    await ours.call('suspendUser', { path: { userId: ids[1] ?? '' } });
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`users?search=${lastName}`);
    await page.getByRole('link', { name: `Resting ${lastName}` }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend 1 user?' });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByText('1 of 1 done').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    // The question counts by the list, which is read again after the suspension.
    const active = page.getByRole('row').filter({ hasText: `Active ${lastName}` });
    await active.getByText('Suspended', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    const other = page.getByRole('dialog', { name: 'Reactivate 2 users?' });
    await other.getByRole('button', { name: 'Reactivate' }).click();
    await other.getByText('2 of 2 done').waitFor();
    for (const userId of ids)
      expect((await ours.call('getUser', { path: { userId } })).body.status).toBe('ACTIVE');
    expect(complaints).toEqual([]);
  });

  test('a group that was changed meanwhile is deleted only after it was read again', async ({ service }) => {
    const { ours } = service;
    const made = await ours.call('createGroup', { body: { name: 'Shift of the night' } });
    const path = { groupId: made.body.id };
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`groups/${made.body.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Shift of the night');
    await ours.call('updateGroup', { path, body: { scopes: ['webhooks.read'] } });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await dialog.getByText('The newest version is loaded').waitFor();
    await dialog.getByText('webhooks.read').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The group was deleted.').waitFor();
    expect((await ours.call('getGroup', { path })).status).toBe(404);
    expect(complaints).toEqual([]);
  });

  test('an owner connects a directory, and sees the token once', async ({ service }) => {
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open('scim');
    await page.getByRole('button', { name: 'Connect a directory' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill('Okta production');
    await form.getByRole('button', { name: 'Connect a directory' }).click();
    const token = await page.getByLabel('Token', { exact: true }).innerText();
    expect(token).toMatch(/^scim_/);
    await page.getByText(`/api/scim/v2/${service.ours.orgId?.replace('_', '-')}`).waitFor();
    await page.getByRole('button', { name: 'I saved it' }).click();
    await page.getByRole('link', { name: 'Okta production' }).click();
    await page.getByRole('button', { name: 'Revoke' }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect(complaints).toEqual([]);
  });
});
