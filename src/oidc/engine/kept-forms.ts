import { randomBytes } from 'node:crypto';
import { PayloadTooLarge } from '../../failure.ts';
import { readJwt } from '../../lib/jwt.ts';
import { createAdapter } from './adapter.ts';
import { fits, mostPacked } from './packed.ts';
import type { EngineForm, EngineParts, TenantSettings } from './parts.ts';
import { allowsHost, type DocumentSetting } from '../document-setting.ts';
import { isDocumentUrl } from '../strangers.ts';

/**
 * Forms that a client has a browser post to us. The cookies of ours do not come along with them, so they are kept, and the
 * browser comes back by GET, which brings them (OpenID Connect Core section 3.1.2.1 asks for both).
 */
export interface KeptForms {
  /**
   * Stores a form for ten minutes, sealed.
   * @returns its name, which is random; undefined if the form names a client that does not exist, or names none
   * @throws {PayloadTooLarge}
   */
  keep: (form: EngineForm) => Promise<string | undefined>;
  /** @returns what was kept, as a query; undefined for what is not there any more */
  find: (name: string) => Promise<string | undefined>;
}

/** Longer than a browser takes to come back. A user who reloads the page later starts again. */
const seconds = 600;

/** The parameters that the GET of the same path reads (`openapi/paths/oidc-protocol.yaml`). */
const parameters = {
  '/authorize': [
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'state',
    'nonce',
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'max_age',
    'acr_values',
    'login_hint',
    'domain_hint',
    'id_token_hint',
    'claims',
    'resource',
    'request',
    'request_uri',
    'dpop_jkt',
    'ui_locales',
  ],
  '/end-session': [
    'id_token_hint',
    'post_logout_redirect_uri',
    'client_id',
    'state',
    'logout_hint',
    'ui_locales',
  ],
} as const;

/** Where forms are kept. */
export type KeptAt = keyof typeof parameters;

/** Drops the fields that nothing reads later. One of them may be a secret of the client. */
export const worthKeeping = (form: EngineForm, path: KeptAt): EngineForm =>
  Object.fromEntries(
    parameters[path].flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])),
  );

/** The fields of a form as the query of an address. */
export const queryOf = (form: EngineForm): string =>
  new URLSearchParams(
    Object.entries(form).flatMap(([field, said]) =>
      [said ?? []].flat().map((one): [string, string] => [field, one]),
    ),
  ).toString();

export function keptForms(
  { orgId, documents }: Pick<TenantSettings, 'orgId' | 'documents'>,
  parts: Pick<EngineParts, 'pool' | 'sealer' | 'saveToken' | 'trail' | 'tenants'>,
): KeptForms {
  const adapter = createAdapter(orgId, 'KeptForm', parts);
  return {
    async keep(form) {
      // The request has no key. It costs disk space only if it names a client of the tenant.
      if (!namesDocument(documents, form) && !(await namesClient(orgId, form, parts))) return undefined;
      const name = randomBytes(32).toString('base64url');
      const kept = { query: queryOf(form) };
      if (!fits(JSON.stringify(kept))) throw new PayloadTooLarge(mostPacked);
      await adapter.upsert(name, kept, seconds);
      return name;
    },
    async find(name) {
      const kept = await adapter.find(name);
      return typeof kept?.['query'] === 'string' ? kept['query'] : undefined;
    },
  };
}

/** Returns whether a form names its client: by its id, or by an ID token that was issued to the client. */
export const saysClient = (form: EngineForm): boolean =>
  form['client_id'] !== undefined || form['id_token_hint'] !== undefined;

/** Whether a form names a client whose metadata document the tenant reads, when its user has signed in. */
const namesDocument = (documents: DocumentSetting, { client_id: clientId }: EngineForm): boolean =>
  typeof clientId === 'string' && isDocumentUrl(clientId) && allowsHost(documents, new URL(clientId).host);

/** Looks up the client that a form names. The ID token is not verified here; the engine verifies it when it answers. */
async function namesClient(
  orgId: string,
  { client_id: clientId, id_token_hint: hint }: EngineForm,
  { tenants }: Pick<EngineParts, 'tenants'>,
): Promise<boolean> {
  const audience: unknown = typeof hint === 'string' ? readJwt(hint)?.claims['aud'] : undefined;
  const named = clientId ?? [audience].flat()[0];
  return typeof named === 'string' && (await tenants.client(orgId, named)) !== undefined;
}
