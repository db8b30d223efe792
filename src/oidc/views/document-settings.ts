import type { OidcClientMetadata } from '../../../generated/types/types.gen.ts';
import type { DocumentSettings } from '../document-settings.ts';

/** Shows which client ID metadata documents are read. */
export const viewDocumentSettings = ({
  setting: { mode, allowedHosts, loopbackRedirects },
  updatedAt,
  updatedBy,
}: DocumentSettings): OidcClientMetadata => ({
  mode,
  allowedHosts: [...allowedHosts],
  loopbackRedirects,
  updatedAt: updatedAt?.toISOString() ?? null,
  updatedBy,
});
