import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Vault, VaultError } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Redacted } from '../../saml-messages/redact.ts';
import type { Claims } from './claims.ts';
import type { Connection } from './entities/connection.ts';
import type { UpstreamIdentity } from '../linking/identity.ts';
import { mappingOfNewUser, pathsOf } from './mapping.ts';
import { keepResponse, takeResponse } from './sql/saml-responses.ts';
import { SocialTrouble } from '../openid/trouble.ts';

/** The content of a verified response. */
interface Said {
  /** The ID of the AuthnRequest that it responds to. */
  inResponseTo: string;
  identity: UpstreamIdentity;
  /** The message as its trace shows it; null if there was no room for it. */
  message: Redacted | null;
  /** Whether claims that nothing needs are left out. */
  isShortened: boolean;
}

/** The most that is kept of a response, in bytes. A request without a key stores 8 KB (decision 0039). */
const mostKept = 7 * 1024;

const purposeOf = (handle: string): string => `saml-response:${handle}`;

/** A response to keep, with its connection. */
interface Keeping {
  connection: Connection;
  vault: Vault;
  /** Undefined for an unsolicited response: only its ID is kept. */
  said: Omit<Said, 'isShortened'> | undefined;
  assertionId: string;
}

/**
 * Keeps what a verified response says, until the browser comes back with its cookie. The ID of the assertion is kept for as long as
 * the assertion could be sent again.
 * @returns the name that the browser fetches it with; undefined if the assertion came before
 * @throws {SocialTrouble} if it says too much
 */
export async function keepSaid(
  tx: Tx,
  { connection, vault, said, assertionId }: Keeping,
): Promise<string | undefined> {
  const { orgId } = tenancyOf(tx);
  const handle = randomBytes(32).toString('base64url');
  const isNew = await keepResponse(tx, orgId, {
    connectionId: connection.id,
    assertionId,
    handle,
    kept: said ? vault.seal(fitting(said, connection), orgId, purposeOf(handle)) : null,
  });
  return isNew ? handle : undefined;
}

/**
 * Notes that a genuine response was refused, so that it counts as one refusal, however often it is sent.
 * @returns false if its assertion came before
 */
export const noteRefused = (
  tx: Tx,
  { id: connectionId }: Connection,
  assertionId: string,
): Promise<boolean> =>
  keepResponse(tx, tenancyOf(tx).orgId, { connectionId, assertionId, handle: null, kept: null });

/** Fetches what a response says, once. @returns undefined if there is none, `UNSOLICITED` if it responds to no request */
export async function takeSaid(
  tx: Tx,
  { connectionId, handle, vault }: { connectionId: string; handle: string; vault: Vault },
): Promise<Said | 'UNSOLICITED' | undefined> {
  const { orgId } = tenancyOf(tx);
  const found = await takeResponse(tx, orgId, { connectionId, handle });
  if (!found) return undefined;
  if (found.kept === null) return 'UNSOLICITED';
  try {
    return unpacked(vault.open(found.kept, orgId, purposeOf(handle)));
  } catch (error) {
    // Its master key has been removed: the user starts again.
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** Leaves out what is needed least, until the rest fits. */
function fitting(said: Omit<Said, 'isShortened'>, connection: Connection): string {
  const { identity } = said;
  const claims = neededClaims(connection, identity.claims);
  const forms: Said[] = [
    { ...said, isShortened: false },
    { ...said, message: null, isShortened: false },
    { ...said, message: null, identity: { ...identity, claims }, isShortened: true },
  ];
  for (const form of forms) {
    const packed = deflateRawSync(JSON.stringify(form)).toString('base64');
    if (packed.length <= mostKept) return packed;
  }
  throw new SocialTrouble('The attributes of the user are too long. Send fewer of them');
}

/** The claims that a mapping reads, and only those groups that the mapping names. */
function neededClaims(connection: Connection, claims: Claims): Claims {
  const { attributeMapping, groupsClaim, groupMapping } = connection;
  const names = new Set([
    'email',
    'email_verified',
    '_claim_names',
    ...pathsOf(mappingOfNewUser(attributeMapping)).flat(),
  ]);
  const known = new Set<unknown>(groupMapping.map(({ value }) => value));
  const kept = Object.entries(claims).filter(([name]) => names.has(name) && name !== groupsClaim);
  const groups = [claims[groupsClaim]].flat().filter((group) => known.has(group));
  return Object.fromEntries([
    ...kept,
    ...(claims[groupsClaim] === undefined ? [] : [[groupsClaim, groups] as const]),
  ]);
}

/** As long as a message may be, and a little more. */
const mostUnpacked = 1024 * 1024;

function unpacked(text: string): Said {
  const inflated = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: mostUnpacked });
  const said = JSON.parse(inflated.toString()) as Said;
  const { authTime, sessionEndsAt } = said.identity;
  const identity = { ...said.identity, authTime: dateOf(authTime), sessionEndsAt: dateOf(sessionEndsAt) };
  return { ...said, identity };
}

/** JSON has times as texts. */
const dateOf = (time: Date | string | null): Date | null => (time === null ? null : new Date(time));
