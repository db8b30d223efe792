import type {
  ConfigurationChange,
  ConfigurationKind,
  ConfigurationObject,
  ConfigurationPlan,
} from '../../../generated/types/types.gen.ts';
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
    async exportConfiguration({ query, tx, caller, steps }) {
      const page = await exportConfiguration(tx, query, { caller, steps, kinds });
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
      return ok(viewPlan(await planConfiguration(tx, body, { caller, steps, bulk, kinds, vault })));
    },

    async applyConfiguration({ body, tx, caller, steps, bulk, attempt }) {
      const { fingerprint, ...asked } = body;
      const request = { caller, steps, bulk, kinds, vault };
      const done = await applyConfiguration(tx, asked, fingerprint, request);
      attempt.changes = Object.entries(countsOf(done))
        .filter(([name, count]) => count > 0 && name !== 'unchanged')
        .map(([field, to]) => ({ field, from: 0, to }));
      return ok(viewPlan(done));
    },
  };
};

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
