import { type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { changeDocumentSettings, findDocumentSettings } from '../document-settings.ts';
import { viewDocumentSettings } from '../views/document-settings.ts';

export const routes = (): Pick<
  Handlers<'oidc-clients'>,
  'getOidcClientMetadata' | 'updateOidcClientMetadata'
> => ({
  async getOidcClientMetadata({ tx }) {
    const found = await findDocumentSettings(tx);
    return ok(viewDocumentSettings(found), { ETag: etagOf(found.version) });
  },

  async updateOidcClientMetadata({ tx, body, caller, sent: { ifMatch }, attempt }) {
    const { after, changes } = await changeDocumentSettings(tx, body, ifMatch, caller);
    attempt.changes = changes;
    return ok(viewDocumentSettings(after), { ETag: etagOf(after.version) });
  },
});
