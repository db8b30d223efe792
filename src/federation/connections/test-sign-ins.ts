import { anonymousActor, type Origin, recordAudit } from '../../audit/audit.ts';
import { newId, isId } from '../../lib/id.ts';
import { hashSecret } from '../../lib/secret.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { requireRoom } from '../../platform/quotas.ts';
import type { Tx } from '../../platform/tx.ts';
import { newLinkToken } from '../../users/links/mailed-links.ts';
import { findBrowser } from '../../users/sessions/browsers.ts';
import type { UserQuota } from '../../users/quotas.ts';
import type { Claims } from './claims.ts';
import { lockConnection, requireComplete } from './connections.ts';
import type { Asked } from '../openid/dialogue.ts';
import type { SamlAsked } from '../openid/dialogues.ts';
import type { Connection } from './entities/connection.ts';
import type { UpstreamIdentity } from '../linking/identity.ts';
import { type AccountPreview, previewAccount } from './preview.ts';
import type { ConnectionTraceStep, TracedClaim } from './sql/federation-traces.ts';
import {
  addTest,
  beginTestRow,
  countTests,
  findTest,
  refuseTestRow,
  takeTestRow,
  type TestLink,
} from './sql/test-sign-ins.ts';
import { remarkOnName } from './saml-hints.ts';
import { traced, traceSignIn } from './traces.ts';
import type { SocialTrouble } from '../openid/trouble.ts';

/** Tests of a tenant that are not over. */
const mostOpen = 100;

/**
 * Creates the link of a test sign-in.
 * @returns the secret of its URL, which is shown once and never stored
 * @throws {Failure} CONNECTION_NOT_FOUND, CONNECTION_STATE_CONFLICT for a draft, QUOTA_EXCEEDED
 */
export async function createTest(
  tx: Tx,
  connectionId: string,
): Promise<{ connection: Connection; token: string; expiresAt: Date }> {
  const { orgId } = tenancyOf(tx);
  const { connection, lock } = await lockConnection(tx, connectionId, { ifMatch: undefined });
  requireComplete(connection);
  await requireRoom(lock, 'open test sign-ins', () => countTests(tx, orgId), mostOpen);
  const token = newLinkToken();
  const expiresAt = await addTest(tx, orgId, {
    id: newId('tst'),
    connectionId,
    tokenHash: hashSecret(token),
  });
  return { connection, token, expiresAt };
}

/** Finds the test of a link, without using the link up. */
export const testOf = (tx: Tx, token: string): Promise<TestLink | undefined> =>
  findTest(tx, tenancyOf(tx).orgId, hashSecret(token));

/** Uses a link up, for the browser that begins the test. */
export const beginTest = (tx: Tx, token: string, browserId: string): Promise<TestLink | undefined> =>
  beginTestRow(tx, tenancyOf(tx).orgId, { tokenHash: hashSecret(token), browserId });

/** Tells whether a state that came back is one of a test. Sign-ins and tests never take the states of each other. */
export const isTestState = (state: string): boolean => isId('tst', idIn(state));

const idIn = (state: string): string => state.split('.')[0] ?? '';

/** Why a response was not believed, before its browser came with a cookie. */
interface RefusedBefore {
  step: ConnectionTraceStep;
  reason: string;
  /** The request that wrote the trace. */
  requestId: string;
}

/**
 * Notes for the page of a test that its response was refused. Only who got the request knows the state.
 * @returns false if there is no such test under way
 */
export const refuseTest = (
  tx: Tx,
  at: { state: string; connectionId: string; refused: RefusedBefore },
): Promise<boolean> => refuseTestRow(tx, tenancyOf(tx).orgId, { id: idIn(at.state), ...at });

/** Finds the test that a state belongs to, and forgets it. It is good for one browser and one connection, once. */
export async function takeTest(
  tx: Tx,
  { token, state, connectionId }: { token: string | undefined; state: string; connectionId: string },
): Promise<TestDialogue | undefined> {
  const browser = await findBrowser(tx, token);
  if (!browser) return undefined;
  const asked = { id: idIn(state), connectionId, browserId: browser.id, state };
  return (await takeTestRow(tx, tenancyOf(tx).orgId, asked)) as TestDialogue | undefined;
}

type TestDialogue = (Asked | SamlAsked) & { refused?: RefusedBefore };

/** The result of a test. */
export interface TestResult {
  connection: Connection;
  /** Null if the identity provider did not say who the user is. */
  preview: AccountPreview | null;
  /** Null if a sign-in would have worked. */
  failure: { code: string; step: ConnectionTraceStep; reason: string } | null;
  /** Without secrets, as in traces. */
  claims: TracedClaim[];
  /** The request that the trace names. */
  reference: string;
}

/**
 * The user that the identity provider named, or the reason why there is none. `tracedAs` is the request that
 * has written the trace already.
 */
export type TestAnswer =
  | UpstreamIdentity
  | { trouble: SocialTrouble; step: ConnectionTraceStep; tracedAs?: string };

/**
 * Judges what a test brought back as a sign-in would, and changes nothing besides. It writes a trace and an audit entry. Values of
 * claims are stored only if a user here is known (docs/decisions/0070-test-sign-ins.md).
 */
export async function judgeTest(
  tx: Tx,
  connection: Connection,
  answer: TestAnswer,
  { quotas, origin, requestId }: { quotas: UserQuota; origin: Origin; requestId: string },
): Promise<TestResult> {
  const identity = 'trouble' in answer ? null : answer;
  const claims: Claims = identity?.claims ?? {};
  const preview = identity && (await previewAccount(tx, connection, claims, { identity, quotas }));
  const failure =
    'trouble' in answer
      ? { code: 'FEDERATION_CONN_FAILED', step: answer.step, reason: answer.trouble.message }
      : (preview?.refusal ?? null);
  const userId = preview?.user?.id;
  const tracedAs = 'trouble' in answer ? answer.tracedAs : undefined;
  if (tracedAs === undefined)
    await traceSignIn(tx, {
      connectionId: connection.id,
      requestId,
      verified: identity !== null,
      claims,
      isTest: true,
      ...(connection.type === 'SAML' && identity ? remarkOnName(identity.hint) : {}),
      ...(userId === undefined ? {} : { userId }),
      ...(failure && { failure }),
    });
  await recordAudit(tx, [
    {
      action: 'connection.test_sign_in',
      actor: anonymousActor,
      targetId: connection.id,
      targetName: connection.name,
      result: failure ? 'FAILURE' : 'SUCCESS',
      reason: failure ? `${failure.code}: ${failure.reason}` : (preview?.outcome ?? null),
      ...origin,
    },
  ]);
  return {
    connection,
    preview,
    failure,
    claims: traced(claims, true).claims,
    reference: tracedAs ?? requestId,
  };
}
