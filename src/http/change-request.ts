import type { Failure } from '../failure.ts';
import type { AnyApiCaller, Attempt, Caller, OperationId, OperatorCaller } from '../operation.ts';
import type { KeyHolder } from './idempotency.ts';
import type { RequestContext, Facts } from './request-context.ts';
import { type WantedWrap, wantedWrap } from './wrapping.ts';

/** One use of an Idempotency-Key, and what makes its request the same as an earlier one. */
export interface UsedKey {
  caller: KeyHolder;
  key: string;
  path: string;
  body: Uint8Array | undefined;
}

/** A request of a known caller, as the steps around its handler read it. */
export interface ChangeRequest {
  id: OperationId;
  facts: Facts;
  /** The action of the audit row, `credential.rotate`; undefined for an operation that owes none. */
  action: string | undefined;
  caller: Caller;
  /** Postgres's time when the caller was authenticated. */
  now: Date;
  requestId: string;
  address: string;
  userAgent: string | undefined;
  /** The first value in the path. It is recorded only if it is an id, because audit rows are never deleted. */
  pathId: string | undefined;
  attempt: Attempt;
  dryRun: boolean;
  /** Undefined where the answer is not to be wrapped. */
  wrap: WantedWrap | undefined;
  usedKey: UsedKey | undefined;
  /** Why it was refused. */
  failure?: Failure;
}

/** @returns undefined where the caller or the operation is unknown */
export function changeOf(context: RequestContext): ChangeRequest | undefined {
  const { id, facts, caller, now, path, requestId, transport, attempt } = context;
  if (!id || !facts || !caller || !now) return undefined;
  const wrap = wantedWrap(context);
  return {
    id,
    facts,
    action: facts.transaction === null ? undefined : (facts.audit ?? undefined),
    caller,
    now,
    requestId,
    address: transport.address,
    userAgent: context.incoming['user-agent'],
    pathId: facts.errors === 'scim' ? path['id'] : Object.values(path)[0],
    attempt,
    dryRun: context.dryRun,
    wrap,
    usedKey: usedKeyOf(context, wrap),
  };
}

function usedKeyOf(
  { facts, caller, rawPath, body, incoming }: RequestContext,
  wrap: WantedWrap | undefined,
): UsedKey | undefined {
  const key = facts?.idempotent ? incoming['idempotency-key'] : undefined;
  if (typeof key !== 'string' || !caller || !('secret' in caller)) return undefined;
  // A request with another wrap time, or without one, is another request. A request for a wrap token never gets a stored secret.
  const wrapped = wrap ? `\0x-wrap-ttl:${wrap.seconds}` : '';
  const holder = holderOf(caller);
  const { orgId, secret } = caller;
  return { caller: { orgId, holder, secret }, key, path: rawPath + wrapped, body: body?.bytes };
}

const holderOf = (caller: AnyApiCaller | OperatorCaller): string => {
  if ('loginId' in caller) return caller.grantId ?? caller.loginId;
  return 'operatorKeyId' in caller ? caller.operatorKeyId : caller.credentialId;
};
