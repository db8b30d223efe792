// The search of the documentation: over guides, operations, their fields, errors, events and concepts.
import { makeSearch } from './ranking.js';

/** Loads the entries and the library. Both lie beside this script. */
const load = async () => {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('./minisearch.js'),
    fetch(new URL('search.json', import.meta.url), { credentials: 'omit' }),
  ]);
  return makeSearch(MiniSearch, await answer.json());
};

const most = 12;

const item = ({ id, kind, title, beside, field }) => {
  const { pathname, hash } = new URL(field ? `${id}#${field}` : id, import.meta.url);
  const link = Object.assign(document.createElement('a'), { href: pathname + hash });
  const span = (className, textContent) => Object.assign(document.createElement('span'), { className, textContent });
  link.append(span('kind', kind), ' ', span('title', title), ' ', span('beside', field ? `${beside} · field ${field}` : beside));
  const place = document.createElement('li');
  place.append(link);
  return place;
};

/** Starts the search. The index is loaded when the reader first goes to the field. */
export const startSearch = () => {
  const place = document.querySelector('.search');
  const input = place.querySelector('input');
  const list = place.querySelector('.results');
  const status = place.querySelector('[role=status]');
  let find;
  let loading;
  const begin = async () => {
    try {
      find = await load();
      place.dataset.ready = 'true';
      look();
    } catch {
      loading = undefined;
      status.textContent = 'The search cannot be loaded.';
      status.classList.remove('unseen');
    }
  };
  const start = () => {
    loading ??= begin();
  };

  const close = () => {
    list.hidden = true;
  };
  const look = () => {
    const question = input.value.trim();
    close();
    if (question === '') {
      status.textContent = '';
      status.classList.add('unseen');
      return;
    }
    if (!find) {
      start();
      return;
    }
    const results = find(question).slice(0, most);
    list.replaceChildren(...results.map(item));
    list.hidden = results.length === 0;
    status.textContent = results.length === 0 ? `Nothing found for “${question}”.` : `${results.length} results`;
    status.classList.toggle('unseen', results.length > 0);
  };

  input.addEventListener('input', look);
  input.addEventListener('focus', () => {
    start();
    look();
  });
  place.addEventListener('keydown', (event) => {
    const stops = [input, ...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !list.hidden) {
      event.preventDefault();
      stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
    }
    if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click();
    if (event.key === 'Escape') {
      close();
      input.focus();
      close();
    }
  });
  list.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (!place.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || event.target.matches('input, textarea'))) return;
    event.preventDefault();
    input.focus();
  });
};
