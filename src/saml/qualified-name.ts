import { nameIdFormats } from '../saml-messages/names.ts';
import type { NameId } from '../saml-messages/read/header.ts';

/** Names that follow from our own state say whose they are (SAML core sections 8.3.7 and 8.3.8). */
export function qualified(name: NameId, { issuer, entityId }: { issuer: string; entityId: string }): NameId {
  if (name.format !== nameIdFormats.persistent && name.format !== nameIdFormats.transient) return name;
  return { ...name, nameQualifier: issuer, spNameQualifier: entityId };
}
