import { findIdentity } from '../../credentials/identities.ts';
import { identityActivity } from '../../credentials/sql/identities.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { type Handlers, ok } from '../../operation.ts';
import { rightSizeIdentity } from '../right-sizing.ts';
import { reportScopesOf } from '../scope-report.ts';
import { readUsage } from '../sql/usage.ts';
import { viewRightSizing, viewScopeReport } from '../views/usage.ts';

type Family = 'getIdentityActivity' | 'listUnusedScopes' | 'rightSizeIdentity';

export const routes = (): Pick<Handlers<'identities'>, Family> => ({
  async getIdentityActivity({ path, query, tx, caller }) {
    const { id: identityId } = await findIdentity(tx, path.id);
    const { lastActivityAt, credentialCount } = await identityActivity(tx, caller.orgId, identityId);
    return ok({
      identityId,
      lastActivityAt: lastActivityAt?.toISOString() ?? null,
      credentialCount,
      ...(await readUsage(tx, caller.orgId, { identityId }, query.days)),
    });
  },

  async listUnusedScopes({ path, query, tx }) {
    const { page, limit, windowDays } = query;
    const { id: identityId } = await findIdentity(tx, path.id);
    const window = { limit, offset: offsetOf(page, limit) };
    const { reports, total } = await reportScopesOf(tx, identityId, windowDays, window);
    return ok({
      identityId,
      windowDays,
      data: reports.map(viewScopeReport),
      pagination: pageOf(page, limit, total),
    });
  },

  async rightSizeIdentity({ path, body, tx, caller, attempt }) {
    const sized = await rightSizeIdentity(tx, path.id, body, caller);
    if (body.dryRun) attempt.reason = 'dry run';
    else {
      attempt.each = sized.narrowed.map(({ credential: { id, name }, changes }) => ({
        action: 'credential.update',
        targetId: id,
        targetName: name,
        changes,
      }));
    }
    return ok(viewRightSizing(path.id, body, sized));
  },
});
