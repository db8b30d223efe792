import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/me.ts';
import { useProved } from '../../app/proof.tsx';
import { texts } from '../../texts/audit.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Id } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { beginsInFirstField } from '../../ui/first-field.ts';
import { InCode } from '../../ui/in-code.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { Problem } from '../../ui/problem.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { AuditQuery } from './audit-query.ts';
import { type Exported, openSealed, type Progress as Far, readRows, readSealed } from './exporting.ts';

const { export: words } = texts;

interface Values {
  kind: 'sealed' | 'rows';
  from: string;
  to: string;
}

type State =
  | { step: 'asking' | 'stopped' }
  | { step: 'running'; far: Far | undefined }
  | { step: 'done'; exported: Exported; kind: Values['kind'] }
  | { step: 'failed'; error: unknown };

const count = new Intl.NumberFormat('en');
const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${count.format(Math.ceil(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const timesOf = (values: Values): Pick<AuditQuery, 'from' | 'to'> => {
  const [from, to] = [fromLocalField(values.from), fromLocalField(values.to)];
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
};

/** Exports the log into a file, shows how far it is, and can be cancelled. */
export function ExportAudit({ filters, onClose }: { filters: AuditQuery; onClose: () => void }) {
  const { tenant } = useSession();
  const proved = useProved(tenant);
  const [state, setState] = useState<State>({ step: 'asking' });
  const running = useRef<AbortController>(undefined);
  const form = useForm<Values>({ initialValues: { kind: 'sealed', from: '', to: '' } });
  const isSealed = form.values.kind === 'sealed';
  const query = isSealed ? timesOf(form.values) : filters;

  useEffect(() => () => running.current?.abort(), []);

  const save = ({ parts }: Exported, kind: Values['kind']) => {
    const name = `keyward-audit-${tenant}-${new Date().toISOString().slice(0, 10)}`;
    if (kind === 'sealed') saveFile(`${name}.ndjson`, parts, 'application/x-ndjson');
    else saveFile(`${name}.csv`, parts, 'text/csv;charset=utf-8');
  };

  const run = async ({ kind }: Values) => {
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    const tell = (far: Far) => setState({ step: 'running', far });
    setState({ step: 'running', far: undefined });
    try {
      const exported =
        kind === 'sealed'
          ? await readSealed(await proved(() => openSealed(query, signal)), tell)
          : await readRows(query, signal, tell);
      setState({ step: 'done', exported, kind });
      if (exported.progress.isComplete) save(exported, kind);
    } catch (error) {
      setState(signal.aborted ? { step: 'stopped' } : { step: 'failed', error });
    }
  };

  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      size="lg"
      closeOnClickOutside={state.step !== 'running'}
      isBusy={state.step === 'running'}
    >
      <form ref={beginsInFirstField} onSubmit={form.onSubmit((values) => void run(values))}>
        <Stack>
          <SegmentedControl
            data={[
              { value: 'sealed', label: words.sealed },
              { value: 'rows', label: words.rows },
            ]}
            disabled={state.step === 'running'}
            {...form.getInputProps('kind')}
          />
          <Text size="sm">{isSealed ? words.sealedText : words.rowsText}</Text>
          {isSealed ? (
            <Group grow align="flex-start">
              <TextInput
                type="datetime-local"
                label={words.from}
                description={words.timeText}
                disabled={state.step === 'running'}
                {...form.getInputProps('from')}
              />
              <TextInput
                type="datetime-local"
                label={words.to}
                description={words.timeText}
                disabled={state.step === 'running'}
                {...form.getInputProps('to')}
              />
            </Group>
          ) : (
            <Filtered filters={filters} />
          )}
          {state.step === 'running' ? <Running far={state.far} /> : null}
          {state.step === 'stopped' ? <Alert color="gray">{words.stopped}</Alert> : null}
          {state.step === 'failed' ? <Problem error={state.error} /> : null}
          {state.step === 'done' ? <Done exported={state.exported} kind={state.kind} /> : null}
          <Group justify="space-between">
            <InCode call={{ operation: isSealed ? 'exportAuditLogs' : 'listAuditLogs', query }} />
            <Group gap="sm">
              {state.step === 'running' ? (
                <Button variant="default" onClick={() => running.current?.abort()}>
                  {words.stop}
                </Button>
              ) : (
                <Button variant="default" onClick={onClose}>
                  {ui.close}
                </Button>
              )}
              {state.step === 'done' && state.exported.progress.isComplete ? (
                <Button variant="default" onClick={() => save(state.exported, state.kind)}>
                  {words.save}
                </Button>
              ) : null}
              <Button type="submit" loading={state.step === 'running'}>
                {state.step === 'done' ? words.again : words.start}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Filtered({ filters }: { filters: AuditQuery }) {
  const set = Object.entries(filters);
  if (set.length === 0) return <Text size="sm">{words.noFilters}</Text>;
  return (
    <Stack gap={2}>
      {set.map(([name, value]) => (
        <Text key={name} size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {name} = <bdi>{String(value)}</bdi>
        </Text>
      ))}
    </Stack>
  );
}

const told = ({ rows, all, bytes }: Far): string =>
  all === undefined
    ? words.running(count.format(rows), size(bytes))
    : words.of(count.format(rows), count.format(Math.max(all, rows)), size(bytes));

function Running({ far }: { far: Far | undefined }) {
  if (!far) return <Text role="status">{words.waiting}</Text>;
  return (
    <Stack gap={6}>
      <Progress
        value={far.all ? Math.min(100, (far.rows / far.all) * 100) : 100}
        animated
        aria-label={words.progress}
      />
      <Text size="sm">{told(far)}</Text>
    </Stack>
  );
}

function Done({ exported: { progress }, kind }: { exported: Exported; kind: Values['kind'] }) {
  if (!progress.isComplete)
    return (
      <Alert color="red" role="alert">
        {words.cutOff}
      </Alert>
    );
  return (
    <Alert color="green" title={words.done} role="status">
      <Stack gap="xs">
        <Text size="sm">{told(progress)}</Text>
        {progress.unsealed > 0 ? (
          <Text size="sm">{words.unsealed(count.format(progress.unsealed))}</Text>
        ) : null}
        {kind === 'sealed' ? (
          <>
            <Text size="sm">{words.verifyText}</Text>
            {progress.keyIds.map((keyId) => (
              <Id key={keyId} value={`make verify-audit FILE=audit.ndjson KEY_ID=${keyId}`} />
            ))}
          </>
        ) : null}
      </Stack>
    </Alert>
  );
}
