import { setImmediate as nextIteration } from 'node:timers/promises';
import { hashesPerMinute, payHashes } from '../../platform/heavy-work.ts';
import { type PostParameters, postParameters } from '../../saml-messages/receive/post.ts';
import { messageLimits } from '../../saml-messages/xml/strict.ts';

/** To parse and verify so many elements and attributes takes as long as one hash. */
const nodesPerHash = 150;

/** An address may use ten seconds of its minute at once. That is enough for a hundred usual sign-ins. */
const hashesAtOnce = hashesPerMinute / 6;

/**
 * A start tag or an attribute. Matches in the texts of strangers count as well, and only make their message
 * more expensive.
 */
const node = /<[^/!?]|=["']/g;

/** Parsing stops at the limit of a message. */
const nodesIn = (xml: string): number => Math.min(xml.match(node)?.length ?? 0, messageLimits.nodes);

/**
 * Returns a function that makes a sender pay for a message before the message is parsed. An address pays for what it sends to one
 * connection, so that it takes nothing from other users of the connection.
 */
export function payerOf(connectionId: string, address: string | undefined) {
  /** @throws {RateLimited} if the address has sent too much in this minute */
  return (xml: string): void =>
    payHashes(`${connectionId} ${address ?? ''}`, nodesIn(xml) / nodesPerHash, hashesAtOnce);
}

/** As {@link payerOf}, for a text inside a message that is being read. Other requests go on before it is read, too. */
export function innerPayerOf(connectionId: string, address: string | undefined) {
  const spend = payerOf(connectionId, address);
  return async (xml: string): Promise<void> => {
    spend(xml);
    await nextIteration();
  };
}

/** Reads the body of a form, for whose message the sender pays. @throws {SamlMessageError} {RateLimited} */
export function paidParameters(body: Buffer, spend: (xml: string) => void): PostParameters {
  const parameters = postParameters(body);
  spend(Buffer.from(parameters.message, 'base64').toString('latin1'));
  return parameters;
}
