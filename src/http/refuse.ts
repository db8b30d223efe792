import { Failure, RateLimited } from '../failure.ts';
import type { Branding } from '../lib/auth-config.ts';
import type { Attempt } from '../operation.ts';
import type { Log } from '../platform/log.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import type { Denied } from '../platform/steps.ts';
import type { Orm } from '../platform/tx.ts';
import { recordRefusal } from './around.ts';
import { changeOf } from './change-request.ts';
import { isWithProof } from './bearer.ts';
import { challengeOf } from './challenges.ts';
import { failureOf, headersThrownUnder, refusalOf, tokenChallenge } from './failures.ts';
import { withHint } from './form-hints.ts';
import type { StoredAnswer } from './idempotency.ts';
import { brandingOf } from './page-failures.ts';
import type { RequestContext } from './request-context.ts';
import { writtenRefusal } from './written-refusal.ts';

/** A key that was refused for what it may not do. */
interface RefusedUse {
  orgId: string;
  credentialId: string;
  source: 'API';
  code: string;
  address: string;
}

/** The parts that a refusal takes. */
export interface RefusalParts {
  orm: Orm;
  log: Log;
  /** Is told of keys that were refused for what they may not do. */
  failed: { note: (use: RefusedUse) => void };
  /** Tells whether a caller was refused because it ends. The release before let such callers in. */
  isEnding: (thrown: unknown) => boolean;
  /** Says in short what a SCIM request asks, for the provisioning log. */
  askedOf: (method: string, body: unknown) => Attempt['asked'];
  /** Finds what the pages of a tenant look like; undefined when there is no such tenant. */
  findBranding: (orgId: string) => Promise<Branding | undefined>;
  baseUrl: () => string;
}

function noteRefusedUse(
  { caller, transport }: RequestContext,
  code: string,
  failed: RefusalParts['failed'],
): void {
  if (!caller || !('credentialId' in caller)) return;
  const { orgId, credentialId } = caller;
  failed.note({ orgId, credentialId, source: 'API', code, address: transport.address });
}

/** Leaves what a denied request leaves, for a request that succeeds and tells what was denied. */
export async function noteDenied(
  context: RequestContext,
  { action, code, changes }: Denied,
  { orm, failed }: Pick<RefusalParts, 'orm' | 'failed'>,
): Promise<void> {
  noteRefusedUse(context, code, failed);
  const change = changeOf(context);
  if (change) await recordRefusal(orm, { ...change, action, attempt: { changes } }, new Failure(code));
}

/** Makes the response of any thrown value. Refusals to a known caller are recorded before the response. */
export async function refuse(
  context: RequestContext,
  thrown: unknown,
  { orm, log, failed, isEnding, askedOf, findBranding, baseUrl }: RefusalParts,
): Promise<StoredAnswer & { headers: Record<string, string> }> {
  const { requestId, caller } = context;
  let failure = failureOf(thrown);
  if (failure.status === 403) noteRefusedUse(context, failure.code, failed);
  if (caller && isEnding(thrown))
    log.warn(
      { requestId, orgId: caller.orgId, operation: context.id, callerId: caller.actor.id },
      'refused a caller that ends, which the release before let in',
    );
  const change = changeOf(context);
  if (change) {
    if (context.errors === 'scim' && change.action !== undefined)
      change.attempt.asked ??= askedOf(context.method, context.body?.value);
    const of = { orgId: change.caller.orgId, operation: change.id };
    try {
      await onBehalfOf(of, () => recordRefusal(orm, change, failure));
    } catch (error) {
      // A fault that is known already says more than that it could not be recorded.
      if (failure.status < 500) failure = failureOf(error);
    }
  }
  // A server that a tenant chose is not the operator's business.
  const level = failure.status === 502 ? 'info' : 'error';
  if (failure.status >= 500 && failure.status !== 501)
    log[level]({ requestId, operation: context.id, err: failure.cause }, failure.code);
  failure = withHint(failure, context);
  const refusal = refusalOf(failure, requestId, baseUrl());
  if (failure.code === 'UNAUTHORIZED' && isWithProof(context.incoming))
    Object.assign(refusal.headers, tokenChallenge);
  const challenge = challengeOf(failure, context, {
    given: refusal.headers['WWW-Authenticate'],
    baseUrl: baseUrl(),
  });
  if (challenge !== undefined) refusal.headers['WWW-Authenticate'] = challenge;
  Object.assign(refusal.headers, headersThrownUnder(thrown));
  if (failure instanceof RateLimited) {
    context.standing = failure.standing;
    refusal.headers['Retry-After'] = String(failure.retryAfterSeconds);
  }
  const branding = context.errors.endsWith('page')
    ? await brandingOf(failure, context, findBranding)
    : undefined;
  return writtenRefusal(failure, context, refusal, branding);
}
