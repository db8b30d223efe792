import { type Vault, VaultError } from '../platform/vault.ts';
import type { AskedLogout } from './asked-logout.ts';
import type { AskedSignOn } from './asked-sign-on.ts';

/** A request that is kept until its user comes back, and its name. */
interface Kept<Asked> {
  orgId: string;
  id: string;
  asked: Asked;
}

const purposeOf = (id: string): string => `saml-asked:${id}`;

/** Seals what a message asked for. RelayState and the name of the user are then in no backup. */
export const sealAsked = (vault: Vault, { orgId, id, asked }: Kept<AskedSignOn | AskedLogout>): Buffer =>
  vault.seal(JSON.stringify(asked), orgId, purposeOf(id));

/** Opens what an AuthnRequest asked for. @returns undefined if its master key has been removed: the user starts again */
export const openSignOn = (vault: Vault, kept: Kept<Buffer>): AskedSignOn | undefined =>
  opened(vault, kept) as AskedSignOn | undefined;

/** The same for a LogoutRequest. */
export const openLogout = (vault: Vault, kept: Kept<Buffer>): AskedLogout | undefined =>
  opened(vault, kept) as AskedLogout | undefined;

function opened(vault: Vault, { orgId, id, asked }: Kept<Buffer>): unknown {
  try {
    return JSON.parse(vault.open(asked, orgId, purposeOf(id)));
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
