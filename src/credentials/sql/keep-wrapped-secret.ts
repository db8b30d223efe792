import type { EntityManager } from '@mikro-orm/postgresql';

export interface WrappedSecret {
  tokenHash: Buffer;
  /** The operationId of the call that answered it. */
  operation: string;
  resourceType: string;
  resourceId: string;
  sealed: Buffer;
  seconds: number;
}

/** Keeps a secret in the transaction of the change that made it. */
export async function keepWrappedSecret(
  em: EntityManager,
  orgId: string,
  { tokenHash, operation, resourceType, resourceId, sealed, seconds }: WrappedSecret,
): Promise<void> {
  await em.execute(text, [orgId, tokenHash, operation, resourceType, resourceId, sealed, seconds]);
}

const text = `
insert into wrapped_secrets (org_id, token_hash, operation, resource_type, resource_id, sealed, created_at, expires_at)
values (?, ?, ?, ?, ?, ?, now(), now() + ? * interval '1 second')`;
