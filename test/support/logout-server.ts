import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { redirectUrl } from '../../src/saml-messages/build/bindings.ts';
import { idOf, type LogoutParty, responseTo } from './saml-logout.ts';

export interface LogoutServer {
  /** The logout endpoint. */
  url: string;
  /** The messages that came there: the name of the root element, and the method. */
  readonly came: readonly string[];
  /** Answers as this service provider from then on. Without it, requests get no answer. */
  answerAs: (party: LogoutParty) => void;
}

/** Starts the logout endpoint of a service provider on the loopback interface. It ends with the test. */
export async function startLogoutServer(): Promise<LogoutServer> {
  const came: string[] = [];
  let party: LogoutParty | undefined;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { xml, isRequest } = await messageOf(request);
    came.push(`${request.method} ${/^<samlp:(\w+)/.exec(xml)?.[1]}`);
    if (!isRequest) response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bye</h1>');
    if (!isRequest || !party) return;
    const answer = responseTo(party, idOf(xml), { signing: 'by-query' });
    const location = redirectUrl(party.slo, { parameter: 'SAMLResponse', xml: answer }, party.key);
    response.writeHead(303, { location }).end();
  };
  const server = createServer((request, response) => {
    // Browsers also ask for a picture of the site.
    if (!request.url?.startsWith('/slo')) response.writeHead(204).end();
    else respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/slo`,
    came,
    answerAs(next) {
      party = next;
    },
  };
}

async function messageOf(request: IncomingMessage): Promise<{ xml: string; isRequest: boolean }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const isPost = request.method === 'POST';
  const fields = isPost
    ? new URLSearchParams(Buffer.concat(chunks).toString())
    : new URL(request.url ?? '/', 'http://localhost').searchParams;
  const sent = fields.get('SAMLRequest');
  const bytes = Buffer.from(sent ?? fields.get('SAMLResponse') ?? '', 'base64');
  return { xml: (isPost ? bytes : inflateRawSync(bytes)).toString(), isRequest: sent !== null };
}
