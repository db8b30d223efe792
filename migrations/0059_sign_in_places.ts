import { Migration } from '@mikro-orm/migrations';

/** Where users sign in from, for the risk of their next sign-ins. */
export class Migration0059SignInPlaces extends Migration {
  override up(): void {
    this.addSql(places);
  }
}

// One row for each user, so that sign-ins do not make a table grow. countries maps a country to the time of the last sign-in
// from there. No column but the key is indexed, so that a sign-in writes no index (HOT).
const places = `
create table sign_in_places (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  countries jsonb not null default '{}',
  latitude double precision,
  longitude double precision,
  located_at timestamptz(3),
  last_seen_at timestamptz(3) not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
  check ((located_at is null) = (latitude is null) and (located_at is null) = (longitude is null))
) with (fillfactor = 70);`;
