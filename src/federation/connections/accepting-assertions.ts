import { type Origin, recordAudit } from '../../audit/audit.ts';
import type { Jwt } from '../../lib/jwt.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { nameOf } from '../../users/directory/users.ts';
import { User } from '../../users/directory/entities/user.ts';
import { enforcement } from '../linking/enforcement.ts';
import { isAllowedAfter } from '../linking/federated-groups.ts';
import { identityFrom, type UpstreamIdentity } from '../linking/identity.ts';
import { linkOf } from '../linking/people.ts';
import { saysTwoFactors } from '../linking/strength.ts';
import { type AssertionTerms, termsOf } from '../openid/identity-assertions.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { readUpstream, signatureBy, skewSeconds } from '../openid/upstream-jwts.ts';
import { keyClient } from './connection-client.ts';
import { Connection } from './entities/connection.ts';
import { failureOf } from './trace-reasons.ts';
import { type SignInTrace, traceSignIn } from './traces.ts';

type Failed = NonNullable<SignInTrace['failure']>;

/** An assertion that a client presents. */
export interface PresentedAssertion {
  text: string;
  /** The issuer of the tenant, which is the audience. */
  audience: string;
  /** The client that has authenticated. */
  client: { id: string; name: string };
  origin: Origin & { requestId: string };
}

/** An assertion whose user may sign in by the connection. */
export interface AcceptedAssertion extends AssertionTerms {
  userId: string;
  connectionId: string;
  /** The proofs of the user as a sign-in by the connection has them. */
  amr: string[];
  /** Null if the identity provider does not say. */
  authTime: Date | null;
  /** How long tokens may last that come of the connection, in seconds; null for as long as others. */
  mostSeconds: number | null;
}

/** The parts of the process that accepting needs. */
export interface AssertionSite {
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  outgoing: Pick<Outgoing, 'send'>;
  /** Remembers a name until a time in seconds since 1970. @returns whether it is new */
  useOnce: (used: { issuer: string; jti: string; until: number }) => Promise<boolean>;
}

/** An assertion that is not accepted. */
export interface RefusedAssertion {
  /** The reason, as the client reads it. */
  refusal: string;
}

/** The state of one acceptance, for the audit log and the trace. */
interface Progress {
  presented: PresentedAssertion;
  jwt?: Jwt;
  connection?: Connection;
  verified: boolean;
  userId?: string;
}

/** The client does not learn why a user is refused. The trace says it. */
const userRefused =
  'the user of the assertion may not use this client now; the traces of the connection say why';

/**
 * Verifies an identity assertion of a connection that is trusted for assertions, and finds its user by the link of the account. An address
 * never finds a user here. Writes an audit row and a trace, whether the assertion is accepted or not. Must not be called in a transaction.
 * @param judge judges the user and the client, after all else and before the assertion counts as used; returns why the user is refused
 */
export async function acceptAssertion(
  site: AssertionSite,
  presented: PresentedAssertion,
  judge: (accepted: AcceptedAssertion) => Promise<Failed | undefined>,
): Promise<AcceptedAssertion | RefusedAssertion> {
  const progress: Progress = { presented, verified: false };
  const refuse = async (failure: Failed, refusal: string): Promise<RefusedAssertion> => {
    await site.within((tx) => record(tx, progress, failure));
    return { refusal };
  };
  const wrong = (reason: string) =>
    refuse({ step: 'TOKEN', reason: `The assertion ${reason}` }, `the assertion ${reason}`);

  const jwt = readUpstream(presented.text, 'identity assertion');
  if (typeof jwt === 'string') return wrong(jwt);
  progress.jwt = jwt;
  const found = await site.within((tx) => trustedConnection(tx, jwt.claims['iss']));
  if (!found) return wrong('has an iss that is not trusted for assertions');
  const { connection, now } = found;
  progress.connection = connection;
  const { audience, client } = presented;
  const terms = termsOf(jwt, { issuer: connection.issuer ?? '', audience, clientId: client.id, now });
  if (typeof terms === 'string') return wrong(terms);
  const signature = await signatureBy(jwt.text, keyClient(connection), site.outgoing);
  if (signature === 'unavailable')
    return wrong('cannot be verified now, because the keys of the issuer cannot be read');
  if (signature === 'wrong') return wrong('has a signature that no key of the issuer verifies');
  progress.verified = true;
  const identity = identityIn(connection, jwt);
  if (identity instanceof SocialTrouble)
    return refuse({ step: 'CLAIMS', reason: identity.message }, userRefused);

  const user = await site.within((tx) => userOf(tx, connection.id, identity));
  if (user.userId !== undefined) progress.userId = user.userId;
  if ('failure' in user) return refuse(user.failure, userRefused);
  const isStrong = user.trustMfa && saysTwoFactors(identity);
  const accepted: AcceptedAssertion = {
    ...terms,
    userId: user.userId,
    connectionId: connection.id,
    amr: isStrong ? ['fed', 'mfa'] : ['fed'],
    authTime: identity.authTime,
    mostSeconds: user.mostSeconds,
  };
  const failure = await judge(accepted);
  if (failure) return refuse(failure, userRefused);
  const used = {
    issuer: `${connection.id} `,
    jti: terms.jti,
    until: Math.ceil(terms.expiresAt) + skewSeconds,
  };
  if (!(await site.useOnce(used))) return wrong('was used before; get another one');
  await site.within((tx) => record(tx, progress, undefined));
  return accepted;
}

/** Tells whether a connection is trusted for assertions now. */
export const isTrustedForAssertions = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.count(Connection, { id, ...trusted })) > 0;

const trusted = { type: 'OIDC', status: 'ACTIVE', acceptAssertions: true } as const;

async function trustedConnection(
  tx: Tx,
  issuer: unknown,
): Promise<{ connection: Connection; now: Date } | undefined> {
  if (typeof issuer !== 'string') return undefined;
  const connection = await tx.findOne(Connection, { issuer, ...trusted });
  return connection ? { connection, now: tenancyOf(tx).now } : undefined;
}

function identityIn(connection: Connection, { claims }: Jwt): UpstreamIdentity | SocialTrouble {
  try {
    return identityFrom(connection, claims);
  } catch (error) {
    if (error instanceof SocialTrouble) return error;
    throw error;
  }
}

/** A user who may sign in by a connection, and the settings of the connection as they are now. */
interface MaySignIn {
  userId: string;
  trustMfa: boolean;
  mostSeconds: number | null;
}

/** Finds the user of an account by its link, and judges what a sign-in by the connection would judge. Changes nothing. */
async function userOf(
  tx: Tx,
  connectionId: string,
  { key }: UpstreamIdentity,
): Promise<MaySignIn | { userId: string | undefined; failure: Failed }> {
  const connection = await tx.findOne(Connection, { id: connectionId, ...trusted }, { refresh: true });
  if (!connection) return { userId: undefined, failure: failureOf('CONNECTION_DISABLED') };
  const link = await linkOf(tx, connection, { subject: key });
  if (!link) return { userId: undefined, failure: notLinked };
  const { userId } = link;
  const user = await tx.findOne(User, { id: userId });
  if (user?.statusAt(tenancyOf(tx).now) !== 'ACTIVE') return { userId, failure: failureOf('NOT_ACTIVE') };
  // Claims of an assertion change no membership: those that the last sign-in left count.
  const unchanged = { wanted: [], joins: [], leaves: [] };
  if (!(await isAllowedAfter(tx, connection, unchanged, userId)))
    return { userId, failure: failureOf('NOT_ALLOWED') };
  const enforced = await enforcement.ofUser(tx, userId);
  if (enforced && !enforced.connections.some(({ id }) => id === connection.id))
    return { userId, failure: failureOf('CONNECTION_ENFORCED') };
  return { userId, trustMfa: connection.trustMfa, mostSeconds: connection.maxSessionSeconds };
}

const notLinked: Failed = {
  step: 'LINKING',
  reason: 'The account of the assertion has no user: the user must sign in by the connection once',
};

/** Writes what became of an assertion. */
async function record(
  tx: Tx,
  { presented: { client, origin }, jwt, connection, verified, userId }: Progress,
  failure: Failed | undefined,
): Promise<void> {
  const user = userId === undefined ? null : await tx.findOne(User, { id: userId });
  const about = user
    ? { targetType: 'user', targetId: user.id, targetName: nameOf(user).userName }
    : { targetType: 'oidc_client', targetId: client.id, targetName: client.name };
  const by = connection ? `${connection.name} (${connection.id})` : undefined;
  const reason = [by, failure?.reason].filter((text) => text !== undefined).join(': ');
  await recordAudit(tx, [
    {
      action: 'oidc_assertion.accept',
      actor: { type: 'OIDC_CLIENT', ...client },
      ...about,
      result: failure ? 'FAILURE' : 'SUCCESS',
      reason,
      ...origin,
    },
  ]);
  if (!connection) return;
  await traceSignIn(tx, {
    connectionId: connection.id,
    requestId: origin.requestId,
    verified,
    claims: jwt?.claims ?? {},
    ...(userId === undefined ? {} : { userId }),
    ...(failure ? { failure } : {}),
    remark: `An identity assertion, presented by the client ${client.name} (${client.id})`,
  });
}
