import { tenancyOf } from '../../platform/entities/owned.ts';
import type { ListPage, Window } from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';
import { Failure } from '../../failure.ts';
import { pack } from '../../saml-messages/packed.ts';
import { type Redacted, withoutPersonal } from '../../saml-messages/redact.ts';
import type { Claims } from './claims.ts';
import { Connection } from './entities/connection.ts';
import {
  type ConnectionTraceOutcome,
  type ConnectionTraceRow,
  type ConnectionTraceStep,
  listConnectionTraces,
  type TracedClaim,
  writeConnectionTrace,
} from './sql/federation-traces.ts';

/** The outcome of a sign-in by a connection. */
export interface SignInTrace {
  connectionId: string;
  /** The id of the request, which the page of the user shows. */
  requestId: string;
  /** Whether the identity provider vouched for the user. Anybody can cause other traces, which have room of their own. */
  verified: boolean;
  /** The claims that were received, if any. */
  claims?: Claims;
  /** Whether some claims are not known any more. */
  isShortened?: boolean;
  /** The message of a SAML identity provider. */
  message?: Redacted | null;
  /** Values about persons are stored only if they are about this user. They are erased with the user. */
  userId?: string;
  /** Absent after a success. The reason holds nothing of what was sent. */
  failure?: { step: ConnectionTraceStep; reason: string };
  /** A sentence about an unusual sign-in, without a full stop. It holds nothing of what was sent. */
  remark?: string;
  /** Whether it was a test sign-in. */
  isTest?: boolean;
}

/**
 * Writes a trace, in the transaction of the caller. It must commit, also when the sign-in failed. Tokens, codes, state and nonce
 * are never stored (docs/decisions/0067-control-of-connections.md).
 */
export async function traceSignIn(tx: Tx, trace: SignInTrace): Promise<void> {
  const { connectionId, requestId, verified, claims = {}, userId, failure, message, isTest = false } = trace;
  const said = [failure?.reason, trace.remark].filter((text) => text !== undefined);
  const about = traced(claims, userId !== undefined);
  const left = mostBytes - Buffer.byteLength(JSON.stringify(about.claims));
  const packed = message && pack(userId === undefined ? withoutPersonal(message) : message, left);
  await writeConnectionTrace(tx, tenancyOf(tx).orgId, connectionId, {
    verified,
    outcome: failure ? 'FAILED' : 'SUCCESS',
    step: failure?.step ?? null,
    reason: said.length === 0 ? null : said.join('. '),
    requestId,
    userId: userId ?? null,
    claims: about.claims,
    truncated: about.truncated || trace.isShortened === true || packed?.isTruncated === true,
    message: packed?.bytes ?? null,
    test: isTest,
  });
}

/** Lists the traces of a connection, the newest first. @throws {Failure} CONNECTION_NOT_FOUND */
export async function tracesOf(
  tx: Tx,
  connectionId: string,
  filter: { outcome?: ConnectionTraceOutcome; reference?: string },
  window: Window,
): Promise<ListPage<ConnectionTraceRow>> {
  if ((await tx.count(Connection, { id: connectionId })) === 0) throw new Failure('CONNECTION_NOT_FOUND');
  return listConnectionTraces(tx, tenancyOf(tx).orgId, connectionId, filter, window);
}

const mostClaims = 100;
const mostOfName = 100;
const mostOfValue = 256;
/** A request without a key stores 8 KB (decision 0039), and writes other rows, too. */
const mostBytes = 7 * 1024;
const mostBytesOfClaims = 5 * 1024;

/** Claims that say nothing about a person. */
const impersonal: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'azp',
  'exp',
  'iat',
  'nbf',
  'auth_time',
  'acr',
  'amr',
  'email_verified',
  'hd',
  'tid',
  'xms_edov',
]);

/** Claims whose values prove something elsewhere, or link the user to a session. */
const secret =
  /^(?:nonce|jti|sid|session_state|state|code|(?:at|c|s)_hash)$|token|secret|password|assertion/i;

/** A signed or encrypted token, which a value may hold. */
const tokenForm = /eyJ[\w-]{6,}\.[\w-]*\./;

/** Takes from claims what a trace may keep. */
export function traced(
  claims: Claims,
  mayBePersonal: boolean,
): { claims: TracedClaim[]; truncated: boolean } {
  const kept: TracedClaim[] = [];
  let bytes = 0;
  let truncated = false;
  for (const [name, value] of Object.entries(claims)) {
    const isStorable = (mayBePersonal || impersonal.has(name)) && !secret.test(name);
    const text = isStorable ? textOf(value) : null;
    const one = { name: cut(name, mostOfName), value: text === null ? null : cut(text, mostOfValue) };
    const isCut = one.name !== name || one.value !== text;
    bytes += Buffer.byteLength(JSON.stringify(one));
    truncated ||= isCut;
    if (kept.length >= mostClaims || bytes > mostBytesOfClaims) return { claims: kept, truncated: true };
    kept.push(one);
  }
  return { claims: kept, truncated };
}

/** @returns null for a value that holds a token */
function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return tokenForm.test(text) ? null : text.toWellFormed();
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
