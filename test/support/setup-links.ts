import type { Client } from './client.ts';
import { aDomainName, type ConnectionBody } from './connections.ts';
import { sharedDns } from './dns-server.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import type { TestService } from './service.ts';

/** A setup link, with its URL. */
export async function aSetupLink(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<ConnectionBody> {
  const asked = { name: 'Acme', domains: [aDomainName()], ...fields };
  const { status, body } = await client.call('createSetupLink', { body: asked });
  if (status !== 201) throw new Error(`no setup link: ${JSON.stringify(body)}`);
  return body;
}

/** The path of the URL of a link, which has another host than the service of the test. */
export const pathOfLink = ({ url }: ConnectionBody): string => new URL(url).pathname;

/** The path of the page of an open link. */
export const setupPathOf = ({ ours }: Pick<TestService, 'ours'>, { id }: ConnectionBody): string =>
  `/setup/${ours.orgId}/${id}`;

/** A holder who has opened a link in a browser. */
export interface Holder {
  link: ConnectionBody;
  person: Person;
  /** The page after the link was opened. */
  page: Seen;
  path: string;
}

export async function aHolder(
  service: Pick<TestService, 'ours' | 'origin'>,
  fields: Record<string, unknown> = {},
): Promise<Holder> {
  const link = await aSetupLink(service.ours, fields);
  const person = aPerson(service.origin);
  const page = await person.send(await person.open(pathOfLink(link)), {});
  return { link, person, page, path: setupPathOf(service, link) };
}

/** Everything that a holder can send, each as a form of a page that was shown before. */
export async function attempts(
  { person, path }: Pick<Holder, 'person' | 'path'>,
  page: Seen,
): Promise<Seen[]> {
  const csrf = page.forms[0]?.fields['csrf'] ?? '';
  const domain = page.forms.find(({ fields }) => fields['domain'])?.fields['domain'] ?? 'x.example';
  return [
    await person.get(path),
    await person.post(`${path}/connection`, {
      csrf,
      provider: 'okta',
      issuer: 'https://swapped.invalid',
      client_id: 'swapped',
      client_secret: 'swapped',
    }),
    await person.post(`${path}/saml`, { csrf, provider: 'okta', metadata_xml: '<swapped/>' }),
    await person.post(`${path}/domain`, { csrf, domain }),
    await person.post(`${path}/test`, { csrf }),
    await person.post(`${path}/finish`, { csrf }),
  ];
}

/** Enters the settings of a provider, and saves them. */
export const enterOidc = async ({ person, path }: Holder, fields: Record<string, string>): Promise<Seen> =>
  person.send(await person.open(`${path}?provider=okta`), {
    client_id: 'a-client',
    client_secret: 'a secret of the holder',
    ...fields,
  });

/** Publishes the record that the page of a link shows for a domain. */
export async function publishShown({ text }: Pick<Seen, 'text'>, domain: string): Promise<void> {
  const part = text.slice(text.indexOf(`value="_kd-challenge.${domain}"`));
  const [value = ''] = /kd-verify=[\w-]{22}/.exec(part) ?? [];
  (await sharedDns()).answer(`_kd-challenge.${domain}`, { txt: ['v=spf1 -all', value] });
}

/** A holder with a connection, whose domains are proved. */
export async function aProvedHolder(
  service: Pick<TestService, 'ours' | 'origin'>,
  domains: string[],
): Promise<Holder & { id: string }> {
  const holder = await aHolder(service, { domains });
  const page = await enterOidc(holder, { issuer: 'https://login.acme.invalid' });
  for (const domain of domains) {
    await publishShown(page, domain);
    const form = page.forms.find(({ fields }) => fields['domain'] === domain);
    await holder.person.post(`${holder.path}/domain`, form?.fields ?? {});
  }
  const { connectionId, provedDomains } = (
    await service.ours.call('getSetupLink', { path: { id: holder.link.id } })
  ).body;
  if (provedDomains.length !== domains.length) throw new Error('not proved');
  return { ...holder, page: await holder.person.open(holder.path), id: connectionId };
}

/** Activates a connection, as an administrator does. */
export const activate = ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  ours.call('updateConnection', { path: { id }, body: { status: 'ACTIVE' } });
