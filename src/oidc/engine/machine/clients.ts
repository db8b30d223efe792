import type { Client, Provider } from 'oidc-provider';
import { memo } from '../../../lib/memo.ts';
import type { OidcClientRow } from '../../sql/oidc-clients.ts';
import type { DocumentSetting } from '../../document-setting.ts';
import { type KnownScopes, mayAct, metadataOf, settingsOf } from '../clients.ts';
import { makeClient } from '../patches.ts';
import type { Found, ReadAhead } from '../read-ahead.ts';

/** A client that may act: its row, and what the engine makes of it. */
export interface KnownClient {
  row: OidcClientRow;
  client: Client;
  /** The scopes that it may ask for, without those of resources. */
  scopes: ReadonlySet<string>;
}

/** As many as the engine keeps of an instance. */
const mostKept = 100;

/**
 * Makes clients of rows. A client is kept by the text of its row, and the text is read for each request, so a change is seen by the
 * next request. @returns undefined for a client that is disabled or blocked, and for one that the engine would refuse
 */
export function knownClients(
  provider: Provider,
  known: KnownScopes,
  documents: DocumentSetting,
): (ahead: ReadAhead, clientId: string) => KnownClient | undefined {
  const kept = memo<KnownClient | undefined>(mostKept);
  const make = ({
    read,
  }: NonNullable<Found<{ read: () => OidcClientRow }>['row']>): KnownClient | undefined => {
    const row = read();
    const client = mayAct(row, documents) ? makeClient(provider, metadataOf(row, known)) : undefined;
    return client && { row, client, scopes: new Set(settingsOf(client).ownScopes) };
  };
  return (ahead, clientId) => {
    const row = ahead.client(clientId)?.row;
    return row && kept(row.text, () => make(row));
  };
}
