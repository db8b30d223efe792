import type { Pool } from 'pg';
import { named, numbered, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Artifact, ArtifactKey, ArtifactRow } from './oidc-artifacts.ts';

/** Guesses of one address in ten minutes. A user who copies a code from a screen needs one or two. */
const mostWrong = 5;

/**
 * Finds the device code of the code that a user typed. Wrong codes are counted by address. After five wrong codes, right
 * codes are refused, too, until ten minutes have passed since the first. The statement locks the row of the address, so
 * guesses at the same time count as if they came one after the other.
 */
export async function findDeviceCode(
  pool: Pool,
  orgId: string,
  aliasHash: Buffer,
  address: string,
): Promise<{ row: ArtifactRow | undefined; refused: boolean }> {
  const statement = named('find-device-code', find(shared(orgId), aliasHash, address));
  const { rows } = await pool.query<Partial<ArtifactRow> & { wrong: number }>(numbered(statement));
  const [found] = rows;
  const row = found?.idHash ? (found as ArtifactRow) : undefined;
  const wrong = found?.wrong ?? 0;
  return { row, refused: row ? wrong >= mostWrong : wrong > mostWrong };
}

const find = (orgId: Shared, aliasHash: Buffer, address: string): Sql => sql`
with found as (
  select payload, sealed, id_hash, consumed_at from oidc_artifacts
   where alias_hash = ${aliasHash}
     and ${withoutIndex(sql`org_id = ${orgId} and model = 'DeviceCode' and expires_at > now()`)}
), counted as (
  insert into oidc_user_code_tries as t (org_id, address, wrong, started_at)
  values (${orgId}, ${address}::inet, case when exists (select from found) then 0 else 1 end, now())
  on conflict (org_id, address) do update
     set wrong = case when t.started_at < now() - interval '10 minutes' then excluded.wrong
                      else t.wrong + excluded.wrong end,
         started_at = case when t.started_at < now() - interval '10 minutes' then now() else t.started_at end
  returning wrong
)
select counted.wrong, found.payload, found.sealed, found.id_hash as "idHash",
       extract(epoch from now() - found.consumed_at)::float8 as "consumedSecondsAgo",
       floor(extract(epoch from found.consumed_at))::float8 as "consumedAt"
  from counted left join found on true`;

/**
 * Notes that a device asked for its tokens. A device that asks too early must wait five seconds longer from then on
 * (RFC 8628 section 3.5).
 * @returns whether it was too early
 */
export async function pollDeviceCode(pool: Pool, key: ArtifactKey): Promise<boolean> {
  const { rows } = await pool.query<{ early: boolean }>(numbered(named('poll-device-code', poll(key))));
  return rows[0]?.early ?? false;
}

function poll(key: ArtifactKey): Sql {
  const [orgId, model, idHash] = [shared(key.orgId), shared(key.model), shared(key.idHash)];
  return sql`
with device as (
  select coalesce(polled_at > now() - poll_seconds * interval '1 second', false) as early from oidc_artifacts
   where org_id = ${orgId} and model = ${model} and id_hash = ${idHash} for no key update
)
update oidc_artifacts a
   set polled_at = now(), poll_seconds = least(a.poll_seconds + case when device.early then 5 else 0 end, 60)
  from device where a.org_id = ${orgId} and a.model = ${model} and a.id_hash = ${idHash}
returning device.early`;
}

/** Stores what a user answered to the question of a device. */
export async function decideDeviceCode(
  tx: Tx,
  { orgId, model, idHash }: ArtifactKey,
  { sealed, userId, grantId }: { sealed: Buffer } & Pick<Artifact, 'userId' | 'grantId'>,
): Promise<void> {
  await tx.run(sql`
update oidc_artifacts set sealed = decode(${sealed.toString('hex')}, 'hex'), user_id = ${userId}, grant_id = ${grantId}
 where org_id = ${orgId} and model = ${model} and id_hash = decode(${idHash.toString('hex')}, 'hex')`);
}
