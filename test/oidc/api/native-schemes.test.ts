import { expect } from 'vitest';
import { test, type TestService } from '../../support/service.ts';

const create = ({ ours }: TestService, body: Record<string, unknown>) =>
  ours.call('createOidcClient', { body });

test('accepts known schemes without a dot of native applications alone', async ({ service }) => {
  const redirectUris = [
    'vscode://vscode.example-extension/did-authenticate',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ];
  const { status, body } = await create(service, { applicationType: 'native', redirectUris });
  expect([status, body.redirectUris, body.requirePkce]).toEqual([201, redirectUris, true]);
  for (const applicationType of ['web', 'spa'])
    expect((await create(service, { applicationType, redirectUris })).body.code).toBe('INVALID_REDIRECT_URI');
  for (const uri of ['vscode:#x', 'vscode-x:/callback'])
    expect((await create(service, { applicationType: 'native', redirectUris: [uri] })).status).toBe(400);
});
