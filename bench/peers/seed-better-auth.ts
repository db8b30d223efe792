import { hash, randomBytes } from 'node:crypto';
import { withClient } from '../frame/with-client.ts';
import { cap } from '../frame/seed.ts';
import { keyCount, peopleCount } from './sizes.ts';

export const connectionId = 'bench';

export interface BetterAuthKeys {
  keys: string[];
  /** Keys with `remaining`. */
  capped: string[];
  /** Keys with `remaining` and a rate limit. */
  limited: string[];
}

/** Fills a migrated database. Its first user came over HTTP: the others are made from the rows of that one. */
export const seedBetterAuth = (ownerUrl: string): Promise<BetterAuthKeys> =>
  withClient(ownerUrl, async (owner) => {
    await owner.query(users, [peopleCount]);
    await owner.query(scimUsers, [peopleCount]);
    await owner.query(subjects, [peopleCount]);
    const insertKeys = async (remaining: number | null, limited: boolean): Promise<string[]> => {
      const made = Array.from({ length: keyCount }, () => randomBytes(32).toString('hex'));
      // The plugin keeps SHA-256 in base64url.
      const hashes = made.map((key) => hash('sha256', key, 'base64url'));
      await owner.query(keys, [hashes, remaining, limited, cap]);
      return made;
    };
    return {
      keys: await insertKeys(null, false),
      capped: await insertKeys(cap, false),
      limited: await insertKeys(cap, true),
    };
  });

/** The names of the users that test/support/many-people.ts makes. */
export const userName = (n: number): string => hash('md5', `u${n}`);

const users = `
insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
select 'user-' || n, md5('d' || n), md5('e' || n) || '@example.com', false, now(), now()
  from generate_series(1, $1::int) as n`;

/** A key of the plugin: SHA-256 in base64url over a JSON array. */
const scoped = (kind: string, value: string): string =>
  `translate(encode(sha256(convert_to('["${kind}","${connectionId}","' || ${value} || '"]', 'utf8')), 'base64'), '+/=', '-_')`;
const emails = `jsonb_build_array(jsonb_build_object('value', md5('e' || n) || '@example.com', 'type', 'work', 'primary', true))`;
const emailToken = `'|' || translate(encode(sha256(convert_to('["scim-email-value","' || md5('e' || n) || '@example.com"]', 'utf8')),
                                    'base64'), '+/=', '-_') || '|'`;

const scimUsers = `
insert into "scimUser"
select made.*
  from "scimUser" as template
 cross join generate_series(1, $1::int) as n
 cross join lateral jsonb_populate_record(template, jsonb_build_object(
   'id', 'scim-' || n,
   'userId', 'user-' || n,
   'connectionUserKey', ${scoped('scim-user', "'user-' || n")},
   'userName', md5('u' || n),
   'userNameKey', ${scoped('scim-user-name', "md5('u' || n)")},
   'primaryEmail', md5('e' || n) || '@example.com',
   'workEmailValueIndex', ${emailToken},
   'emailValueIndex', ${emailToken},
   'displayName', md5('d' || n),
   'formattedName', md5('d' || n),
   'givenName', md5('f' || n),
   'familyName', md5('l' || n),
   'serializedEmails', (${emails})::text,
   'serializedAttributes', jsonb_build_object(
     'schemas', jsonb_build_array('urn:ietf:params:scim:schemas:core:2.0:User'),
     'name', jsonb_build_object('formatted', md5('d' || n), 'givenName', md5('f' || n), 'familyName', md5('l' || n)),
     'emails', ${emails})::text,
   'externalId', md5('x' || n),
   'externalIdKey', ${scoped('scim-user-external-id', "md5('x' || n)")},
   'active', n % 20 <> 0,
   'orderKey', lpad(n::text, 15, '0') || ':' || md5('o' || n)
 )) as made`;

const subjects = `
insert into "scimSubject" (id, "userId", "profileSourceId", revision, "createdAt", "updatedAt")
select 'subject-' || n, 'user-' || n, 'scim-' || n, 2, now(), now() from generate_series(1, $1::int) as n`;

const keys = `
insert into apikey (id, "configId", name, start, "referenceId", key, enabled, "rateLimitEnabled", "rateLimitTimeWindow",
                    "rateLimitMax", "requestCount", remaining, "createdAt", "updatedAt")
select gen_random_uuid(), 'default', 'key ' || n, 'bench_', 'user-' || n, hash, true, $3, 86400000, $4, 0, $2, now(), now()
  from unnest($1::text[]) with ordinality as given (hash, n)`;
