import { tenancyOf } from '../platform/entities/owned.ts';
import { systemActor } from '../platform/grants.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';
import type { Read, ReadDocument } from './document-reading.ts';
import { allowsHost } from './document-setting.ts';
import { findDocumentSettings } from './document-settings.ts';
import { OidcClient } from './entities/oidc-client.ts';
import { changeStranger } from './stranger-changes.ts';
import { makeRoomForStranger } from './strangers-quota.ts';
import { strangerScopes, strangerSettings } from './strangers.ts';

/** For how long a document that cannot be read again serves refreshes, from its end on. */
const staleMs = 24 * 3_600_000;

/**
 * Keeps a document as the row of its client, as it is from now on. A client that is another one now loses its consents (`changeStranger`).
 * @returns false if the tenant has no room for another client
 */
export async function keepDocument(tx: Tx, url: string, { client: wanted, seconds }: Read): Promise<boolean> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const freshUntil = new Date(now.getTime() + seconds * 1_000);
  const times = {
    documentFreshUntil: freshUntil,
    documentStaleUntil: new Date(freshUntil.getTime() + staleMs),
    documentTriedAt: now,
  };
  const known = await tx.findOne(OidcClient, { id: url }, { filters: { administered: false } });
  if (known) {
    Object.assign(known, times);
    const changes = await changeStranger(tx, known, wanted, {
      action: 'oidc_client_document.change',
      actor: systemActor,
    });
    if (changes.length === 0) await tx.flush();
    return true;
  }
  if (!(await makeRoomForStranger(tx, lock))) return false;
  tx.create(OidcClient, {
    ...strangerSettings(),
    ...wanted,
    ...times,
    id: url,
    origin: 'METADATA_DOCUMENT',
    description: null,
    // A browser would ask the host of a stranger for the picture before its user has allowed anything.
    logoUri: null,
    scopes: [...strangerScopes],
    refreshReuseWindow: 0,
    createdBy: null,
  });
  await tx.flush();
  return true;
}

/**
 * Reads the document of a client again, if the tenant still allows its host. A document that cannot be used changes nothing: what is known of
 * the client ends in time.
 */
export async function rereadDocument(
  url: string,
  {
    orgId,
    readDocument,
    within,
  }: { orgId: string; readDocument: ReadDocument; within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
): Promise<void> {
  const { setting } = await within(findDocumentSettings);
  if (!allowsHost(setting, new URL(url).host)) return;
  const read = await readDocument({ orgId, url, loopbackRedirects: setting.loopbackRedirects });
  if ('problem' in read) return;
  await within(async (tx) => {
    const known = await tx.findOne(OidcClient, { id: url }, { filters: { administered: false } });
    // It may have been removed meanwhile, because it was not used.
    if (known) await keepDocument(tx, url, read);
  });
}
