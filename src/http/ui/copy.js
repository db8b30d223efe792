// Values to copy: a button beside each. Without scripts, the values are fields whose text can be selected.
for (const field of document.querySelectorAll('input[data-copy]')) {
  const row = document.createElement('div');
  row.className = 'with-button';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet reveal';
  button.textContent = field.dataset.copy;
  button.setAttribute('aria-label', `${field.dataset.copy}: ${field.labels[0].textContent}`);
  const status = document.createElement('span');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  field.replaceWith(row);
  row.append(field, button, status);
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = field.dataset.copied;
      status.textContent = field.dataset.copied;
    } catch {
      // The value is selected, so that the keyboard copies it.
      field.focus();
    }
  };
  button.addEventListener('click', () => void copy());
}
