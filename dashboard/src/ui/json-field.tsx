import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

interface Parts extends Omit<TextareaProps, 'value' | 'onChange' | 'onError'> {
  value: unknown;
  /** Called with each text that is JSON. */
  onChange: (value: unknown) => void;
  /** Called with whether the text is JSON of the wanted shape. */
  onValid?: (isValid: boolean) => void;
  fits?: (value: unknown) => boolean;
  wrong: string;
}

/** JSON that the user edits as text. A text that is not JSON stays, and says so. */
export function JsonField({ value, onChange, onValid, fits = () => true, wrong, error, ...more }: Parts) {
  const [text, setText] = useState(() => JSON.stringify(value, undefined, 2));
  const [isValid, setIsValid] = useState(true);
  const take = (typed: string) => {
    setText(typed);
    const [isJson, read] = parse(typed);
    const isGood = isJson && fits(read);
    setIsValid(isGood);
    onValid?.(isGood);
    if (isGood) onChange(read);
  };
  return (
    <Textarea
      autosize
      minRows={4}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.82rem' } }}
      {...more}
      value={text}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      error={isValid ? error : wrong}
    />
  );
}

const parse = (text: string): [isJson: boolean, value: unknown] => {
  try {
    return [true, JSON.parse(text)];
  } catch {
    return [false, undefined];
  }
};
