import { Accordion, Anchor, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../app/me.ts';
import {
  listCredentialsOptions,
  listIdentitiesOptions,
  listUsersOptions,
  listWebhooksOptions,
} from '../../generated/@tanstack/react-query.gen.ts';
import { texts } from '../../texts/overview.ts';
import { Samples } from '../../ui/in-code.tsx';
import { PageLink } from '../../ui/page-link.tsx';

const { steps } = texts;

/** What a new organization does first. It is gone when all of it is done. */
export function FirstSteps() {
  const may = {
    identities: useMay('identities.write'),
    credentials: useMay('credentials.write'),
    webhooks: useMay('webhooks.write'),
    users: useMay('directory.write'),
  };
  const one = { query: { limit: 1 } };
  const identities = useQuery({ ...listIdentitiesOptions(one), enabled: may.identities });
  const credentials = useQuery({
    ...listCredentialsOptions({ query: { limit: 20 } }),
    enabled: may.credentials,
  });
  const webhooks = useQuery({ ...listWebhooksOptions(one), enabled: may.webhooks });
  const users = useQuery({ ...listUsersOptions({ query: { limit: 2 } }), enabled: may.users });
  const asked = [identities, credentials, webhooks, users].filter(({ isEnabled }) => isEnabled);
  if (!may.credentials || asked.some(({ data }) => data === undefined)) return null;

  // The key of the first start is there from the beginning, and so is its identity.
  const ownKeys = credentials.data?.data.filter(({ createdBy }) => createdBy !== null) ?? [];
  const done = {
    identity: (identities.data?.pagination.total ?? 0) > 1,
    credential: ownKeys.length > 0,
    verify: ownKeys.some(({ lastUsedAt }) => lastUsedAt !== null),
    webhook: (webhooks.data?.data.length ?? 0) > 0,
    users: (users.data?.data.length ?? 0) > 1,
  };
  if (Object.values(done).every(Boolean)) return null;
  const next = (Object.keys(done) as (keyof typeof done)[]).find((name) => !done[name]);
  return (
    <Card withBorder>
      <Title order={2} size="h4">
        {steps.title}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {steps.text}
      </Text>
      <Accordion defaultValue={next ?? null} variant="filled">
        <Step name="identity" isDone={done.identity} to="identities">
          <Samples call={{ operation: 'createIdentity', body: { name: 'deploy-bot', type: 'CI_CD' } }} />
        </Step>
        <Step name="credential" isDone={done.credential} to="credentials">
          <Samples
            call={{
              operation: 'createCredential',
              body: {
                identityId: identities.data?.data[0]?.id ?? 'idn_…',
                name: 'first key',
                scopes: ['orders.read'],
              },
            }}
          />
        </Step>
        <Step name="verify" isDone={done.verify} to="credentials">
          <Samples
            call={{
              operation: 'verifyCredential',
              body: { credential: 'kd_live_…', scopes: ['orders.read'] },
            }}
          />
        </Step>
        <Step name="webhook" isDone={done.webhook} to="webhooks" />
        <Step name="users" isDone={done.users} to="users" />
      </Accordion>
    </Card>
  );
}

function Step({
  name,
  isDone,
  to,
  children,
}: {
  name: 'identity' | 'credential' | 'verify' | 'webhook' | 'users';
  isDone: boolean;
  to: string;
  children?: ReactNode;
}) {
  const [title, text] = steps[name];
  return (
    <Accordion.Item value={name}>
      <Accordion.Control
        icon={
          <ThemeIcon
            size="sm"
            radius="xl"
            color={isDone ? 'green.8' : 'gray'}
            variant={isDone ? 'filled' : 'light'}
          >
            {isDone ? <Check size={12} aria-label={steps.done} /> : <Circle size={10} aria-hidden />}
          </ThemeIcon>
        }
      >
        {title}
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Group gap={6}>
            <Text size="sm">{text}</Text>
            <Anchor size="sm" renderRoot={(props) => <PageLink to={to} {...props} />}>
              {title} →
            </Anchor>
          </Group>
          {children}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
