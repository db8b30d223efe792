import { useState } from 'react';

/**
 * A value that the user edits as text. The text stays as it was typed, until the value becomes another one by other ways,
 * such as a newer version of the resource.
 */
export function useTextOf<Value>(
  value: Value,
  onChange: (value: Value) => void,
  { textOf, valueOf }: { textOf: (value: Value) => string; valueOf: (text: string) => Value },
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(() => textOf(value));
  const isSame = JSON.stringify(valueOf(typed)) === JSON.stringify(value);
  const type = (text: string) => {
    setTyped(text);
    onChange(valueOf(text));
  };
  return [isSame ? typed : textOf(value), type];
}
