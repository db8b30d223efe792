import { randomInt, randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { aCredential, anIdentity, aUser } from '../support/builders.ts';
import { aConnection } from '../support/connections.ts';
import { aDashboard, chromiumHint, chromiumProgram, heldRequests } from '../support/dashboard.ts';
import { anAlertRule, anAnomaly } from '../support/findings.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { lacks } from '../support/programs.ts';
import { type TestService, test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

const nothing = { include: [], exclude: [] };

/** A policy that says something by several conditions. */
async function aPolicy({ ours }: TestService): Promise<string> {
  const group = await ours.call('createGroup', { body: { name: randomUUID() } });
  const { status, body } = await ours.call('createAccessPolicy', {
    body: {
      name: `policy ${randomUUID()}`,
      priority: randomInt(1, 10_000),
      decision: 'BLOCK',
      status: 'REPORT_ONLY',
      conditions: {
        users: { include: ['all'] },
        groups: { exclude: [group.body.id] },
        identityTypes: { exclude: ['AI_AGENT'] },
        ipRanges: ['203.0.113.0/24'],
        countries: ['DE', 'FR'],
        devicePlatforms: ['ios'],
        riskLevels: ['HIGH'],
        clientTypes: ['browser'],
        schedule: { timezone: 'UTC', days: ['MON'], from: '08:00', to: '18:00' },
      },
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const field = (form: Locator, name: string) =>
  form.getByLabel(name, { exact: true }).and(form.locator('input'));

describe.skipIf(lacks(chromiumProgram, chromiumHint))('edits in the dashboard', { timeout: 90_000 }, () => {
  test('each condition of an access policy can be removed, and what another user changed stays', async ({
    service,
  }) => {
    const id = await aPolicy(service);
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`access/${id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('main');
    for (const name of [
      'Users',
      'Excluded groups',
      'Excluded identity types',
      'IP addresses',
      'Countries',
      'Countries',
      'Platforms',
      'Risk level',
      'Client types',
    ])
      await field(form, name).press('Backspace');
    await form.getByRole('button', { name: 'Remove the condition Schedule' }).click();
    // The Tab key goes on from there.
    await page.locator('button:focus', { hasText: 'Add a condition' }).waitFor();
    await service.ours.call('updateAccessPolicy', { path: { id }, body: { description: 'theirs' } });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('button', { name: 'Reload' }).click();
    await form.getByText('Another user changed: Description.').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The policy was saved.').waitFor();
    const { body } = await service.ours.call('getAccessPolicy', { path: { id } });
    expect(body.description).toBe('theirs');
    expect(body.conditions).toEqual({
      users: nothing,
      groups: nothing,
      identities: nothing,
      identityTypes: nothing,
      applications: nothing,
      locations: nothing,
      ipRanges: [],
      countries: [],
      devicePlatforms: [],
      deviceTrust: [],
      riskLevels: [],
      clientTypes: [],
      schedule: null,
    });
    expect(complaints).toEqual([]);
  });

  test('an emptied date of a replay is refused, and nothing breaks', async ({ service }) => {
    const id = await aPolicy(service);
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`access/${id}`);
    await page.getByRole('button', { name: 'Replay recorded traffic' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('From').fill('');
    await form.getByRole('button', { name: 'Replay' }).click();
    await form.getByText('must be a date').waitFor();
    await form.getByLabel('From').fill(new Date().toISOString().slice(0, 10));
    const answered = page.waitForResponse((response) => response.url().includes('backtest'));
    await form.getByRole('button', { name: 'Replay' }).click();
    const { to } = (await (await answered).json()) as { to: string };
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.now());
    expect(complaints).toEqual([]);
  });

  test('metadata and attributes that are deleted are gone', async ({ service }) => {
    const { ours } = service;
    const metadata = { team: 'shop', place: { room: 1, floor: 2 } };
    const rest = { place: { floor: 2 } };
    const identityId = await anIdentity(ours, { metadata });
    const { id } = await aCredential(ours, { identityId, metadata });
    const userId = await aUser(ours, { attributes: metadata });
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    const form = page.getByRole('dialog');
    const save = async (label: string) => {
      await form.getByLabel(label).and(form.locator('textarea')).fill(JSON.stringify(rest));
      await form.getByRole('button', { name: 'Save' }).click();
    };
    await open(`credentials/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await save('Metadata');
    await page.getByText('The credential was changed.').waitFor();
    expect((await ours.call('getCredential', { path: { id } })).body.metadata).toEqual(rest);
    await open(`identities/${identityId}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByRole('button', { name: 'Metadata' }).click();
    await save('Metadata');
    await page.getByText('The identity was changed.').waitFor();
    expect((await ours.call('getIdentity', { path: { id: identityId } })).body.metadata).toEqual(rest);
    await open(`users/${userId}`);
    await page.getByRole('button', { name: 'Edit: Attributes' }).click();
    await save('Attributes as JSON');
    await page.getByText('The attributes were changed.').waitFor();
    expect((await ours.call('getUser', { path: { userId } })).body.attributes).toEqual(rest);
  });

  test('a judgement keeps the note that another user wrote meanwhile', async ({ service }) => {
    const { ours } = service;
    const id = await anAnomaly(ours);
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    await open(`alerts/anomalies/${id}`);
    await page.getByRole('button', { name: 'Review' }).click();
    await ours.call('updateAnomaly', { path: { id }, body: { note: 'theirs' } });
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Review' }).click();
    // The change has the same address. It must be answered before requests are held.
    await form.getByText('This was changed in the meantime').waitFor();
    const release = await heldRequests(page, `**/api/v1/anomalies/${id}`);
    await form.getByRole('button', { name: 'Reload' }).click();
    // A request that is sent now has the old version, and the form would lose its answer.
    await form.getByRole('button', { name: 'Review', disabled: true }).waitFor();
    release();
    await form.getByText('Another user changed: Note.').waitFor();
    await form.getByRole('button', { name: 'Review' }).click();
    await page.getByText('The anomaly was reviewed.').waitFor();
    const { body } = await ours.call('getAnomaly', { path: { id } });
    expect(body).toMatchObject({ status: 'ACKNOWLEDGED', note: 'theirs' });
  });

  test('an edit of a location keeps what another user changed after the list was read', async ({
    service,
  }) => {
    const { ours } = service;
    const name = `office ${randomUUID()}`;
    const made = await ours.call('createNamedLocation', {
      body: { name, type: 'IP', ipRanges: ['203.0.113.0/24'] },
    });
    const path = { id: made.body.id };
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    await open('access?tab=locations');
    const row = page.getByRole('row').filter({ hasText: name });
    await row.waitFor();
    await ours.call('updateNamedLocation', { path, body: { ipRanges: ['198.51.100.0/24'] } });
    await row.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill(`${name} north`);
    await ours.call('updateNamedLocation', { path, body: { isTrusted: true } });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('button', { name: 'Reload' }).click();
    await form
      .getByText('Another user changed: Trusted: users can set up two-step verification from here.')
      .waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The location was saved.').waitFor();
    const { body } = await ours.call('getNamedLocation', { path });
    expect(body).toMatchObject({
      name: `${name} north`,
      ipRanges: ['198.51.100.0/24'],
      isTrusted: true,
    });
  });

  test('an emptied number is never 0', async ({ service }) => {
    const { ours } = service;
    const { clientId } = await anOidcClient(ours);
    const name = `rule ${randomUUID()}`;
    await anAlertRule(ours, { name });
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    const form = page.getByRole('dialog');
    await open(`applications/oidc/${clientId}`);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await form.getByLabel('Grace period in seconds').fill('');
    await form.getByRole('button', { name: 'Rotate the secret' }).click();
    await form.getByText('must be a number').waitFor();
    await form.getByLabel('Grace period in seconds').fill('600');
    const asked = page.waitForRequest((request) => request.url().includes('rotate'));
    await form.getByRole('button', { name: 'Rotate the secret' }).click();
    expect((await asked).headers()['if-match']).toMatch(/^"\d+"$/);
    await page.getByText('Save this secret now').waitFor();
    const { body } = await ours.call('getOidcClient', { path: { clientId } });
    expect(body.previousSecretExpiresAt).not.toBeNull();
    await open('alerts/rules');
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Minimum time between alerts, in seconds').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('must be a number').waitFor();
  });

  test('a connection that was changed meanwhile is not disabled unseen, and gets a new secret', async ({
    service,
  }) => {
    const { ours } = service;
    const { id } = await aConnection(ours, { name: 'Acme' });
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`connections/oidc/${id}`);
    await page.getByRole('button', { name: 'Disable' }).click();
    await ours.call('updateOidcConnection', { path: { id }, body: { name: 'Another' } });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByText('This was changed in the meantime').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Another' }).waitFor();
    await page.getByRole('button', { name: 'Change the client secret' }).click();
    await dialog.getByLabel('New client secret').fill('a new secret of the test');
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Change the client secret' }).click();
    expect((await asked).postDataJSON()).toEqual({ clientSecret: 'a new secret of the test' });
    await page.getByText('The client secret was changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('a new secret of the test');
    expect(complaints).toEqual([]);
  });

  test('a provider changes only by what the user changed', async ({ service }) => {
    const { ours } = service;
    const name = `Acme ${randomUUID()}`;
    const made = await ours.call('createSocialProvider', {
      body: { provider: 'oidc', name, clientId: 'one', issuer: 'https://login.acme.example' },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    await open('sign-in?tab=social');
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Client ID').fill('two');
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await form.getByRole('button', { name: 'Edit' }).click();
    expect((await asked).postDataJSON()).toEqual({ clientId: 'two' });
    await form.waitFor({ state: 'detached' });
  });
});
