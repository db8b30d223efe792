import { Accordion, Anchor, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Call } from '../../api/sends.ts';
import { useKeyForm, useMay, useSession } from '../../app/me.ts';
import {
  getOverviewOptions,
  listCredentialsOptions,
  listIdentitiesOptions,
  listOidcClientsOptions,
  listUsersOptions,
  listWebhooksOptions,
} from '../../generated/@tanstack/react-query.gen.ts';
import { texts } from '../../texts/overview.ts';
import { Samples } from '../../ui/in-code.tsx';
import { PageLink } from '../../ui/page-link.tsx';

const { steps } = texts;

const stepNames = ['identity', 'credential', 'verify', 'webhook', 'users', 'signIn'] as const;
type StepName = (typeof stepNames)[number];

/** Where each step is done. */
const pages: Record<StepName, string> = {
  identity: 'identities',
  credential: 'credentials',
  verify: 'credentials',
  webhook: 'webhooks',
  users: 'users',
  signIn: 'applications/new',
};

// This browser keeps that the user has hidden the steps of a tenant.
const hidden = (tenant: string) => `keyward-steps-hidden-${tenant}`;
const hasHidden = (tenant: string): boolean => localStorage.getItem(hidden(tenant)) !== null;
const hide = (tenant: string): void => localStorage.setItem(hidden(tenant), '1');

/** What a new organization does first, as far as the user may. It is gone when all of it is done, or when the user hides it. */
export function FirstSteps() {
  const may = {
    identities: useMay('identities.write'),
    credentials: useMay('credentials.write'),
    webhooks: useMay('webhooks.write'),
    users: useMay('directory.write'),
    signIn: useMay('oidc.write'),
    reports: useMay('reports.read'),
  };
  const { tenant } = useSession();
  const keyForm = useKeyForm();
  const [isHidden, setIsHidden] = useState(() => hasHidden(tenant));
  const one = { query: { limit: 1 } };
  const identities = useQuery({ ...listIdentitiesOptions(one), enabled: may.identities });
  const credentials = useQuery({
    ...listCredentialsOptions({ query: { limit: 20 } }),
    enabled: may.credentials,
  });
  const webhooks = useQuery({ ...listWebhooksOptions(one), enabled: may.webhooks });
  const users = useQuery({ ...listUsersOptions({ query: { limit: 2 } }), enabled: may.users });
  const clients = useQuery({ ...listOidcClientsOptions(one), enabled: may.signIn });
  // Counts each verification, also of a key that the first start has made. Without the permission the keys of the tenant tell.
  const overview = useQuery({ ...getOverviewOptions(), staleTime: 60_000, enabled: may.reports });
  const hasVerified = overview.data?.verifications.some(({ allowed, denied }) => allowed + denied > 0);
  const asked = [identities, credentials, webhooks, users, clients].filter(({ isEnabled }) => isEnabled);
  if (isHidden || asked.some(({ data }) => data === undefined)) return null;

  // The key of the first start is there from the beginning, and so is its identity.
  const ownKeys = credentials.data?.data.filter(({ createdBy }) => createdBy !== null) ?? [];
  const done = {
    identity: (identities.data?.pagination.total ?? 0) > 1,
    credential: ownKeys.length > 0,
    verify: hasVerified === true || ownKeys.some(({ lastUsedAt }) => lastUsedAt !== null),
    webhook: (webhooks.data?.data.length ?? 0) > 0,
    users: (users.data?.data.length ?? 0) > 1,
    signIn: (clients.data?.data.length ?? 0) > 0,
  };
  const needed: Record<StepName, boolean> = {
    identity: may.identities,
    credential: may.credentials,
    verify: may.credentials,
    webhook: may.webhooks,
    users: may.users,
    signIn: may.signIn,
  };
  const offered = stepNames.filter((name) => needed[name]);
  const next = offered.find((name) => !done[name]);
  if (next === undefined) return null;
  const samples: Partial<Record<StepName, Call>> = {
    identity: { operation: 'createIdentity', body: { name: 'deploy-bot', type: 'CI_CD' } },
    credential: {
      operation: 'createCredential',
      body: {
        identityId: identities.data?.data[0]?.id ?? 'idn_…',
        name: 'first key',
        scopes: ['orders.read'],
      },
    },
    verify: {
      operation: 'verifyCredential',
      body: { credential: keyForm, scopes: ['orders.read'] },
    },
    signIn: {
      operation: 'createOidcClient',
      body: {
        name: 'Shop',
        applicationType: 'web',
        redirectUris: ['https://shop.example.com/callback'],
      },
    },
  };
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {steps.title}
        </Title>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => {
            hide(tenant);
            setIsHidden(true);
          }}
        >
          {steps.hide}
        </Button>
      </Group>
      <Text c="dimmed" size="sm" mb="sm">
        {steps.text}{' '}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <PageLink to="settings" search={{ tab: 'api-keys' }} {...props} />}
        >
          {steps.keys}
        </Anchor>
      </Text>
      <Accordion defaultValue={next} variant="filled">
        {offered.map((name) => {
          const sample = samples[name];
          return (
            <Step key={name} name={name} isDone={done[name]} to={pages[name]}>
              {sample ? <Samples call={sample} /> : null}
            </Step>
          );
        })}
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
  name: StepName;
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
