import { Button, Card, Divider, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listFederatedDomains } from '../../generated/sdk.gen.ts';
import type { FederatedDomain } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { DomainCheck } from './domain-check.tsx';
import { DomainRecord } from './domain-record.tsx';
import { RemoveDomain } from './remove-domain.tsx';
import { PageForm } from '../../ui/page-form.tsx';
import { changeDomains, domainsCall } from './use-connection.ts';

const { domains: words } = texts;

/** A tenant has 500 domains at most. */
const mostPages = 10;

/** The API lists the domains of all connections. */
async function domainsOf(connectionId: string, signal: AbortSignal): Promise<FederatedDomain[]> {
  const found: FederatedDomain[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = await listFederatedDomains({ query: { limit: 100, page }, signal });
    found.push(...data.data.filter((one) => one.connectionId === connectionId));
    if (!data.pagination.hasMore) break;
  }
  return found;
}

interface Parts {
  connection: { id: string; type: string; domains: readonly string[] };
  title: string;
  text: string;
  /** Whether records are looked up without a press of a button. */
  isWatched?: boolean;
  mayWrite: boolean;
}

/** The domains of one connection, each with its record and its state. */
export function ConnectionDomains({ connection, title, text, isWatched = false, mayWrite }: Parts) {
  const [removed, setRemoved] = useState<string>();
  const { id, type } = connection;
  const { data, error, refetch } = useQuery({
    queryKey: ['domains of a connection', id],
    queryFn: ({ signal }) => domainsOf(id, signal),
  });
  const form = useForm({ initialValues: { domains: '' } });
  const withNew = (names: readonly string[], added: string) => [...new Set([...names, added])];
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed" maw={720}>
            {text}
          </Text>
        </div>
        {error && !data ? <Problem error={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 ? <Text size="sm">{words.none}</Text> : null}
        {data?.map((domain) => (
          <Stack key={domain.domain} gap="sm" component="section" aria-label={domain.domain}>
            <Group justify="space-between">
              <Group gap="sm">
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {domain.domain}
                </Text>
                <State value={domain.status} />
                {domain.verifiedAt ? (
                  <Text size="sm" c="dimmed">
                    {words.verified} <Moment at={domain.verifiedAt} isRelative />
                  </Text>
                ) : null}
              </Group>
              {mayWrite ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red.8"
                  onClick={() => setRemoved(domain.domain)}
                >
                  {words.remove.action}
                </Button>
              ) : null}
            </Group>
            <DomainRecord domain={domain} />
            {mayWrite && domain.status !== 'VERIFIED' ? (
              <DomainCheck domain={domain.domain} isWatched={isWatched} />
            ) : null}
            <Divider />
          </Stack>
        ))}
        {mayWrite ? (
          <PageForm
            key={connection.domains.length}
            form={form}
            action={words.add}
            act={({ domains }) => changeDomains(connection, (names) => withNew(names, domains))}
            call={({ domains }) => domainsCall(connection, withNew(connection.domains, domains))}
            onDone={() => form.reset()}
            isMinor
          >
            <TextInput
              label={words.new}
              description={words.newText}
              placeholder="acme.example"
              required
              autoComplete="off"
              {...form.getInputProps('domains')}
            />
          </PageForm>
        ) : null}
      </Stack>
      {removed !== undefined ? (
        <RemoveDomain
          domain={removed}
          connection={{ id, type }}
          all={connection.domains}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </Card>
  );
}
