import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import { type RelyingParty, discovered, issuerOf } from './relying-party.ts';
import { type Receiver, type Reply, startReceiver } from './receiver.ts';

/** A host that publishes client ID metadata documents. */
export interface DocumentHost {
  host: string;
  receiver: Receiver;
  /** The address of a new document. @param fields null leaves a field out */
  publish: (fields?: Record<string, unknown>, headers?: Record<string, string>) => string;
  /** Publishes another document at the same address. */
  change: (url: string, fields: Record<string, unknown>, headers?: Record<string, string>) => void;
  /** Answers one address in its own way. */
  answer: (url: string, reply: Reply) => void;
}

/** Starts a host on the loopback interface. It is ended by its caller. */
export async function aDocumentHost(): Promise<DocumentHost> {
  const replies = new Map<string, Reply>();
  const receiver = await startReceiver((response, received) => {
    const reply = replies.get(received.path);
    if (reply) reply(response, received);
    else response.writeHead(404).end();
  });
  const { host, origin } = new URL(receiver.url);
  const change: DocumentHost['change'] = (url, fields, headers = {}) => {
    const document = {
      client_id: url,
      client_name: 'Agent of a stranger',
      redirect_uris: ['https://agent.example.com/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      ...fields,
    };
    const said = Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
    replies.set(new URL(url).pathname, (response) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(said)),
    );
  };
  return {
    host,
    receiver,
    change,
    publish(fields = {}, headers) {
      const url = `${origin}/${randomUUID()}`;
      change(url, fields, headers);
      return url;
    },
    answer: (url, reply) => void replies.set(new URL(url).pathname, reply),
  };
}

/** Lets a tenant read the documents of a host. */
export async function allowHosts(
  api: Client,
  hosts: string[],
  fields: Record<string, unknown> = {},
): Promise<void> {
  const { status, body } = await api.call('updateOidcClientMetadata', {
    body: { mode: 'ALLOWED_HOSTS', allowedHosts: hosts, loopbackRedirects: false, ...fields },
  });
  if (status !== 200) throw new Error(`no hosts: ${JSON.stringify(body)}`);
}

/** A client that has nothing but its document, for openid-client. */
export async function documentParty(api: Client, url: string): Promise<RelyingParty> {
  const issuer = issuerOf(api);
  return { clientId: url, clientSecret: '', issuer, config: await discovered(issuer, url, null) };
}
