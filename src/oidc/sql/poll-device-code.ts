import type { Pool } from 'pg';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/**
 * Notes that a device asked for its tokens. Whoever asks too early must wait five seconds longer from then on
 * (RFC 8628 section 3.5).
 * @returns whether it was too early
 */
export async function pollDeviceCode(pool: Pool, key: ArtifactKey): Promise<boolean> {
  const { rows } = await pool.query<{ early: boolean }>({
    name: 'poll-device-code',
    text,
    values: [key.orgId, key.model, key.idHash],
  });
  return rows[0]?.early ?? false;
}

const text = `
with device as (
  select coalesce(polled_at > now() - poll_seconds * interval '1 second', false) as early from oidc_artifacts
   where org_id = $1 and model = $2 and id_hash = $3 for no key update
)
update oidc_artifacts a
   set polled_at = now(), poll_seconds = least(a.poll_seconds + case when device.early then 5 else 0 end, 60)
  from device where a.org_id = $1 and a.model = $2 and a.id_hash = $3
returning device.early`;
