import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../app/me.ts';
import type { OidcClientCore, ServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { CodeTabs } from '../../ui/code-tabs.tsx';
import { Copy, Id } from '../../ui/copy.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { makeSessionSecret, quickstarts } from './client-environment.ts';
import { clientSamples } from './client-samples.ts';
import { kindOf } from './kinds.ts';
import { identityProviderOf, samlSamples } from './saml-samples.ts';

const { setUp: words } = texts;

function Frame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        </div>
        {children}
      </Stack>
    </Card>
  );
}

const endpoints = {
  people: ['authorize', 'token', 'userinfo', 'end-session'],
  device: ['device/authorize', 'token', 'userinfo'],
  machine: ['token'],
} as const;

/** What to paste into an application with OpenID Connect. @param secret only right after it was made */
export function ClientSetUp({ client, secret }: { client: OidcClientCore; secret?: string | undefined }) {
  const { tenant } = useSession();
  const [sessionSecret] = useState(makeSessionSecret);
  const issuer = `${location.origin}/api/oidc/${tenant}`;
  const kind = kindOf(client);
  const named = endpoints[kind === 'device' || kind === 'machine' ? kind : 'people'];
  const rows = [
    [texts.issuer, issuer],
    [texts.clientId, client.clientId],
    [texts.discovery, `${issuer}/.well-known/openid-configuration`],
    ...named.map((name) => [words.endpoints[name], `${issuer}/${name}`] as const),
    [words.keys, `${issuer}/.well-known/jwks.json`],
  ] as const;
  return (
    <Frame title={words.title} text={words.oidc}>
      <FactRows
        rows={rows.map(([name, value]) => [
          name,
          <Id key={name} value={value} label={`${words.copy} ${name}`} />,
        ])}
      />
      <CodeTabs samples={clientSamples({ client, issuer, secret, sessionSecret })} />
      {quickstarts[kind] === undefined ? null : (
        <Text size="sm">
          {words.quickstarts(quickstarts[kind])}{' '}
          <Anchor href="/docs/guides/quickstarts" target="_blank" inherit>
            {words.openQuickstarts}
          </Anchor>
        </Text>
      )}
    </Frame>
  );
}

/** The certificates in metadata, in base64, the one that signs first. */
async function certificatesAt(address: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const document = new DOMParser().parseFromString(await answer.text(), 'application/xml');
  const found = [...document.querySelectorAll('IDPSSODescriptor KeyDescriptor[use=signing] X509Certificate')];
  return found.map((one) => (one.textContent ?? '').replaceAll(/\s/g, ''));
}

const pemOf = (base64: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----', ''].join(
    '\n',
  );

/** What to paste into an application with SAML. */
export function ServiceProviderSetUp({ provider }: { provider: ServiceProvider }) {
  const { tenant } = useSession();
  const keyward = identityProviderOf(tenant);
  const { data, error, refetch } = useQuery({
    queryKey: ['saml metadata', keyward.entityId],
    queryFn: async ({ signal }) => certificatesAt(keyward.entityId, signal),
  });
  const [certificate] = data ?? [];
  const rows = [
    [words.metadata, keyward.entityId],
    [words.signOn, keyward.signOn],
    [words.signOut, keyward.signOut],
  ] as const;
  return (
    <Frame title={words.title} text={words.saml}>
      <FactRows
        rows={[
          ...rows.map(
            ([name, value]) =>
              [name, <Id key={name} value={value} label={`${words.copy} ${name}`} />] as const,
          ),
          [
            words.certificate,
            certificate ? (
              <Group key="certificate" gap="xs">
                <Copy value={pemOf(certificate)} label={words.copyCertificate} />
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Download size={14} aria-hidden />}
                  onClick={() => saveFile('keyward.crt', [pemOf(certificate)], 'application/x-pem-file')}
                >
                  {words.download}
                </Button>
              </Group>
            ) : null,
          ],
        ]}
      />
      {error && !data ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {certificate ? <CodeTabs samples={samlSamples(provider, keyward, certificate)} /> : null}
    </Frame>
  );
}
