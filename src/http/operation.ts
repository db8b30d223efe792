import type { EntityManager } from '@mikro-orm/postgresql';
import type { Families, Operations, operations } from '../../generated/operations.ts';
import type { GetReadinessErrors } from '../../generated/types/types.gen.ts';
import type { MailAbility } from '../domain/invitations.ts';
import type { Quotas } from '../domain/quotas.ts';
import type { SecretUses } from '../domain/verifications.ts';

export type OperationId = keyof Operations;

/** Who is calling: the credential behind the API key, and where it calls from. */
export interface Caller {
  orgId: string;
  environment: 'live' | 'test';
  credentialId: string;
  credentialName: string;
  identityId: string;
  identityName: string;
  scopes: readonly string[];
  /** The presented secret; only to derive keys from, never to store or log. */
  secret: string;
}

/** What a handler tells the audit row of its attempt (decisions 6.4); the wrapper knows the rest. */
export interface Attempt {
  targetId?: string;
  targetName?: string;
  reason?: string | null;
  changes?: { field: string; from: unknown; to: unknown }[];
}

/** What operations of the contract itself need from the process. */
export interface Service {
  document: { object: Record<string, unknown>; yaml: string };
  health: () => Promise<{ status: 'ok' | 'failing'; checks: Record<string, string> }>;
}

type Part<Id extends OperationId, Name extends 'body' | 'path' | 'query'> = NonNullable<
  Operations[Id]['data'][Name]
>;
/** Fields that have a default in the contract are always there. */
type Filled<T, Names extends PropertyKey> = Omit<T, Names & keyof T> & Required<Pick<T, Names & keyof T>>;

/** What a handler gets: a validated request, the caller, and an entity manager of its own tenant. */
export interface Call<Id extends OperationId> {
  body: Filled<Part<Id, 'body'>, Operations[Id]['bodyDefaults']>;
  path: Part<Id, 'path'>;
  query: Filled<Part<Id, 'query'>, Operations[Id]['queryDefaults']>;
  caller: (typeof operations)[Id]['secured'] extends true ? Caller : undefined;
  em: EntityManager;
  /** Postgres's time: of the transaction in operations that write, of the authentication in others. */
  now: Date;
  /** The client's address. */
  address: string;
  /** The If-Match header; see checkVersion. */
  ifMatch: string | undefined;
  attempt: Attempt;
  uses: SecretUses;
  quotas: Quotas;
  mail: MailAbility;
  service: Service;
}

type Answers<Responses> = {
  [Status in keyof Responses]: { status: Status; body: Responses[Status]; headers?: Record<string, string> };
}[keyof Responses];

/** What a handler returns: a success response of its operation. Only readiness answers a failure by itself. */
export type Reply<Id extends OperationId> =
  | Answers<Operations[Id]['responses']>
  | (Id extends 'getReadiness' ? Answers<Pick<GetReadinessErrors, 503>> : never);

/** The handlers of one family: one function per operation of the tag. */
export type Handlers<Family extends keyof Families> = {
  [Id in Families[Family]]: (call: Call<Id>) => Promise<Reply<Id>>;
};

export const ok = <Body>(body: Body, headers?: Record<string, string>) =>
  headers ? { status: 200 as const, body, headers } : { status: 200 as const, body };

export const created = <Body>(body: Body, headers?: Record<string, string>) =>
  headers ? { status: 201 as const, body, headers } : { status: 201 as const, body };
