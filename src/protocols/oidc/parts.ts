import type { JWK } from 'jose';
import type { Pool } from 'pg';
import type { OidcClientRow } from '../../queries/find-oidc-client.ts';

/** A scope that a tenant made itself, and what its claims are filled from. */
export interface CustomScope {
  name: string;
  claims: readonly { claim: string; source: string }[];
}

/** What an instance of the engine is built from. Another version is another instance. */
export interface TenantSettings {
  orgId: string;
  version: number;
  /** Private keys; of those with one algorithm the first signs, all verify and are published. */
  keys: readonly JWK[];
  scopes: readonly CustomScope[];
}

/** Where settings and clients come from. Every request asks for the version, so none sees settings of before it began. */
export interface TenantSource {
  /** @returns undefined where there is no such tenant */
  version: (orgId: string) => Promise<number | undefined>;
  load: (orgId: string) => Promise<TenantSettings>;
  /** @returns undefined for one that is not there or is disabled */
  client: (orgId: string, clientId: string) => Promise<OidcClientRow | undefined>;
}

/** Somebody who has signed in with this browser. */
export interface Login {
  id: string;
  userId: string;
  amr: string[];
  authTime: Date;
}

/** Seals what would let its reader act for somebody. */
export interface Sealer {
  seal: (text: string, orgId: string, purpose: string) => Buffer;
  open: (sealed: Buffer, orgId: string, purpose: string) => string;
}

/** What a page of the engine is asked to show. */
export type EnginePage =
  | { name: 'device'; action: string; xsrf: string; userCode: string; error: DeviceError | undefined }
  | {
      name: 'device-confirm';
      action: string;
      xsrf: string;
      userCode: string;
      client: ShownClient;
      place: Place;
    }
  | { name: 'device-done' }
  | { name: 'logout'; action: string; xsrf: string; client: ShownClient | undefined }
  | { name: 'logged-out' }
  | { name: 'form-post'; action: string; fields: readonly (readonly [name: string, value: string])[] }
  | { name: 'error'; status: number; error: string; code: string };

export type DeviceError = 'none' | 'unknown' | 'expired' | 'used' | 'aborted' | 'too-many' | 'failed';

export interface ShownClient {
  id: string;
  name: string;
  logoUri: string | null;
}

/** Where a device asked for its code. */
export type Place = {
  address: string;
  userAgent: string;
};

/** What one request brings that the engine does not read from it. */
export interface Visit {
  /** The client's address, behind whatever proxies are trusted. */
  address: string;
  /** The token of the browser (src/domain/login-sessions.ts). */
  browserToken: string | undefined;
  requestId: string;
  /** What a person typed or was sent, for the page that asks for a user code. */
  userCode: string;
  /** The name of the form that was kept, where one stands for the query. */
  form: string | undefined;
  /** Makes a page of ours, in the language of the person. */
  page: (page: EnginePage) => Promise<string>;
}

/** That somebody is signed out, for one client; all of it ids. */
export interface ClientLogout {
  userId: string;
  clientId: string;
  /** Of the person's session at the client, as its ID tokens said. */
  sid: string;
}

/** The fields of a form by their names; lists are those that may be sent several times, as the contract says. */
export type EngineForm = Readonly<Record<string, string | string[] | undefined>>;

export interface EngineParts {
  pool: Pool;
  sealer: Sealer;
  /** The public origin; every address we give out is built from it. */
  baseUrl: () => string;
  tenants: TenantSource;
  login: (orgId: string, browserToken: string) => Promise<Login | undefined>;
  /** Signs a browser out of a tenant. */
  endLogin: (orgId: string, loginId: string) => Promise<void>;
  /** Has a client told of a logout, soon. */
  logoutDue: (orgId: string, logout: ClientLogout) => Promise<void>;
  /** The guarded way out, for keys of clients and for telling them of a logout. */
  fetch: typeof globalThis.fetch;
  /** A fault of ours. */
  failed: (error: unknown, requestId: string | undefined) => void;
}
