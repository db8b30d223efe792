import { Alert, Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getAuditLogOptions, listAuditLogsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { AuditLog } from '../../generated/types.gen.ts';
import { texts } from '../../texts/audit.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Copy, Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { Actor, Target } from './actor.tsx';
import type { AuditQuery } from './audit-query.ts';
import { Changes } from './changes.tsx';

const { row: words, changes: ofChanges } = texts;

/** The page of one row. */
export function AuditRowPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data } = useQuery(getAuditLogOptions({ path: { id } }));
  return (
    <>
      <PageHead
        title={data?.action ?? texts.title}
        back={{ to: 'audit', title: texts.title }}
        beside={data ? <State value={data.result} /> : undefined}
      >
        <InCode call={{ operation: 'getAuditLog', path: { id } }} />
      </PageHead>
      <AuditRow id={id} known={undefined} />
    </>
  );
}

/** All that is known of one row. @param known the row as the list has it, which saves the first wait */
export function AuditRow({ id, known }: { id: string; known: AuditLog | undefined }) {
  const { data, error, refetch } = useQuery({
    ...getAuditLogOptions({ path: { id } }),
    ...(known ? { placeholderData: known } : {}),
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  return (
    <Stack gap="lg">
      {data.erased ? (
        <Alert color="gray" title={words.erasedTitle}>
          {words.erased}
        </Alert>
      ) : null}
      <About row={data} />
      <section>
        <Title order={2} size="h4" mb="sm">
          {ofChanges.title}
        </Title>
        {data.changes.length > 0 ? (
          <Changes changes={data.changes} />
        ) : (
          <Text c="dimmed">{data.result === 'SUCCESS' ? ofChanges.none : ofChanges.failed}</Text>
        )}
      </section>
      <Origin row={data} />
      <Same row={data} />
      <Raw row={data} />
    </Stack>
  );
}

function About({ row }: { row: AuditLog }) {
  const { action, actor, target, ipAddress, requestId } = row;
  const more = [
    actor.id ? [words.ofActor, { actorId: actor.id }] : undefined,
    target.id ? [words.ofTarget, { targetId: target.id }] : undefined,
    [words.ofAction, { action }],
    ipAddress ? [words.ofAddress, { ip: ipAddress }] : undefined,
    requestId ? [words.ofRequest, { requestId }] : undefined,
  ].filter((one) => one !== undefined) as [string, Record<string, string>][];
  return (
    <Stack gap="xs">
      <Facts
        rows={[
          [texts.columns.actor, <Actor key="actor" actor={actor} />],
          [texts.columns.target, <Target key="target" target={target} />],
          [
            words.time,
            <span key="time">
              <Moment at={row.timestamp} isExact /> <Code>{row.timestamp}</Code>
            </span>,
          ],
          [
            texts.columns.result,
            <Group key="result" gap="xs">
              <State value={row.result} />
              {row.code ? <Code>{row.code}</Code> : null}
            </Group>,
          ],
          [words.reason, row.reason ? <bdi key="reason">{row.reason}</bdi> : ui.none],
          [words.request, requestId ? <Id key="request" value={requestId} /> : words.noRequest],
        ]}
      />
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {words.showAll}
        </Text>
        {more.map(([name, search]) => (
          <Anchor
            key={name}
            size="sm"
            renderRoot={(props) => <PageLink to="audit" search={search} {...props} />}
          >
            {name}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}

/** Where the request came from, and the place in the chain. */
function Origin({ row: { id, ipAddress, userAgent, clientId, sequence, hash } }: { row: AuditLog }) {
  return (
    <Facts
      title={words.facts}
      rows={[
        [words.address, ipAddress ?? ui.none],
        [words.agent, userAgent ? <bdi key="agent">{userAgent}</bdi> : ui.none],
        [words.client, clientId ?? ui.none],
        ['ID', <Id key="id" value={id} />],
        [words.sealed, sequence ?? words.notSealed],
        [words.hash, hash ? <Id key="hash" value={hash} /> : ui.none],
      ]}
    />
  );
}

/** What else the request did, and what was done to the target before and after. */
function Same({ row: { id, requestId, target } }: { row: AuditLog }) {
  return (
    <>
      {requestId ? <Others title={words.sameRequest} than={id} query={{ requestId, limit: 20 }} /> : null}
      {target.id ? (
        <Others title={words.history} than={id} query={{ targetId: target.id, limit: 6 }} />
      ) : null}
    </>
  );
}

function Others({ title, than, query }: { title: string; than: string; query: AuditQuery }) {
  const { data } = useQuery(listAuditLogsOptions({ query }));
  const others = (data?.data ?? []).filter(({ id }) => id !== than);
  if (others.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <Stack gap={6}>
        {others.map(({ id, action, actor, timestamp, result }) => (
          <Group key={id} gap="sm">
            <Text size="sm" c="dimmed">
              <Moment at={timestamp} />
            </Text>
            <Anchor
              size="sm"
              ff="monospace"
              renderRoot={(props) => <PageLink to={`audit/${id}`} {...props} />}
            >
              {action}
            </Anchor>
            <Text size="sm">
              <bdi>{actor.name ?? texts.actorTypes[actor.type]}</bdi>
            </Text>
            {result === 'SUCCESS' ? null : <State value={result} />}
          </Group>
        ))}
      </Stack>
    </section>
  );
}

function Raw({ row }: { row: AuditLog }) {
  const [isShown, { toggle }] = useDisclosure(false);
  const text = JSON.stringify(row, null, 2);
  return (
    <section>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isShown}>
          {words.raw}
        </Button>
        {isShown ? <Copy value={text} /> : null}
      </Group>
      {isShown ? (
        <Code block mt="xs" tabIndex={0}>
          {text}
        </Code>
      ) : null}
    </section>
  );
}
