import { mostDocumentUrl } from './strangers.ts';

/** Why a client ID metadata document is not used. Pages say each in plain words (`pages/document-problem.ts`). */
export const documentProblems = [
  // The address
  'NOT_HTTPS',
  'NO_PATH',
  'FRAGMENT',
  'DOT_SEGMENTS',
  'USER_INFORMATION',
  'UNUSUAL_FORM',
  'TOO_LONG',
  'HOST_NOT_ALLOWED',
  // The answer of the host
  'UNREACHABLE',
  'PRIVATE_ADDRESS',
  'TOO_SLOW',
  'TOO_LARGE',
  'REDIRECTED',
  'STATUS',
  'NOT_JSON',
  // The document
  'OTHER_CLIENT_ID',
  'SECRET',
  'METHOD',
  'KEYS',
  'NO_REDIRECTS',
  'REDIRECT',
  'LOOPBACK',
  'GRANTS',
  'FIELD',
  // Our side
  'NO_ROOM',
] as const;

export type DocumentProblem = (typeof documentProblems)[number];

/** Whether a `client_id` can only be meant as the address of a document: no id of ours has a scheme. */
export const looksLikeAddress = (clientId: string): boolean => /^https?:/i.test(clientId);

/**
 * Says what is wrong with the address of a document (draft-ietf-oauth-client-id-metadata-document, section 3).
 * @param clientId one that {@link looksLikeAddress}
 * @returns undefined for an address that `isDocumentUrl` takes
 */
export function problemOfAddress(clientId: string): DocumentProblem | undefined {
  if (clientId.length > mostDocumentUrl) return 'TOO_LONG';
  if (!clientId.startsWith('https://')) return 'NOT_HTTPS';
  if (clientId.includes('#')) return 'FRAGMENT';
  const [authority = '', ...path] = clientId.slice('https://'.length).split('/');
  if (authority.includes('@')) return 'USER_INFORMATION';
  if (path.length === 0) return 'NO_PATH';
  const [beforeQuery = ''] = path.join('/').split('?', 1);
  const segments = beforeQuery.replaceAll(/%2e/gi, '.').split('/');
  if (segments.some((one) => one === '.' || one === '..')) return 'DOT_SEGMENTS';
  return URL.parse(clientId)?.href === clientId && /^[!-~]+$/.test(clientId) ? undefined : 'UNUSUAL_FORM';
}
