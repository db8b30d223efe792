import { Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { updateAnomaly } from '../../generated/sdk.gen.ts';
import type { Anomaly, AnomalyStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { useNames } from '../../ui/names.ts';
import type { OfRows } from '../../ui/resource.ts';
import { spoken } from '../../ui/state.tsx';

const { anomalies: words, columns: titles } = texts;

/** Judges several anomalies in the same way, with the same note. */
export function JudgeMany({ rows: anomalies, onClose, onDone }: OfRows<Anomaly>) {
  const names = useNames(anomalies.flatMap(({ identityId }) => identityId ?? []));
  const [status, setStatus] = useState('ACKNOWLEDGED');
  const [note, setNote] = useState('');
  const body = { status: status as AnomalyStatus, ...(note.trim() ? { note: note.trim() } : {}) };
  return (
    <Bulk
      title={words.judgeMany(anomalies.length)}
      text={words.judgeText}
      action={words.judge}
      items={anomalies.map(({ id, type, description, identityId }) => ({
        id,
        name: [names.get(identityId ?? ''), words.types[type] ?? type, description]
          .filter(Boolean)
          .join(': '),
      }))}
      takesReason={false}
      isHarmless
      pathOf={({ id }) => `alerts/anomalies/${id}`}
      act={({ id }) => updateAnomaly({ path: { id }, body })}
      call={({ id }) => ({ operation: 'updateAnomaly', path: { id }, body })}
      onClose={onClose}
      onDone={onDone}
    >
      <Radio.Group label={titles.status} value={status} onChange={setStatus}>
        <Stack gap="sm" mt="xs">
          {Object.entries(words.outcomes).map(([value, text]) => (
            <Radio key={value} value={value} label={spoken(value)} description={text} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={words.note}
        description={words.noteText}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </Bulk>
  );
}
