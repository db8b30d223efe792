import { previewGiven } from '../federation/connections/preview.ts';
import { createTest } from '../federation/connections/test-sign-ins.ts';
import { viewConnectionPreview } from '../federation/connections/views/preview.ts';
import { created, type Handlers, ok } from '../operation.ts';

type Family = 'previewConnectionMapping' | 'createTestSignIn';

export const federationTests: Pick<Handlers<'federation'>, Family> = {
  async previewConnectionMapping({ path, body, em, caller, quotas, baseUrl }) {
    return ok(viewConnectionPreview(await previewGiven(em, path.id, body, { caller, quotas, baseUrl })));
  },

  async createTestSignIn({ path, em, caller, baseUrl, attempt }) {
    const { connection, token, expiresAt } = await createTest(em, path.id);
    attempt.targetName = connection.name;
    const url = `${baseUrl}/login/${caller.orgId}/test-sign-in/${token}`;
    return created({ url, expiresAt: expiresAt.toISOString() });
  },
};
