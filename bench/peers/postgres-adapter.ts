import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';

const table = `
create table if not exists artifacts (
  model text, id text, payload jsonb not null, grant_id text, uid text, user_code text, expires_at timestamptz,
  primary key (model, id)
);
create index if not exists artifacts_grant_id on artifacts (grant_id);
create index if not exists artifacts_uid on artifacts (uid);
create index if not exists artifacts_user_code on artifacts (user_code)`;

/** The adapter that the documentation of oidc-provider asks for: one table, and one statement for each call. */
export async function postgresAdapter(pool: Pool): Promise<(model: string) => Adapter> {
  await pool.query(table);
  return (model) => {
    const findBy = async (column: 'id' | 'uid' | 'user_code', value: string) => {
      const { rows } = await pool.query<{ payload: AdapterPayload }>({
        name: `find-${column}`,
        text: `select payload from artifacts
                where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        values: [model, value],
      });
      return rows[0]?.payload;
    };
    return {
      async upsert(id, payload, expiresIn) {
        await pool.query({
          name: 'upsert',
          text: `insert into artifacts (model, id, payload, grant_id, uid, user_code, expires_at)
                 values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
                 on conflict (model, id) do update
                    set payload = excluded.payload, expires_at = excluded.expires_at`,
          values: [model, id, payload, payload.grantId, payload.uid, payload.userCode, expiresIn ?? null],
        });
      },
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('user_code', code),
      async consume(id) {
        await pool.query({
          name: 'consume',
          text: `update artifacts
                    set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
                  where model = $1 and id = $2`,
          values: [model, id],
        });
      },
      async destroy(id) {
        await pool.query({
          name: 'destroy',
          text: 'delete from artifacts where model = $1 and id = $2',
          values: [model, id],
        });
      },
      async revokeByGrantId(grantId) {
        await pool.query({
          name: 'revoke',
          text: 'delete from artifacts where grant_id = $1',
          values: [grantId],
        });
      },
    };
  };
}
