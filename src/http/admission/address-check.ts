import { Failure, RateLimited, type Standing } from '../../failure.ts';
import type { NamedDocument } from '../../operation.ts';
import { type Asking, type BucketName, bucketNameOf, hashOfClient, type Named, nameOf } from './buckets.ts';
import type { Gate } from '../gate.ts';
import { proofIn } from './known-proofs.ts';
import { type Bucket, strangerOf } from './limits.ts';
import type { Facts, RequestContext } from '../request-context.ts';

// How requests of strangers are counted, and who gets in when strangers at the same address have spent a bucket (docs/decisions/0096, 0107).

/** Machines ask for health on a timer, and health must answer when all else fails. */
export const isUnlimited = (
  { facts }: Pick<RequestContext, 'facts'>,
  { config }: Pick<Gate, 'config'>,
): boolean => config.rateLimitPerMinute === 0 || facts?.counted === 'none';

const isCountedByClient = ({ facts }: Pick<RequestContext, 'facts'>): boolean => facts?.counted === 'client';

export function checkAddress(context: RequestContext, gate: Gate): void | Promise<void> {
  if (isUnlimited(context, gate)) return;
  try {
    gate.buckets[bucketNameOf(context)].strangers.check(askingIn(context));
  } catch (error) {
    return passSpent(context, gate, error);
  }
  if (!context.facts?.secured && !isCountedByClient(context))
    return countAddress(context, gate).catch((error: unknown) => passSpent(context, gate, error));
}

/** Lets a request go on though its address has spent its requests, if it comes from a known caller. Otherwise throws the refusal. */
function passSpent(context: RequestContext, gate: Gate, refusal: unknown): void | Promise<void> {
  const { facts } = context;
  if (!(refusal instanceof RateLimited) || !facts) throw refusal;
  if (facts.secured) {
    if (passesAsCaller(context, gate)) return;
    throw refusal;
  }
  if (hasProofInBody(facts)) {
    context.spent = refusal;
    return;
  }
  return passAsVisitor(context, gate, refusal);
}

/** A caller of the API that may be good is looked up, as long as the address may cause look-ups. */
function passesAsCaller(context: RequestContext, { howKnown, lookUps }: Gate): boolean {
  const caller = howKnown(context);
  if (caller !== 'possible') return caller === 'known';
  context.lookedUp = lookUps.callers.take(strangerOf(context.transport.address), context.started);
  return context.lookedUp;
}

/** Whether a secret is read from the body. Such a request is refused after its body was read. */
const hasProofInBody = ({ counted, errors }: Facts): boolean =>
  counted === 'token' || (counted === 'client' && errors === 'oauth');

async function passAsVisitor(context: RequestContext, gate: Gate, refusal: RateLimited): Promise<void> {
  const { known } = gate.buckets[bucketNameOf(context)];
  const { errors, path } = context;
  if (errors.endsWith('page')) {
    const userId = await gate.browsers.userOf(context, path['orgId']);
    if (userId === undefined) throw refusal;
    context.standing = await countIn(known, userId);
    return;
  }
  const owner = ownerOfProof(context, gate);
  if (owner !== undefined) context.standing = await countIn(known, owner);
  else if (!takesLookUp(context, gate)) throw refusal;
}

/** Judges a request whose address has spent its requests, when its body was read. */
export function checkSpentAddress(context: RequestContext, gate: Gate): void {
  const { spent } = context;
  if (spent && ownerOfProof(context, gate) === undefined && !takesLookUp(context, gate)) throw spent;
}

/** The name of the proof of a request, if this node has let it in. */
function ownerOfProof(context: RequestContext, { proofs }: Gate): string | undefined {
  const name = proofIn(context)?.name;
  return name !== undefined && proofs.has(name, context.started) ? name : undefined;
}

/** Whether the proof of a request is looked up, because it is new or because it is a guess. */
function takesLookUp(context: RequestContext, { lookUps }: Gate): boolean {
  if (context.lookedUp) return true;
  if (!proofIn(context)?.mayBeGood()) return false;
  context.lookedUp = lookUps.proofs.take(strangerOf(context.transport.address), context.started);
  return context.lookedUp;
}

/** Remembers a proof that was good, and forgets a proof that was refused with 401. */
export function noteProof(context: RequestContext, gate: Gate, status: number): void {
  if (context.facts?.secured || isUnlimited(context, gate)) return;
  const proof = proofIn(context);
  if (!proof) return;
  if (status < 400) {
    if (proof.name !== undefined) gate.proofs.note(proof.name, proof.orgId, context.started);
    if (context.lookedUp) gate.lookUps.proofs.giveBack(strangerOf(context.transport.address));
  } else if (status === 401 && proof.name !== undefined) gate.proofs.forget(proof.name);
}

/**
 * Counts a request of a client that its handler has told us of. A client that proves to be known has requests of its own.
 *
 * @throws {RateLimited} when it is one too many
 */
export async function countClient(
  context: RequestContext,
  gate: Gate,
  { orgId, clientId }: Named,
  bucket: Extract<BucketName, 'clients' | 'connections'> = 'clients',
): Promise<void> {
  if (isUnlimited(context, gate)) return;
  const asking = { orgId, clientId, address: context.transport.address };
  const { strangers, known } = gate.buckets[bucket];
  context.ofClient = true;
  if (ownerOfProof(context, gate) !== undefined) {
    context.standing = await countIn(known, nameOf(asking));
    return;
  }
  try {
    context.standing = await countIn(strangers, asking);
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    const userId = await userOnPage(context, gate, orgId);
    if (userId !== undefined) context.standing = await countIn(known, userId);
    else if (!takesLookUp(context, gate)) throw error;
  }
}

const userOnPage = async (context: RequestContext, { browsers }: Gate, orgId: string) =>
  context.errors.endsWith('page') ? browsers.userOf(context, orgId) : undefined;

/**
 * Counts a document that is to be read. A document that is known has a bucket of its own for each user. Others share that of the user and that of
 * the address, so that invented addresses spend no requests of a client that exists.
 * @throws {RateLimited} when it is one too many
 */
export async function countDocument(
  context: RequestContext,
  gate: Gate,
  { orgId, clientId, userId, isKnown }: NamedDocument,
): Promise<void> {
  if (gate.config.rateLimitPerMinute === 0) return;
  const { strangers, known } = gate.buckets.documents;
  if (isKnown) {
    await countIn(known, `${userId}:${hashOfClient({ orgId, clientId })}`);
    return;
  }
  await countIn(known, userId);
  await countIn(strangers, askingIn(context));
}

/** Counts a password or a code before it is tried. A form for an unknown organization tries nothing. */
export async function countSignIn(context: RequestContext, gate: Gate): Promise<void> {
  const { orgId } = context.path;
  if (gate.config.rateLimitPerMinute === 0) return;
  const { strangers, known } = gate.buckets.signIns;
  const asking = askingIn(context);
  try {
    strangers.check(asking);
    if (orgId !== undefined && !(await gate.isTenant(orgId))) throw new Failure('ORGANIZATION_NOT_FOUND');
    await strangers.count(asking);
  } catch (error) {
    if (!(error instanceof RateLimited) || orgId === undefined) throw error;
    const userId = await gate.browsers.userOf(context, orgId);
    if (userId === undefined) throw error;
    await countIn(known, userId);
  }
}

/**
 * Counts a failure against the address, for requests that are counted by client: failed requests, and requests without
 * a client. Otherwise a caller who names another client every time could guess secrets and codes without end.
 */
export async function countFailure(context: RequestContext, gate: Gate, status: number): Promise<void> {
  if (!isCountedByClient(context) || isUnlimited(context, gate)) return;
  // One too many of a client is its own business, and a fault is ours.
  if (context.ofClient && (status < 400 || status === 429 || status >= 500)) return;
  try {
    await gate.buckets[bucketNameOf(context)].strangers.count(askingIn(context));
  } catch (error) {
    // It was answered already; the next one is refused.
    if (!(error instanceof RateLimited)) throw error;
  }
}

/** Counts a request by its address. @throws {RateLimited} when it is one too many */
export async function countAddress(context: RequestContext, gate: Gate): Promise<void> {
  context.standing = await gate.buckets[bucketNameOf(context)].strangers.count(askingIn(context));
}

const askingIn = ({ transport: { address } }: RequestContext): Asking => ({ address });

async function countIn<Whose>(bucket: Bucket<Whose>, whose: Whose): Promise<Standing> {
  bucket.check(whose);
  return bucket.count(whose);
}
