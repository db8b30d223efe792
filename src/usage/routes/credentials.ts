import { findCredential } from '../../credentials/credentials.ts';
import { type Handlers, ok } from '../../operation.ts';
import { cleanUpCredentials } from '../clean-up-credentials.ts';
import { readUsage } from '../sql/usage.ts';
import { viewCleanUp } from '../views/usage.ts';

export const routes = (): Pick<Handlers<'credentials'>, 'getCredentialUsage' | 'cleanUpCredentials'> => ({
  async getCredentialUsage({ path, query, tx, caller }) {
    const { id, usageCount, maxUsageCount, lastUsedAt } = await findCredential(tx, path.id);
    return ok({
      credentialId: id,
      usageCount,
      maxUsageCount,
      remainingUses: maxUsageCount === null ? null : Math.max(0, maxUsageCount - usageCount),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      ...(await readUsage(tx, caller.orgId, { credentialId: id }, query.days)),
    });
  },

  async cleanUpCredentials({ body, tx, caller, attempt }) {
    const cleanedUp = await cleanUpCredentials(tx, body, caller);
    if (body.dryRun) attempt.reason = 'dry run';
    else {
      attempt.reason = body.reason ?? null;
      const action = body.action === 'SUSPEND' ? 'credential.suspend' : 'credential.revoke';
      attempt.each = cleanedUp.done.map(({ id, name }) => ({ action, targetId: id, targetName: name }));
    }
    return ok(viewCleanUp(body, cleanedUp));
  },
});
