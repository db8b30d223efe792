import type {
  ConfigurationChange,
  ConfigurationKind,
  ConfigurationObject,
  ConfigurationPlan,
} from '../../../generated/types/types.gen.ts';
import type { FieldChange } from '../../lib/field-change.ts';
import { type Handlers, ok } from '../../operation.ts';
import type { Resources } from '../../platform/resources.ts';
import type { Vault } from '../../platform/vault.ts';
import {
  applyConfiguration,
  countsOf,
  exportConfiguration,
  planConfiguration,
  type Planned,
} from '../configuration.ts';
import { kindsOf } from '../kinds.ts';
import type { Change } from '../planning.ts';

export const routes = ({
  resources,
  vault,
}: {
  resources: Resources;
  vault: Vault;
}): Handlers<'configuration'> => {
  const kinds = kindsOf(resources);
  return {
    async exportConfiguration({ query, tx, caller, steps, bulk }) {
      const page = await exportConfiguration(tx, query, { caller, steps, bulk, kinds });
      return ok({
        data: page.objects as ConfigurationObject[],
        unreadable: page.unreadable as ConfigurationKind[],
        pagination: {
          limit: query.limit,
          hasMore: page.next !== undefined,
          ...(page.next === undefined ? {} : { nextCursor: page.next }),
        },
      });
    },

    async planConfiguration({ body, tx, caller, steps, bulk }) {
      const plan = await planConfiguration(tx, body, { caller, steps, bulk, kinds, vault });
      const denied = plan.changes.flatMap(({ refusal }) => (refusal?.status === 403 ? [refusal.code] : []));
      if (denied[0] !== undefined)
        await steps.noteDenied({
          action: 'config.plan',
          code: denied[0],
          changes: [...changesOf(plan), { field: 'denied', from: 0, to: denied.length }],
        });
      return ok(viewPlan(plan));
    },

    async applyConfiguration({ body, tx, caller, steps, bulk, attempt }) {
      const { fingerprint, ...asked } = body;
      const request = { caller, steps, bulk, kinds, vault };
      const done = await applyConfiguration(tx, asked, fingerprint, request);
      attempt.changes = changesOf(done);
      return ok(viewPlan(done));
    },
  };
};

/** Counts that say nothing of what changes. */
const quiet: ReadonlySet<string> = new Set(['unchanged', 'untried']);

/** Returns the counts of a plan for its audit row. */
const changesOf = (plan: Planned): FieldChange[] =>
  Object.entries(countsOf(plan))
    .filter(([name, count]) => count > 0 && !quiet.has(name))
    .map(([field, to]) => ({ field, from: 0, to }));

const viewPlan = (plan: Planned): ConfigurationPlan => ({
  fingerprint: plan.fingerprint,
  changes: plan.changes.map(viewChange),
  unreadable: plan.unreadable as ConfigurationKind[],
  counts: countsOf(plan),
});

const viewChange = ({ action, kind, key, known, desired, fields, refusal }: Change): ConfigurationChange => ({
  action,
  kind: kind.kind as ConfigurationKind,
  key,
  id: known?.id ?? null,
  at: desired?.at ?? null,
  adopts: known !== undefined && known.row === undefined,
  fields,
  refusal: refusal
    ? { status: refusal.status, code: refusal.code, message: refusal.message, details: refusal.details }
    : null,
});
