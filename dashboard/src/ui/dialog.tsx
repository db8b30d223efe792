import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useCallback, useEffect, useState } from 'react';
import { texts } from '../texts/ui.ts';

/** Tells the dialog around this one that there is one more over it, or one less. */
const Around = createContext<(change: 1 | -1) => void>(() => undefined);

/** A dialog over the page. Escape closes only the top one, so that a form under its samples keeps what was typed. */
export function Dialog({
  isBusy = false,
  onClose,
  ...props
}: Omit<ModalProps, 'opened'> & {
  /**
   * While a change is sent, nothing closes the dialog: a secret in the answer would be lost. The dialog that asks for a
   * recent sign-in may be over this one.
   */
  isBusy?: boolean;
}) {
  const tell = use(Around);
  const [over, setOver] = useState(0);
  const count = useCallback((change: number) => setOver((now) => now + change), []);
  useEffect(() => {
    tell(1);
    return () => tell(-1);
  }, [tell]);
  const isTop = over === 0 && !isBusy;
  return (
    <Around value={count}>
      <Modal
        opened
        closeOnEscape={isTop}
        trapFocus={isTop}
        closeButtonProps={{ 'aria-label': texts.close, disabled: isBusy }}
        onClose={() => {
          if (!isBusy) onClose();
        }}
        {...props}
      />
    </Around>
  );
}
