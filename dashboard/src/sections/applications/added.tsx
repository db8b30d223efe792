import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { texts } from '../../texts/applications.ts';
import { texts as ui } from '../../texts/ui.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SecretText } from '../../ui/secret-dialog.tsx';
import { useLeaving } from '../../ui/unsaved.tsx';
import { useGo } from '../../ui/use-go.ts';
import { ClientSetUp, ServiceProviderSetUp } from './set-up.tsx';
import type { Made } from './wizard.tsx';

const { wizard: words } = texts;

/** The last step: what to enter in the application. The secret is in the memory of this page only. */
export function Added({ made }: { made: Made }) {
  const go = useGo();
  const secret = made.kind === 'oidc' ? (made.client.clientSecret ?? undefined) : undefined;
  const name = made.kind === 'oidc' ? made.client.name : made.provider.name;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.querySelector('h1')?.focus();
    scrollTo(0, 0);
  }, []);
  const leaving = useLeaving(() => secret !== undefined);
  const page =
    made.kind === 'oidc'
      ? `applications/oidc/${made.client.clientId}`
      : `applications/saml/${made.provider.id}`;
  return (
    <Stack gap="lg" maw={880} ref={top}>
      <PageHead
        title={words.added(name)}
        text={secret === undefined ? words.addedText : words.addedSecretText}
        back={{ to: 'applications', title: texts.title }}
      />
      {secret === undefined ? null : (
        <Card withBorder padding="lg">
          <Stack gap="sm">
            <Title order={2} size="h4">
              {ui.secret.title}
            </Title>
            <Text size="sm">{ui.secret.text}</Text>
            <SecretText secret={secret} name={texts.secret} />
          </Stack>
        </Card>
      )}
      {made.kind === 'oidc' ? (
        <ClientSetUp client={made.client} secret={secret} />
      ) : (
        <ServiceProviderSetUp provider={made.provider} />
      )}
      {leaving.isAsked ? (
        <Alert color="orange" role="alert">
          <Stack gap="sm" align="flex-start">
            {ui.secret.leave}
            <Group gap="sm">
              <Button size="xs" variant="default" onClick={leaving.stay}>
                {words.stay}
              </Button>
              <Button size="xs" color="red.8" onClick={() => leaving.leave()}>
                {ui.secret.close}
              </Button>
            </Group>
          </Stack>
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={() => leaving.leave(() => go(page))}>
          {secret === undefined ? words.open : ui.secret.saved}
        </Button>
      </Group>
    </Stack>
  );
}
