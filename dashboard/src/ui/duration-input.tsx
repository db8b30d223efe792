import { Group, Input, NumberInput, Select } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { texts } from '../texts/ui.ts';

/** The units, in seconds. */
const sizes = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof sizes;
const units = Object.keys(sizes) as Unit[];

/** Returns the largest unit that shows the duration as a whole number: hours for 7200 seconds. */
const unitOf = (seconds: unknown): Unit =>
  typeof seconds === 'number' && seconds > 0
    ? (units.findLast((unit) => seconds % sizes[unit] === 0) ?? 'seconds')
    : 'minutes';

/** A length of time, as a number and a unit. Its value is in seconds; '' if it is empty. */
export function DurationInput({
  label,
  description,
  error,
  value,
  onChange,
}: {
  label: string;
  description?: string;
  error?: ReactNode;
  value?: number | string;
  onChange?: (seconds: number | '') => void;
}) {
  const id = useId();
  const [chosen, setChosen] = useState(() => unitOf(value));
  // The value may change from outside, such as after a conflict. 90 seconds are not a whole number of minutes.
  const unit = typeof value === 'number' && value % sizes[chosen] !== 0 ? unitOf(value) : chosen;
  const count = typeof value === 'number' ? value / sizes[unit] : '';
  const change = (next: number | string, of: Unit) =>
    onChange?.(typeof next === 'number' ? next * sizes[of] : '');
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <Group gap="xs" wrap="nowrap" mt={description ? 5 : 0}>
        <NumberInput
          id={id}
          flex={1}
          min={0}
          allowDecimal={false}
          value={count}
          error={Boolean(error)}
          onChange={(next) => change(next, unit)}
        />
        <Select
          aria-label={texts.units.of(label)}
          w={130}
          allowDeselect={false}
          data={units.map((one) => ({ value: one, label: texts.units[one] }))}
          value={unit}
          onChange={(next) => {
            const of = next ?? unit;
            setChosen(of);
            change(count, of);
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}
