import { findBacktest, startBacktest } from '../backtests.ts';
import { draftOf } from '../drafts.ts';
import type { NewAccessPolicy } from '../policies.ts';
import { listDecisions } from '../sql/access-decisions.ts';
import { accessDays } from '../sql/access-policy-days.ts';
import { viewBacktest } from '../views/backtests.ts';
import { type Sight, viewDecision } from '../views/decisions.ts';
import type { Selection } from '../../judge/types.ts';
import { holds } from '../../../lib/scope.ts';
import { type Handlers, ok } from '../../../operation.ts';
import { requireAlso } from '../../../platform/grants.ts';
import { viewsInTurn } from '../../../platform/heavy-work.ts';
import { periodOf, timesOf } from '../../../platform/list-filters.ts';
import { askedPage } from '../../../platform/paging.ts';

type Family = 'listAccessDecisions' | 'getAccessStats' | 'startAccessBacktest' | 'getAccessBacktest';

const sightOf = ({ scopes }: { scopes: readonly string[] }): Sight => ({
  users: holds(scopes, 'directory.read'),
  identities: holds(scopes, 'identities.read'),
});

const isNamed = ({ include, exclude }: Selection): boolean => include.length + exclude.length > 0;

export const routes = (): Pick<Handlers<'conditional-access'>, Family> => ({
  async listAccessDecisions({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listAccessDecisions', caller.orgId], query);
    // The number of rows about a user or an identity tells about them too.
    if (rest.userId !== undefined) requireAlso(caller, 'directory.read');
    if (rest.identityId !== undefined) requireAlso(caller, 'identities.read');
    const { from, to, ...equal } = rest;
    const filter = { ...equal, ...timesOf({ from, to }) };
    const found = await listDecisions(tx, caller.orgId, filter, window);
    const sight = sightOf(caller);
    const data = await viewsInTurn(caller.orgId, found.rows, (row) => viewDecision(row, sight));
    return ok({ data, pagination: pagination(found) });
  },

  async getAccessStats({ query, tx, caller }) {
    return ok({ days: await accessDays(tx, caller.orgId, query.policyId) });
  },

  async startAccessBacktest({ body, tx, caller, attempt }) {
    const draft = draftOf(body.policy as NewAccessPolicy);
    // The counts of a draft that names users or identities tell about them.
    const { users, groups, identities } = draft.conditions;
    if (isNamed(users) || isNamed(groups)) requireAlso(caller, 'directory.read');
    if (isNamed(identities)) requireAlso(caller, 'identities.read');
    const period = periodOf(body);
    const backtest = await startBacktest(tx, { ...period, draft, inPlaceOf: body.inPlaceOf }, caller);
    attempt.targetId = backtest.id;
    attempt.targetName = draft.name;
    return { status: 202, body: viewBacktest(backtest, sightOf(caller)) };
  },

  async getAccessBacktest({ path, tx, caller }) {
    return ok(viewBacktest(await findBacktest(tx, path.id), sightOf(caller)));
  },
});
