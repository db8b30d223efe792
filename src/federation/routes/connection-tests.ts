import { previewGiven } from '../connections/preview.ts';
import { createTest } from '../connections/test-sign-ins.ts';
import { viewConnectionPreview } from '../connections/views/preview.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import type { Quotas } from '../../platform/quotas.ts';

type Family = 'previewConnectionMapping' | 'createTestSignIn';

export const routes = ({
  baseUrl,
  quotas,
}: {
  baseUrl: () => string;
  quotas: Quotas;
}): Pick<Handlers<'federation'>, Family> => ({
  async previewConnectionMapping({ path, body, tx, caller }) {
    return ok(
      viewConnectionPreview(await previewGiven(tx, path.id, body, { caller, quotas, baseUrl: baseUrl() })),
    );
  },

  async createTestSignIn({ path, tx, caller, attempt }) {
    const { connection, token, expiresAt } = await createTest(tx, path.id);
    attempt.targetName = connection.name;
    const url = `${baseUrl()}/login/${caller.orgId}/test-sign-in/${token}`;
    return created({ url, expiresAt: expiresAt.toISOString() });
  },
});
