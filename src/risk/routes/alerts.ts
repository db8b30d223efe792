import {
  type AlertPatch,
  createAlertRule,
  deleteAlertRule,
  findAlert,
  findAlertRule,
  listAlertRules,
  listAlerts,
  type NewAlertRule,
  type RuleWithChannels,
  updateAlert,
  updateAlertRule,
} from '../alerts.ts';
import { requireId } from '../../platform/list-filters.ts';
import type { WithoutMail } from '../channels/changing-channels.ts';
import { type CountTestMail, testAlertRule, type TestParts } from '../channels/testing.ts';
import type { Alert } from '../entities/alert.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewAlert, viewAlertRule } from '../views/alerts.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ReadBy } from '../../lib/read-by.ts';

interface Parts {
  vault: Vault;
  outgoing: Outgoing;
  mail: TestParts['mail'];
  baseUrl: () => string;
  wired: { withoutMail: WithoutMail; countTestMail: CountTestMail };
}

export const routes = ({
  vault,
  outgoing,
  mail,
  baseUrl,
  wired: { withoutMail, countTestMail },
}: Parts): Handlers<'alerts'> => ({
  async listAlerts({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listAlerts', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireId('ruleId', 'alr', filter.ruleId);
    requireId('identityId', 'idn', filter.identityId);
    const found = await listAlerts(tx, filter, sort, window);
    return ok({ data: found.rows.map(viewAlert), pagination: pagination(found) });
  },

  async getAlert({ path, tx }) {
    return shownAlert(await findAlert(tx, path.id), tx);
  },

  async updateAlert({ path, body, tx, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<AlertPatch, typeof body>;
    const { alert, changes } = await updateAlert(tx, path.id, body, { ifMatch });
    attempt.changes = changes;
    return shownAlert(alert, tx);
  },

  async listAlertRules({ query, tx }) {
    const { page, limit } = query;
    const { rules, total } = await listAlertRules(tx, { limit, offset: offsetOf(page, limit) });
    return ok({
      data: rules.map(({ rule, channels }) => viewAlertRule(rule, channels)),
      pagination: pageOf(page, limit, total),
    });
  },

  async createAlertRule({ body, tx, caller, attempt }) {
    body satisfies ReadBy<NewAlertRule, typeof body>;
    const { changes, ...rule } = await createAlertRule(tx, body, caller, { vault, outgoing, withoutMail });
    // The audit log says where alerts go from the beginning.
    if (changes.length > 0) attempt.changes = changes;
    const { body: view, headers } = await shownRule(rule, tx);
    return created(view, headers);
  },

  async getAlertRule({ path, tx }) {
    return shownRule(await findAlertRule(tx, path.id), tx);
  },

  async updateAlertRule({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { changes, ...rule } = await updateAlertRule(tx, path.id, body, caller, {
      ifMatch,
      parts: { vault, outgoing, withoutMail },
    });
    attempt.changes = changes;
    return shownRule(rule, tx);
  },

  async testAlertRule({ path, tx, attempt }) {
    const { rule, channels } = await testAlertRule(tx, path.id, {
      vault,
      outgoing,
      mail,
      countTestMail,
      baseUrl: baseUrl(),
    });
    attempt.targetName = rule.name;
    return ok({ channels });
  },

  async deleteAlertRule({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteAlertRule(tx, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Alert rule deleted', id });
  },
});

const shownAlert = (alert: Alert, tx: Tx) => versioned(alert, tx, () => viewAlert(alert));
const shownRule = ({ rule, channels }: RuleWithChannels, tx: Tx) =>
  versioned(rule, tx, () => viewAlertRule(rule, channels));
