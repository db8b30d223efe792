import { payHashes } from '../platform/heavy-work.ts';
import { type PostParameters, postParameters } from '../saml-messages/receive/post.ts';

/** To parse and verify so many elements and attributes takes as long as one hash. */
const nodesPerHash = 150;

/** What strangers write into texts counts as well. It only makes their message more expensive. */
const node = /<[^/!?]|=["']/g;

/**
 * Returns a function that makes a sender pay for a message before the message is parsed. An address pays for what it sends to one
 * connection, so that it takes nothing from other users of the connection.
 */
export function payerOf(connectionId: string, address: string | undefined) {
  /** @throws {RateLimited} if the address has sent too much in this minute */
  return (xml: string): void =>
    payHashes(`${connectionId} ${address ?? ''}`, (xml.match(node)?.length ?? 0) / nodesPerHash);
}

/** Reads the body of a form, for whose message the sender pays. @throws {SamlMessageError} {RateLimited} */
export function paidParameters(body: Buffer, spend: (xml: string) => void): PostParameters {
  const parameters = postParameters(body);
  spend(Buffer.from(parameters.message, 'base64').toString('latin1'));
  return parameters;
}
