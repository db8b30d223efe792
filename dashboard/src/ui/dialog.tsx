import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useCallback, useEffect, useState } from 'react';

/** Tells the dialog around this one that there is one more over it, or one less. */
const Around = createContext<(change: 1 | -1) => void>(() => undefined);

/** A dialog over the page. Escape closes only the top one, so that a form under its samples keeps what was typed. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const tell = use(Around);
  const [over, setOver] = useState(0);
  const count = useCallback((change: number) => setOver((now) => now + change), []);
  useEffect(() => {
    tell(1);
    return () => tell(-1);
  }, [tell]);
  return (
    <Around value={count}>
      <Modal opened closeOnEscape={over === 0} trapFocus={over === 0} {...props} />
    </Around>
  );
}
