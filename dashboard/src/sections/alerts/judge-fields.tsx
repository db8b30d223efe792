import { Radio, type RadioGroupProps, Stack, Textarea, type TextareaProps } from '@mantine/core';
import { texts } from '../../texts/alerts.ts';
import { spokenOpen } from '../../ui/state.tsx';

const { anomalies: words, columns: titles } = texts;

interface Parts {
  /** The outcomes that are offered. */
  outcomes: readonly string[];
  status: Omit<RadioGroupProps, 'children'>;
  note: TextareaProps;
}

/** The fields of a judgement of anomalies: its outcome, and a note. */
export const JudgeFields = ({ outcomes, status, note }: Parts) => (
  <>
    <Radio.Group label={titles.status} {...status}>
      <Stack gap="sm" mt="xs">
        {outcomes.map((value) => (
          <Radio key={value} value={value} label={spokenOpen(value)} description={words.outcomes[value]} />
        ))}
      </Stack>
    </Radio.Group>
    <Textarea
      label={words.note}
      description={words.noteText}
      maxLength={500}
      autosize
      minRows={2}
      {...note}
    />
  </>
);
