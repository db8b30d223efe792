import type { AuthConfigName } from '../../lib/auth-config.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { authConfig, changesBetween } from '../../users/auth-config.ts';
import { loosensAuthConfig } from '../../users/auth-config-loosening.ts';
import { mistakesOf } from '../../users/auth-config-rules.ts';
import { readAuthConfig, writeAuthConfig } from '../../users/sql/auth-config.ts';
import { record, restorer } from '../subjects.ts';
import { applied, erasedAmong, reasonOf, type Replay, toCompare } from './replay.ts';
import { settle } from './settling.ts';

/** Makes one of the objects of sign-in as strict as it was: for example, registration is closed again. */
export const replayAuthConfig =
  (name: AuthConfigName): Replay =>
  async (tx, _id, entries) => {
    const { orgId, now } = tenancyOf(tx);
    const lock = await lockTenant(tx, orgId);
    const config = { ...(await authConfig(tx))[name] };
    const { values, compare, last } = settle(config, entries, (changes) => loosensAuthConfig(name, changes));
    const done = [...compare, ...erasedAmong(entries)];
    if (!last) return done;
    const after = { ...config, ...values };
    // The command does not know the base URL, and it changes no field that depends on it without the others.
    const mistakes = mistakesOf(name, after, { baseUrl: 'https://localhost', knowsBreached: true });
    const wrong = Object.keys(values).find((field) => field in mistakes);
    if (wrong !== undefined) return [toCompare(last, `compare ${wrong}, which ${mistakes[wrong]}`), ...done];
    const { settings, version } = (await readAuthConfig(tx, orgId)).of(name);
    const row = { settings: { ...settings, ...values }, version: version + 1, updatedAt: now };
    await writeAuthConfig(tx, lock, name, { ...row, updatedBy: restorer.id });
    const changes = changesBetween(config, after);
    const { action, targetType } = last;
    await record(tx, { action, targetType, targetId: null, reason: reasonOf(last), changes });
    return [applied(last), ...done];
  };
