import { Failure } from '../../failure.ts';
import { type MetadataField, type SetupProblem } from './pages/setup.ts';
import { type SamlDraft } from './setup-saml.ts';
import { utf8OfFile } from '../../lib/multipart.ts';

/**
 * The metadata that a form has, and its field: a file, a text, or an address. The first of them counts. The address is last,
 * because the form shows the one that is stored.
 * @returns no draft if the file is not UTF-8
 */
export function sentMetadata(sent: Record<MetadataField, string>): {
  field: MetadataField;
  draft?: SamlDraft;
} {
  if (sent.metadata_file !== '') {
    const metadataXml = utf8OfFile(sent.metadata_file);
    return { field: 'metadata_file', ...(metadataXml === undefined ? {} : { draft: { metadataXml } }) };
  }
  const metadataXml = sent.metadata_xml.trim();
  if (metadataXml !== '') return { field: 'metadata_xml', draft: { metadataXml } };
  return { field: 'metadata_url', draft: { metadataUrl: sent.metadata_url.trim() } };
}

const badMetadata = {
  metadata_file: 'badFile',
  metadata_xml: 'badXml',
  metadata_url: 'badMetadata',
} as const;

/** Turns a failure with metadata into the problem that the form shows; undefined for other failures. */
export function samlProblemOf(failure: unknown, field: MetadataField): SetupProblem | undefined {
  if (!(failure instanceof Failure)) return undefined;
  if (failure.code === 'QUOTA_EXCEEDED') return { text: 'noRoom' };
  if (failure.code === 'FEDERATION_CONN_FAILED') return { text: 'metadataUnreachable', field };
  if (failure.code !== 'VALIDATION_ERROR' || 'type' in failure.details) return undefined;
  return { text: badMetadata[field], field };
}

/** Turns a failure with the settings into the problem that the form shows; undefined for other failures. */
export function problemOf(failure: unknown, clientSecret: string): SetupProblem | undefined {
  if (!(failure instanceof Failure)) return undefined;
  if (failure.code === 'QUOTA_EXCEEDED') return { text: 'noRoom' };
  if (failure.code !== 'VALIDATION_ERROR' || 'type' in failure.details) return undefined;
  if ('issuer' in failure.details) return { text: 'badIssuer', field: 'issuer' };
  if ('clientId' in failure.details) return { text: 'badClientId', field: 'client_id' };
  return { text: clientSecret === '' ? 'noSecret' : 'badSecret', field: 'client_secret' };
}
