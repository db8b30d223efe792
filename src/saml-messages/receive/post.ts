import { FormRefusal, parseForm } from '../../lib/form.ts';
import { broken } from '../error.ts';
import { decodeUtf8, type Limits, messageLimits, parseStrictly } from '../xml/strict.ts';
import { checkRelayState, decodeBase64, type Parameter, type Received } from './received.ts';

/** The parameters of the POST binding. They may be stored, and received again with `receivePost()`. */
export interface PostParameters {
  parameter: Parameter;
  /** The message in base64. */
  message: string;
  relayState?: string;
}

/**
 * Reads the body of a form. Unknown parameters are dropped.
 *
 * @throws {SamlMessageError} step `decode`
 */
export function postParameters(body: Uint8Array): PostParameters {
  const form = readForm(body);
  const [request, response, relayState] = ['SAMLRequest', 'SAMLResponse', 'RelayState'].map(
    (name) => form[name],
  );
  if (request !== undefined && response !== undefined) broken('parameter-ambiguous');
  const message = request ?? response;
  if (!message) return broken('parameter-missing', 'SAMLRequest or SAMLResponse');
  checkRelayState(relayState);
  return {
    parameter: request === undefined ? 'SAMLResponse' : 'SAMLRequest',
    message,
    ...(relayState !== undefined && { relayState }),
  };
}

/** Decodes and parses a message of the POST binding (SAML bindings section 3.5.4). */
export function receivePost(
  { parameter, message, relayState }: PostParameters,
  limits: Limits = messageLimits,
): Received {
  checkRelayState(relayState);
  // Four characters of base64 hold three bytes, and a line break may follow each 64 of them.
  if (message.length > limits.bytes * 1.5) broken('too-large');
  const xml = decodeUtf8(decodeBase64(message), limits);
  const root = parseStrictly(xml, limits).documentElement;
  return {
    binding: 'post',
    parameter,
    xml,
    root,
    message: root,
    ...(relayState !== undefined && { relayState }),
  };
}

function readForm(body: Uint8Array): Record<string, string> {
  try {
    return parseForm(body) as Record<string, string>;
  } catch (error) {
    if (!(error instanceof FormRefusal)) throw error;
    return broken(error.message.includes('once') ? 'parameter-repeated' : 'parameter-encoding', error.field);
  }
}
