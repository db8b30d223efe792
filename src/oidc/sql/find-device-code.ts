import type { Pool } from 'pg';
import type { ArtifactRow } from './find-oidc-artifact.ts';

/** Guesses of one address in ten minutes; whoever copies a code from a screen needs one or two. */
const mostWrong = 5;

/**
 * The device code behind what somebody typed in. Wrong ones are counted by their address, and after five of them right ones
 * are refused, too, until ten minutes have passed since the first. The row of the address is locked in between, so that
 * guesses at the same time count as if they came one after the other.
 */
export async function findDeviceCode(
  pool: Pool,
  orgId: string,
  aliasHash: Buffer,
  address: string,
): Promise<{ row: ArtifactRow | undefined; refused: boolean }> {
  const { rows } = await pool.query<Partial<ArtifactRow> & { wrong: number }>({
    name: 'find-device-code',
    text,
    values: [orgId, aliasHash, address],
  });
  const [found] = rows;
  const row = found?.idHash ? (found as ArtifactRow) : undefined;
  const wrong = found?.wrong ?? 0;
  return { row, refused: row ? wrong >= mostWrong : wrong > mostWrong };
}

const text = `
with found as (
  select payload, sealed, id_hash, consumed_at from oidc_artifacts
   where org_id = $1 and model = 'DeviceCode' and alias_hash = $2 and expires_at > now()
), counted as (
  insert into oidc_user_code_tries as t (org_id, address, wrong, started_at)
  values ($1, $3::inet, case when exists (select from found) then 0 else 1 end, now())
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
