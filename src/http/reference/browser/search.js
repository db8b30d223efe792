// The search of the reference: over operations, their fields, errors, verification codes and events.
import MiniSearch from './minisearch.js';

/** A name is found by itself and by its words: `gracePeriod`, `grace`, `period`. */
const tokenize = (text) =>
  text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
    return parts.length > 1 ? [word, ...parts] : parts;
  });

/** Words of a question that say nothing. */
const empty = new Set(['a', 'an', 'the', 'of', 'to', 'how', 'do', 'i', 'is', 'for', 'with']);

/** A word in one form finds the others: `rotating`, `rotated` and `rotates` are `rotat`, as `rotate` is. */
const stemOf = (word) => word.replace(/(?<=^[a-z]{4,})(?:ing|ed|es|e|s)$/, '');

/** The form in which a word is indexed, or null. */
const termOf = (word) => (empty.has(word.toLowerCase()) ? null : stemOf(word.toLowerCase()));
const termsOf = (text) => tokenize(text).map(termOf).filter(Boolean);

const load = async () => {
  const index = new MiniSearch({
    fields: ['title', 'name', 'taken', 'beside', 'text', 'given'],
    storeFields: ['kind', 'title', 'name', 'beside', 'taken', 'given'],
    tokenize,
    processTerm: termOf,
    searchOptions: {
      boost: { title: 6, name: 5, taken: 3, beside: 2, text: 1, given: 0.5 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  const answer = await fetch('/docs/search.json', { credentials: 'omit' });
  index.addAll(await answer.json());
  return index;
};

const most = 12;

/** The first place whose field has the name that the reader typed. */
const placeIn = (places, question) => {
  const wanted = question.replaceAll(/[\s._]/g, '').toLowerCase();
  return wanted && places.split(' ').find((place) => place.split('.').at(-1).toLowerCase() === wanted);
};
const fieldOf = ({ taken, given }, question) => placeIn(taken, question) || placeIn(given, question);

/**
 * The part of a name that the question says, from 0 to 1. `rotate` says a half of `rotateCredential`, and a third of
 * `rotateSigningKeys`. A question with other words says nothing of the name.
 */
const saidOf = (name, question) => {
  const asked = termsOf(question);
  const [, ...words] = termsOf(name);
  return asked.length > 0 && asked.every((term) => words.includes(term)) ? new Set(asked).size / words.length : 0;
};

/**
 * A name that the reader typed stands first, then an operation that takes a field of this name, then operations. If the names of
 * several operations have all words of the question, the shortest name stands first.
 */
const asking = (question) => ({
  boostDocument: (_id, _term, { kind, name, taken }) => {
    if (name.toLowerCase() === question.toLowerCase()) return 100;
    if (placeIn(taken, question)) return 4;
    return kind === 'operation' ? 1.6 + 30 * saidOf(name, question) ** 3 : 1;
  },
});

const item = (result, question) => {
  const { id, kind, title, beside } = result;
  const field = fieldOf(result, question);
  const link = Object.assign(document.createElement('a'), { href: field ? `${id}#${field}` : id });
  const span = (className, textContent) => Object.assign(document.createElement('span'), { className, textContent });
  link.append(span('kind', kind), ' ', span('title', title), ' ', span('beside', field ? `${beside} · field ${field}` : beside));
  const place = document.createElement('li');
  place.append(link);
  return place;
};

/** Starts the search. The index is loaded once the page stands. */
export const startSearch = () => {
  const place = document.querySelector('.search');
  const input = place.querySelector('input');
  const list = place.querySelector('.results');
  const status = place.querySelector('[role=status]');
  let index;
  const start = async () => {
    try {
      index = await load();
      place.dataset.ready = 'true';
      look();
    } catch {
      status.textContent = 'The search cannot be loaded.';
    }
  };

  const close = () => {
    list.hidden = true;
  };
  const look = () => {
    const question = input.value.trim();
    close();
    if (question === '' || !index) return;
    const found = index.search(question, asking(question));
    // If no entry has all words, those that have most of them are shown.
    const results = (found.length > 0 ? found : index.search(question, { ...asking(question), combineWith: 'OR' })).slice(0, most);
    list.replaceChildren(...results.map((result) => item(result, question)));
    list.hidden = results.length === 0;
    status.textContent = results.length === 0 ? `Nothing found for “${question}”.` : `${results.length} results`;
    status.classList.toggle('unseen', results.length > 0);
  };

  input.addEventListener('input', look);
  input.addEventListener('focus', look);
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
    if (event.key !== '/' || event.target.matches('input, textarea')) return;
    event.preventDefault();
    input.focus();
  });
  void start();
};
