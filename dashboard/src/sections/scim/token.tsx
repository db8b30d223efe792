import { Alert, Button, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Refusal } from '../../api/refusal.ts';
import { sends } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { listScimTokens, revokeScimToken } from '../../generated/sdk.gen.ts';
import type { ScimToken } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { DryRun } from './dry-run.tsx';
import { ProvisioningLog } from './provisioning-log.tsx';
import { SetUp } from './set-up.tsx';

/** A tenant has few tokens. A server that always has one more page is not read without end. */
const mostPages = 50;

/** The API lists tokens and reads none alone. There are few, so the pages are searched. */
async function findToken(id: string, signal: AbortSignal): Promise<ScimToken> {
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = await listScimTokens({ query: { limit: 100, page }, signal });
    const found = data.data.find((token) => token.id === id);
    if (found) return found;
    if (!data.pagination.hasMore) break;
  }
  throw new Refusal(404, { code: 'SCIM_TOKEN_NOT_FOUND' });
}

const month = 30 * 24 * 60 * 60 * 1000;
const tabs = ['setup', 'log', 'dryRun'] as const;

export function TokenPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const {
    data: token,
    error,
    refetch,
  } = useQuery({
    queryKey: ['scimToken', id],
    queryFn: ({ signal }) => findToken(id, signal),
  });
  const [search, change] = useSearch();
  const [revokes, setRevokes] = useState(false);
  const mayWrite = useMay('scim_tokens.write');
  if (error && !token) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!token) return <PageWaiting />;
  const path = { tokenId: id };
  const isActive = token.status === 'ACTIVE';
  const usual = isActive && token.lastUsedAt === null ? 'setup' : 'log';
  const open = tabs.find((tab) => tab === search['tab']) ?? usual;
  const endsSoon = isActive && Date.parse(token.expiresAt) - Date.now() < month;
  return (
    <Stack gap="lg">
      <PageHead
        title={token.name}
        back={{ to: 'scim', title: texts.title }}
        beside={<State value={token.status} />}
      >
        <InCode call={{ operation: 'listProvisioningLog', path }} />
        {mayWrite && token.status !== 'REVOKED' ? (
          <Button variant="outline" color="red.8" onClick={() => setRevokes(true)}>
            {texts.revoke.action}
          </Button>
        ) : null}
      </PageHead>
      {endsSoon ? <Alert color="orange">{texts.expiring(fromNow(token.expiresAt))}</Alert> : null}
      {isActive && token.lastUsedAt === null ? <Alert color="blue">{texts.unused}</Alert> : null}
      <Facts
        title={texts.facts}
        rows={[
          ['ID', <Id key="id" value={token.id} />],
          [texts.columns.product, texts.profiles[token.profile] ?? token.profile],
          [texts.token, `${token.tokenPrefix}…${token.last4}`],
          [texts.columns.manages, token.permissions.map((one) => texts.permissions[one] ?? one).join(', ')],
          [texts.form.ips, token.allowedIps?.join(', ') ?? texts.anywhere],
          [texts.columns.used, <Moment key="used" at={token.lastUsedAt} />],
          [texts.columns.expires, <Moment key="expires" at={token.expiresAt} />],
          [texts.columns.created, <Moment key="created" at={token.createdAt} />],
          [texts.by, token.createdBy ? <ThingLink key="by" id={token.createdBy} /> : '–'],
        ]}
      />
      <Tabs
        value={open}
        onChange={(tab) =>
          change({ tab: tab ?? undefined, status: undefined, dryRun: undefined, sort: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {texts.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="setup">
          <SetUp profile={token.profile} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <ProvisioningLog tokenId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="dryRun">
          <DryRun token={token} mayWrite={mayWrite} />
        </Tabs.Panel>
      </Tabs>
      {revokes ? (
        <Confirm
          {...about(texts.revoke, token.name)}
          typed={token.name}
          {...sends({ revokeScimToken }, { path })}
          onClose={() => setRevokes(false)}
        />
      ) : null}
    </Stack>
  );
}
