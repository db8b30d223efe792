// Recovery codes: copies them, and saves them as a file. Without scripts the buttons stay hidden.
const place = document.querySelector('[data-codes]');
const codes = [...document.querySelectorAll('.codes code')].map((code) => code.textContent);
const text = `${place.dataset.name}\n\n${codes.join('\n')}\n`;
const status = place.querySelector('[role=status]');

const copy = async () => {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = place.dataset.copied;
  } catch {
    status.textContent = place.dataset.failed;
  }
};

const download = () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  // The browser reads the file after the click has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

place.querySelector('[data-copy]').addEventListener('click', () => void copy());
place.querySelector('[data-download]').addEventListener('click', download);
place.hidden = false;
