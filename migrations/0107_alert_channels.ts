import { Migration } from '@mikro-orm/migrations';

/** Channels of alert rules (docs/decisions/0121). */
export class Migration0107AlertChannels extends Migration {
  override up(): void {
    this.addSql(`
-- A place that the alerts of a rule are sent to. Callers write and remove it with the rule. The task that sends writes its figures.
create table alert_channels (
  org_id text collate "C" not null,
  id text collate "C" not null,
  rule_id text collate "C" not null,
  -- The place in the list of the rule.
  place integer not null,
  type text not null check (type in ('EMAIL', 'SLACK', 'TEAMS', 'PAGERDUTY')),
  host varchar(253),
  region text check (region in ('US', 'EU')),
  -- The sealed URL of Slack and Teams, or the sealed routing key of PagerDuty. It lets everybody who has it write into the channel.
  target bytea,
  user_ids text[] not null default '{}',
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_error text collate "C",
  -- The hour in which alerts were last sent, how many in it, and how many were left out since they were last told of.
  hour timestamptz,
  sent integer not null default 0,
  more integer not null default 0,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, rule_id) references alert_rules (org_id, id) on delete cascade,
  check ((type = 'EMAIL') = (target is null))
) with (fillfactor = 70);
-- The channels of a rule. The foreign key finds them as well when the rule is deleted.
create index alert_channels_of_rule on alert_channels (org_id, rule_id, place);
`);
  }
}
