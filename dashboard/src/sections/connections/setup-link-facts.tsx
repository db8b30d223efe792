import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getConnectionOptions, getSetupLinkOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { SetupLink } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Id } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { OfRow } from '../../ui/resource.ts';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';

const { links: words } = texts;

/** How far the holder of a setup link is. */
export function SetupLinkFacts({ row, onClose }: OfRow<SetupLink>) {
  const path = { id: row.id };
  const { data: link, error, refetch } = useQuery(getSetupLinkOptions({ path }));
  return (
    <Dialog onClose={onClose} title={link?.name ?? texts.tabs.links} size="lg">
      {error && !link ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {link ? (
        <Stack>
          {link.status === 'FINISHED' ? <Text size="sm">{words.finishedText}</Text> : null}
          <FactRows
            rows={[
              [words.columns.state, <State key="state" value={link.status} />],
              [words.form.type, link.type ? (texts.protocols[link.type] ?? link.type) : words.form.any],
              [words.columns.domains, link.domains.join(', ')],
              [words.provedDomains, link.provedDomains.join(', ') || '–'],
              [
                words.connection,
                link.connectionId ? <ConnectionLink key="connection" id={link.connectionId} /> : '–',
              ],
              [words.columns.opened, <Moment key="opened" at={link.openedAt} />],
              [words.finished, <Moment key="finished" at={link.finishedAt} />],
              [words.columns.expires, <Moment key="expires" at={link.expiresAt} />],
              [texts.created, <Moment key="created" at={link.createdAt} />],
              [texts.createdBy, link.createdBy ? <ThingLink key="by" id={link.createdBy} /> : '–'],
              ['ID', <Id key="id" value={link.id} />],
            ]}
          />
          <div>
            <InCode call={{ operation: 'getSetupLink', path }} />
          </div>
        </Stack>
      ) : null}
    </Dialog>
  );
}

/** The page of a connection is that of its protocol, which its id does not say. */
function ConnectionLink({ id }: { id: string }) {
  const { data } = useQuery(getConnectionOptions({ path: { id } }));
  return data ? (
    <Anchor
      inherit
      renderRoot={(props) => <PageLink to={`connections/${data.type.toLowerCase()}/${id}`} {...props} />}
    >
      {data.name}
    </Anchor>
  ) : (
    <Id value={id} />
  );
}
