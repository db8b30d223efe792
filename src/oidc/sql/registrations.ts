import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import type { RegistrationTemplate } from '../registration-rules.ts';

/** The facts about a registered client beside its settings. */
export interface Registration {
  clientId: string;
  /** The rules for the client; null without an initial access token. */
  template: RegistrationTemplate | null;
}

/** Writes the registration of a new client. */
export async function insertRegistration(
  tx: Tx,
  orgId: string,
  {
    clientId,
    template,
    tokenHash,
    initialAccessTokenId,
  }: Registration & {
    tokenHash: Buffer;
    initialAccessTokenId: string | null;
  },
): Promise<void> {
  const written = template && JSON.stringify(template);
  await tx.run(sql`
insert into oidc_client_registrations (org_id, client_id, token_hash, template, initial_access_token_id)
values (${orgId}, ${clientId}, decode(${tokenHash.toString('hex')}, 'hex'), ${written}::jsonb, ${initialAccessTokenId})`);
}

/** Finds the registration of a client by its registration access token. */
export const findRegistration = (
  tx: Tx,
  orgId: string,
  { clientId, tokenHash }: { clientId: string; tokenHash: Buffer },
): Promise<Registration | undefined> =>
  tx.row<Registration>(sql`
select client_id as "clientId", template from oidc_client_registrations
 where org_id = ${orgId} and client_id = ${clientId} and token_hash = decode(${tokenHash.toString('hex')}, 'hex')`);

/** Gives a registration another registration access token. The one before ends. */
export async function renewRegistrationToken(
  tx: Tx,
  orgId: string,
  { clientId, tokenHash }: { clientId: string; tokenHash: Buffer },
): Promise<void> {
  await tx.run(sql`
update oidc_client_registrations set token_hash = decode(${tokenHash.toString('hex')}, 'hex')
 where org_id = ${orgId} and client_id = ${clientId}`);
}

/** Ends the registration access token of a client. @returns whether there was one */
export const forgetRegistrationToken = (tx: Tx, orgId: string, clientId: string): Promise<boolean> =>
  tx.has(sql`
update oidc_client_registrations set token_hash = null
 where org_id = ${orgId} and client_id = ${clientId} and token_hash is not null returning client_id`);
