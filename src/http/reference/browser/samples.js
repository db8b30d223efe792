// The samples of a page: one language at a time, with the address of this server and the keys of the reader.

/** The language that the reader chose last. */
let chosen;

const keyOf = (variable) => document.querySelector(`[data-variable="${variable}"]`)?.value.trim() ?? '';

/** Writes the key of the reader in the place of the variable, as the language writes a text. */
const fillIn = (place) => {
  const written = (place.dataset.written ??= place.textContent);
  const [variable] = /KEYWARD_\w+/.exec(written);
  const key = keyOf(variable);
  const quote = written.startsWith('process') ? "'" : written.startsWith('os') ? '"' : '';
  place.textContent = key === '' ? written : `${quote}${key.replaceAll(/["'\\$`]/g, '')}${quote}`;
};

const copy = async (button) => {
  const code = button.closest('figure').querySelector('code');
  const written = button.textContent;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    // Browsers give the clipboard to HTTPS and localhost only.
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = written), 2000);
};

document.addEventListener('click', ({ target }) => {
  if (target.matches('.copy')) void copy(target);
  if (target.matches('[role=tab]')) choose(target);
});

const choose = (tab) => {
  chosen = tab.textContent;
  showSamples();
  tab.focus();
};

document.addEventListener('keydown', (event) => {
  if (!event.target.matches?.('[role=tab]')) return;
  const tabs = [...event.target.parentElement.children];
  const at = tabs.indexOf(event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  choose(tabs.at(to % tabs.length));
});

/** Makes the samples what the reader chose and entered. */
export const showSamples = () => {
  for (const button of document.querySelectorAll('.copy')) button.hidden = false;
  for (const place of document.querySelectorAll('.code-secret')) fillIn(place);
  if (document.documentElement.dataset.site !== 'folder')
    for (const place of document.querySelectorAll('.code-origin')) place.textContent = location.origin;
  const tabs = [...document.querySelectorAll('[role=tab]')];
  if (tabs.length === 0) return;
  tabs[0].parentElement.hidden = false;
  const current = tabs.find((tab) => tab.textContent === chosen) ?? tabs[0];
  for (const tab of tabs) {
    const isCurrent = tab === current;
    tab.ariaSelected = String(isCurrent);
    // The key Tab stops once in the row. Arrows move within the row.
    tab.tabIndex = isCurrent ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute('aria-controls'));
    panel.hidden = !isCurrent;
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', tab.id);
  }
};
