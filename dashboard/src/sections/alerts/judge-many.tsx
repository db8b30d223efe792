import { useState } from 'react';
import { updateAnomaly } from '../../generated/sdk.gen.ts';
import type { Anomaly, AnomalyStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { useNames } from '../../ui/names.ts';
import type { OfRows } from '../../ui/resource.ts';
import { JudgeFields } from './judge-fields.tsx';

const { anomalies: words } = texts;

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
      <JudgeFields
        outcomes={Object.keys(words.outcomes)}
        status={{ value: status, onChange: setStatus }}
        note={{ value: note, onChange: ({ currentTarget }) => setNote(currentTarget.value) }}
      />
    </Bulk>
  );
}
