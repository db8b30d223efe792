import { Textarea } from '@mantine/core';
import type { FieldInput } from '../../ui/settings-input.tsx';
import { useTextOf } from '../../ui/use-text-of.ts';

const json = {
  textOf: (value: unknown): string => {
    if (typeof value === 'string') return value;
    return value === null || value === undefined ? '' : JSON.stringify(value, undefined, 2);
  },
  /** A text that is not JSON stays a text: the service says what is wrong. */
  valueOf: (text: string): unknown => {
    if (text.trim() === '') return '';
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  },
};

/** Public keys as JSON. */
export function JwksField({ value, onChange, error, ...more }: FieldInput) {
  const [text, type] = useTextOf<unknown>(value, onChange, json);
  return (
    <Textarea
      {...more}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      placeholder='{ "keys": [ … ] }'
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.82rem' } }}
      error={error}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
