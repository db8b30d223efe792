import { Migration } from '@mikro-orm/migrations';

/** Users and groups are counted as they come and go, like identities and credentials (0013_quotas.ts, decision 0040). */
export class Migration0029UserQuotas extends Migration {
  override up(): void {
    this.addSql(kinds);
    this.addSql(counting);
    this.addSql(sums);
  }
}

// Not validated: the rows that stand there have kinds of the narrower list.
const kinds = `
alter table quota_deltas drop constraint quota_deltas_kind_check;
alter table quota_deltas add constraint quota_deltas_kind_check
  check (kind in ('identities', 'credentials', 'users', 'groups')) not valid;`;

const counted = (table: string): string => `
create trigger ${table}_count_new after insert on ${table}
  for each row execute function count_for_quota('${table}', '1');
create trigger ${table}_count_gone after delete on ${table}
  for each row execute function count_for_quota('${table}', '-1');`;

// Locked first: what is summed up below is what the triggers have not seen.
const counting = `
lock table users, groups in share row exclusive mode;
${counted('users')}
${counted('groups')}`;

const sums = `
insert into quota_deltas (org_id, kind, delta)
select org_id, 'users', count(*) from users group by org_id
union all
select org_id, 'groups', count(*) from groups group by org_id;`;
