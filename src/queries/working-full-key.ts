/**
 * Whether the credential `c` of the identity `i` is a key that works and carries every right: what must be left of a tenant's,
 * or nobody could manage it any more.
 */
export const workingFullKey = `'*' = any (c.scopes)
   and c.status = 'ACTIVE' and (c.expires_at is null or c.expires_at > now())
   and (c.max_usage_count is null or c.usage_count < c.max_usage_count)
   and i.status = 'ACTIVE' and (i.expires_at is null or i.expires_at > now())`;
