const fields =
  'input:not([type="hidden"], [type="radio"], [type="file"], :disabled, [readonly]), textarea:not(:disabled), select:not(:disabled)';

/**
 * The `ref` of a form in a dialog: the focus begins in the first field, and not at the button that closes the dialog. A field with
 * `data-autofocus` goes before it.
 */
export function beginsInFirstField(form: HTMLFormElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return;
  form.querySelector(fields)?.setAttribute('data-autofocus', '');
}

/**
 * The `ref` of a form in a page: the focus begins in the first field when the form appears. What the user shows later, such as another
 * way to enter the same, takes no focus.
 */
export function focusesFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>(fields)?.focus();
}
