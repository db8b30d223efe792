import type { MouseEvent as ReactMouseEvent } from 'react';
import styles from './data-table.module.css';

const controls = 'a, button, input, label, select, textarea, [role="menu"]';

/** Opens what the first column of a row leads to, after a click beside its link. Keys and screen readers use the link itself. */
export function openRow(event: ReactMouseEvent<HTMLElement>): void {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event;
  // React also tells the row of clicks in a dialog that the row opened.
  if (!(target instanceof Element) || !row.contains(target)) return;
  if (target.closest(controls) || getSelection()?.toString()) return;
  const link = row.querySelector(`td.${styles.lead ?? ''} a[href]`);
  link?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
