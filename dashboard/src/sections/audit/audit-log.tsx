import { Anchor, Button, Drawer, Group, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listAuditLogs } from '../../generated/sdk.gen.ts';
import type { AuditLog } from '../../generated/types.gen.ts';
import { texts } from '../../texts/audit.ts';
import { texts as ui } from '../../texts/ui.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { byCursor } from '../../ui/paging.ts';
import { State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useList } from '../../ui/use-list.ts';
import { useSearch } from '../../ui/use-search.ts';
import { Actor, Target } from './actor.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { useAuditFilters } from './audit-query.ts';
import { AuditRow } from './audit-row.tsx';
import { auditTabs } from './audit-tabs.ts';
import { ExportAudit } from './export-audit.tsx';

const { columns: titles } = texts;

const unbroken = { whiteSpace: 'nowrap' } as const;

/** The first changed fields of a row, by name. */
const changed = ({ changes }: AuditLog): string => {
  const names = changes.map(({ field }) => field);
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', ');
};

/** Opens a row beside the list. The address keeps it, so it is a link. */
function RowLink({ row }: { row: AuditLog }) {
  const [search] = useSearch();
  return (
    <Stack gap={0}>
      <Anchor
        ff="monospace"
        size="sm"
        style={unbroken}
        renderRoot={(props) => <PageLink to="audit" search={{ ...search, row: row.id }} {...props} />}
      >
        {row.action}
      </Anchor>
      {row.changes.length > 0 ? (
        <Text size="xs" c="dimmed">
          {changed(row)}
        </Text>
      ) : null}
    </Stack>
  );
}

const columns: readonly Column<AuditLog>[] = [
  {
    id: 'timestamp',
    title: titles.time,
    sort: '-timestamp',
    csv: ({ timestamp }) => timestamp,
    cell: ({ timestamp }) => (
      <Text span size="sm" style={unbroken}>
        <Moment at={timestamp} isExact />
      </Text>
    ),
  },
  {
    id: 'action',
    title: titles.action,
    csv: ({ action }) => action,
    cell: (row) => <RowLink row={row} />,
  },
  {
    id: 'actor',
    title: titles.actor,
    csv: ({ actor }) => actor.name ?? actor.id ?? actor.type,
    cell: ({ actor }) => <Actor actor={actor} />,
  },
  {
    id: 'target',
    title: titles.target,
    csv: ({ target }) => target.name ?? target.id,
    cell: ({ target }) => <Target target={target} />,
  },
  {
    id: 'result',
    title: titles.result,
    csv: ({ result, code }) => code ?? result,
    cell: ({ result, code }) => (
      <Stack gap={2} align="flex-start">
        <State value={result} />
        {code ? (
          <Text size="xs" c="dimmed" ff="monospace" style={unbroken}>
            {code}
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    id: 'from',
    title: titles.from,
    isMinor: true,
    csv: ({ ipAddress }) => ipAddress,
    cell: ({ ipAddress }) => <span style={{ overflowWrap: 'break-word' }}>{ipAddress ?? '–'}</span>,
  },
];

const auditLogs = listing({ list: { listAuditLogs }, pages: byCursor, defaultSort: '-timestamp' });

export function AuditLogPage() {
  const [search, change] = useSearch();
  const [isLive, setIsLive] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const mayExport = useMay('audit.export');
  useAsked([{ name: 'export', begin: () => setIsExporting(true), may: mayExport }]);
  const mayCreate = useMay('identities.write');
  const filters = useAuditFilters();
  const list = useList(auditLogs, filters, () => (isLive && !search['cursor'] ? 5000 : false));
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={list.call} />
        <Tooltip label={texts.liveText}>
          <Switch
            label={texts.live}
            checked={isLive}
            onChange={({ currentTarget }) => setIsLive(currentTarget.checked)}
          />
        </Tooltip>
        {mayExport ? (
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => setIsExporting(true)}
          >
            {texts.export.act}
          </Button>
        ) : null}
      </PageHead>
      <PageTabs label={texts.tabs.label} tabs={auditTabs} />
      <AuditFilters />
      <DataTable
        name={texts.title}
        columns={columns}
        {...list.table}
        onCursor={(cursor) => change({ cursor, row: undefined }, true)}
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {mayCreate ? (
              <Button renderRoot={(props) => <PageLink to="identities" {...props} />}>
                {texts.empty.act}
              </Button>
            ) : null}
          </Empty>
        }
      />
      <RowDrawer rows={list.rows ?? []} />
      {isExporting ? <ExportAudit filters={filters} onClose={() => setIsExporting(false)} /> : null}
    </>
  );
}

/** The row that the address names, beside the list. */
function RowDrawer({ rows }: { rows: readonly AuditLog[] }) {
  const [search, change] = useSearch();
  const { row } = search;
  const at = rows.findIndex(({ id }) => id === row);
  const go = (to: string | undefined) => change({ row: to }, true);
  const step = (label: string, to: AuditLog | undefined) => (
    <Button size="xs" variant="default" disabled={!to} onClick={() => go(to?.id)}>
      {label}
    </Button>
  );
  return (
    <Drawer
      opened={Boolean(row)}
      onClose={() => go(undefined)}
      position="right"
      size="xl"
      title={rows[at]?.action ?? texts.title}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      {row ? (
        <Stack>
          <Group gap="xs">
            {step(texts.row.newer, at > 0 ? rows[at - 1] : undefined)}
            {step(texts.row.older, at >= 0 ? rows[at + 1] : undefined)}
            <Anchor size="sm" renderRoot={(props) => <PageLink to={`audit/${row}`} {...props} />}>
              {texts.row.open}
            </Anchor>
          </Group>
          <AuditRow key={row} id={row} known={rows[at]} />
        </Stack>
      ) : null}
    </Drawer>
  );
}
