import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { getOidcAgentOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { OidcAgent } from '../../generated/types.gen.ts';
import { texts } from '../../texts/agents.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { Scopes } from '../../ui/scopes.tsx';
import { ApproveAgent, BlockHost, EndAgent } from './agent-dialogs.tsx';
import { AgentState, hostText, redirectText } from './agent-facts.tsx';
import { AgentUsers } from './agent-users.tsx';

/** One agent, with the users who have let it in. */
export function AgentPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { agentId: id };
  const read = useQuery(getOidcAgentOptions({ path }));
  const [dialog, setDialog] = useState<'approve' | 'block' | 'end'>();
  const mayWrite = useMay('oidc.write');
  const mayMake = useMay('identities.write');
  if (read.error && !read.data) return <Problem error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <PageWaiting />;
  const agent = read.data;
  const close = () => setDialog(undefined);
  const host = hostToBlock(agent);
  return (
    <Stack gap="lg">
      <PageHead
        title={agent.name}
        text={hostText(agent)}
        back={{ to: 'agents', title: texts.title }}
        beside={<AgentState agent={agent} />}
      >
        <InCode call={{ operation: 'getOidcAgent', path }} />
        {mayWrite && mayMake && agent.identityId === null ? (
          <Button variant="default" onClick={() => setDialog('approve')}>
            {texts.approve.action}
          </Button>
        ) : null}
        {mayWrite && host ? (
          <Button variant="outline" color="red.8" onClick={() => setDialog('block')}>
            {texts.block.action}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button variant="outline" color="red.8" onClick={() => setDialog('end')}>
            {texts.end.action}
          </Button>
        ) : null}
      </PageHead>
      <AgentFacts agent={agent} />
      <AgentUsers agent={agent} mayEnd={mayWrite} />
      <RecentChanges id={id} />
      {dialog === 'approve' ? <ApproveAgent agent={agent} onClose={close} /> : null}
      {dialog === 'block' && host ? <BlockHost host={host} onClose={close} /> : null}
      {dialog === 'end' ? <EndAgent agent={agent} onClose={close} /> : null}
    </Stack>
  );
}

/** A loopback address and the scheme of an app have no owner. Neither can be blocked. */
const hostToBlock = ({ host, redirectHosts, loopbackOnly, blocked }: OidcAgent): string | undefined => {
  if (blocked) return undefined;
  return (
    host ?? (loopbackOnly ? undefined : redirectHosts.find((one) => one.includes('.') && !one.endsWith(':')))
  );
};

const AgentFacts = ({ agent }: { agent: OidcAgent }) => (
  <Facts
    title={texts.facts}
    rows={[
      [texts.clientId, <Id key="id" value={agent.clientId} />],
      [texts.origin, texts.origins[agent.origin] ?? agent.origin],
      [texts.columns.redirects, redirectText(agent)],
      [texts.columns.scopes, <Scopes key="scopes" scopes={agent.scopes} />],
      [
        texts.resources,
        <Scopes
          key="resources"
          scopes={agent.resources.map(({ scopes, resource }) => texts.at(scopes.join(', '), resource))}
        />,
      ],
      [
        texts.identity,
        agent.identityId === null ? texts.noIdentity : <NamedLink key="identity" id={agent.identityId} />,
      ],
      [texts.columns.created, <Moment key="created" at={agent.createdAt} />],
      [texts.columns.used, agent.lastUsedAt ? <Moment key="used" at={agent.lastUsedAt} /> : '–'],
    ]}
  />
);
