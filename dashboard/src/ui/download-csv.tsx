import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../texts/ui.ts';
import { type CsvColumn, mostRows, type PageOfRows } from './csv.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';
import { downloadCsv } from './save-csv.ts';

type ReadPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<PageOfRows<Row>>;

interface Parts<Row> {
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** The rows of this page. */
  rows: readonly Row[];
  /** Whether the list has this page only. */
  isWhole: boolean;
  total: number | undefined;
  readPage: ReadPage<Row> | undefined;
}

/** A file of all rows that the filters let through. */
export function DownloadCsv<Row>(parts: Parts<Row>) {
  const { name, columns, rows, isWhole, total, readPage } = parts;
  const [reads, setReads] = useState(false);
  const hasAll = isWhole || readPage !== undefined;
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => {
          if (isWhole || !readPage) downloadCsv(name, columns, rows);
          else setReads(true);
        }}
        title={hasAll ? texts.csv.all : texts.csv.page}
      >
        CSV
      </Button>
      {reads && readPage ? (
        <ReadAll
          name={name}
          columns={columns}
          total={total}
          readPage={readPage}
          onClose={() => setReads(false)}
        />
      ) : null}
    </>
  );
}

interface Read<Row> {
  rows: readonly Row[];
  /** Undefined at the end. */
  next: string | undefined;
  state: 'reading' | 'failed' | 'done';
  error?: unknown;
}

/** Reads page after page, shows how far it is, and saves the file. It ends when the user closes it or leaves the page. */
function ReadAll<Row>({
  onClose,
  ...given
}: Omit<Parts<Row>, 'rows' | 'isWhole' | 'readPage'> & { readPage: ReadPage<Row>; onClose: () => void }) {
  // The list behind the dialog is read again meanwhile. The file has the filters of the click.
  const [{ name, columns, total, readPage }] = useState(given);
  const [{ rows, next, state, error }, setRead] = useState<Read<Row>>({
    rows: [],
    next: undefined,
    state: 'reading',
  });
  useEffect(() => {
    if (state !== 'reading') return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const read = async () => {
      try {
        const { data, pagination } = await readPage(next, signal);
        if (signal.aborted) return;
        const all = [...rows, ...data].slice(0, mostRows);
        const cursor = pagination.hasMore ? (pagination.nextCursor ?? undefined) : undefined;
        const isDone = cursor === undefined || all.length >= mostRows;
        if (isDone) downloadCsv(name, columns, all);
        setRead({ rows: all, next: cursor, state: isDone ? 'done' : 'reading' });
      } catch (failure) {
        if (!signal.aborted) setRead({ rows, next, state: 'failed', error: failure });
      }
    };
    void read();
    return () => stopping.abort();
  }, [state, next, rows, readPage, name, columns]);
  const most = Math.min(total ?? mostRows, mostRows);
  const isCut = state === 'done' && next !== undefined;
  return (
    <Dialog onClose={onClose} title={texts.csv.title(name)}>
      <Stack>
        <Progress
          value={state === 'done' ? 100 : (rows.length / Math.max(most, 1)) * 100}
          animated={state === 'reading'}
          aria-label={texts.csv.title(name)}
        />
        <Text role="status">
          {state === 'done'
            ? texts.csv.done(number.format(rows.length))
            : texts.csv.read(
                number.format(rows.length),
                total === undefined ? undefined : number.format(most),
              )}
        </Text>
        {isCut || (state !== 'done' && (total ?? 0) > mostRows) ? (
          <Text size="sm">{texts.csv.most(number.format(mostRows))}</Text>
        ) : null}
        {state === 'failed' ? (
          <Problem error={error} onRetry={() => setRead({ rows, next, state: 'reading' })} />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {state === 'done' ? texts.close : texts.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const number = new Intl.NumberFormat();
