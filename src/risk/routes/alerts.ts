import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type AlertPatch,
  createAlertRule,
  deleteAlertRule,
  findAlert,
  findAlertRule,
  listAlertRules,
  listAlerts,
  type NewAlertRule,
  updateAlert,
  updateAlertRule,
} from '../alerts.ts';
import { requireId } from '../../platform/list-filters.ts';
import type { Alert, AlertRule } from '../entities/alert.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewAlert, viewAlertRule } from '../views/alerts.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';

export const routes = (): Handlers<'alerts'> => ({
  async listAlerts({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listAlerts', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireId('ruleId', 'alr', filter.ruleId);
    requireId('identityId', 'idn', filter.identityId);
    const found = await listAlerts(em, filter, sort, window);
    return ok({ data: found.rows.map(viewAlert), pagination: pagination(found) });
  },

  async getAlert({ path, em }) {
    return shownAlert(await findAlert(em, path.id), em);
  },

  async updateAlert({ path, body, em, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<AlertPatch, typeof body>;
    const { alert, changes } = await updateAlert(em, path.id, body, { ifMatch });
    attempt.changes = changes;
    return shownAlert(alert, em);
  },

  async listAlertRules({ query, em }) {
    const { page, limit } = query;
    const { rules, total } = await listAlertRules(em, { limit, offset: offsetOf(page, limit) });
    return ok({ data: rules.map(viewAlertRule), pagination: pageOf(page, limit, total) });
  },

  async createAlertRule({ body, em, caller }) {
    body satisfies ReadBy<NewAlertRule, typeof body>;
    const { body: view, headers } = await shownRule(await createAlertRule(em, body, caller), em);
    return created(view, headers);
  },

  async getAlertRule({ path, em }) {
    return shownRule(await findAlertRule(em, path.id), em);
  },

  async updateAlertRule({ path, body, em, caller, attempt, sent: { ifMatch } }) {
    const { rule, changes } = await updateAlertRule(em, path.id, body, caller, { ifMatch });
    attempt.changes = changes;
    return shownRule(rule, em);
  },

  async deleteAlertRule({ path, em, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteAlertRule(em, path.id, { ifMatch });
    attempt.targetName = name;
    return ok({ message: 'Alert rule deleted', id });
  },
});

const shownAlert = (alert: Alert, em: EntityManager) => versioned(alert, em, () => viewAlert(alert));
const shownRule = (rule: AlertRule, em: EntityManager) => versioned(rule, em, () => viewAlertRule(rule));
