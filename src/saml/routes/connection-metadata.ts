import { encryptionCertificate } from '../../federation/connections/encryption-keys.ts';
import { spMetadata } from '../../federation/connections/sp-metadata.ts';
import { describedConnection } from '../../federation/setup-links/setup-saml.ts';
import { Failure } from '../../failure.ts';
import type { Handlers } from '../../operation.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Vault } from '../../platform/vault.ts';
import { openSamlKey, samlKeys } from '../saml-keys.ts';

interface Parts {
  baseUrl: () => string;
  findTenantOfConnection: (id: string) => Promise<Tenant | undefined>;
  vault: Vault;
}

/** The metadata of a connection has certificates of the SAML keys, which are of this room. */
export const routes = ({
  baseUrl,
  findTenantOfConnection,
  vault,
}: Parts): Pick<Handlers<'federation'>, 'getSamlConnectionMetadata'> => ({
  async getSamlConnectionMetadata(call) {
    const { path, inTenant } = call;
    const tenant = await findTenantOfConnection(path.id);
    if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
    await call.limits.client(tenant.orgId, path.id);
    const { connection, key, certificates } = await inTenant(tenant, async (tx) => {
      const found = await describedConnection(tx, path.id);
      const keys = await samlKeys(tx, vault);
      const [active] = keys;
      if (!active) throw new Error(`the tenant ${tenant.orgId} has no SAML key`);
      return {
        connection: found,
        key: await openSamlKey(tx, vault, active),
        certificates: {
          signing: keys.filter(({ status }) => status !== 'RETIRED').map(({ certificate }) => certificate),
          encryption: [await encryptionCertificate(tx, vault)],
        },
      };
    });
    const body = spMetadata(connection, baseUrl(), certificates, { ...key, algorithm: 'rsa-sha256' });
    const headers = { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' };
    return { status: 200, body, headers, cookies: [] };
  },
});
