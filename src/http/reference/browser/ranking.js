// How the search finds and orders pages. It needs no browser, so tests call it too.

/** A name is found by itself and by its words: `gracePeriod`, `grace`, `period`. */
const tokenize = (text) =>
  text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
    return parts.length > 1 ? [word, ...parts] : parts;
  });

/** Words of a question that say nothing. */
const empty = new Set(
  'a after an and are as at be before by can do does for from get has have how i if in is it its me my of on or our should so that the there these this to up use using via want was we what when where which who why will with without you your'.split(
    ' ',
  ),
);

/** A word in one form finds the others: `rotating`, `rotated` and `rotates` are `rotat`, as `rotate` is. */
const stemOf = (word) => word.replace(/(?<=^[a-z]{4,})(?:ing|ed|es|e|s)$|(?<=^[a-z]{3})s$/, '');

/** The form in which a word is indexed, or null. */
const termOf = (word) => (empty.has(word.toLowerCase()) ? null : stemOf(word.toLowerCase()));
const termsOf = (text) => tokenize(text).map(termOf).filter(Boolean);

/** The first place whose field has the name that the reader typed. */
const placeIn = (places, question) => {
  const wanted = question.replaceAll(/[\s._]/g, '').toLowerCase();
  return wanted && places.split(' ').find((place) => place.split('.').at(-1).toLowerCase() === wanted);
};
const fieldOf = ({ taken = '', given = '' }, question) => placeIn(taken, question) || placeIn(given, question);

/**
 * The part of a name that the question says, from 0 to 1. `rotate` says a half of `rotateCredential`, and a third of
 * `rotateSigningKeys`. A question with other words says nothing of the name.
 */
const saidOf = (name, asked) => {
  const [, ...words] = termsOf(name);
  return asked.length > 0 && asked.every((term) => words.includes(term)) ? new Set(asked).size / words.length : 0;
};

/** Returns whether a question is the whole name of an operation: `list users`, but not `saml metadata` for `getSamlMetadata`. */
const saysName = (name, asked) =>
  asked.length > 1 &&
  saidOf(name, asked) === 1 &&
  tokenize(name)
    .slice(1)
    .every((word) => asked.includes(stemOf(word.toLowerCase())));

/** The part of a question that phrases say together, from 0 to 1. A phrase counts if the question has all its words. */
const coverOf = (phrases, asked) => new Set(phrases.filter((one) => one.every((term) => asked.has(term))).flat()).size / asked.size;

/** A concept is the answer to a question if its phrases say this part of the question. */
const enough = 0.6;

/** Names in programs: `gracePeriod`, `USAGE_EXCEEDED`, `identity.suspended`. */
const isName = (question) => /^\S*(?:[a-z][A-Z]|\w[_.]\w)\S*$/.test(question);

/** Makes the search. `entries` are the pages, `synonyms` the words that mean others: `{ mfa: ['second factor'] }`. */
export const makeSearch = (MiniSearch, { entries, synonyms }) => {
  const index = new MiniSearch({
    fields: ['title', 'name', 'taken', 'beside', 'text', 'given'],
    storeFields: ['kind', 'title', 'name', 'beside', 'taken', 'given'],
    tokenize,
    processTerm: termOf,
    searchOptions: {
      boost: { title: 6, name: 5, taken: 3, beside: 2, text: 1, given: 0.5 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries.filter(({ kind }) => kind !== 'concept'));
  const concepts = entries
    .filter(({ kind }) => kind === 'concept')
    .map((entry) => ({ entry, phrases: [entry.title, ...entry.phrases].map(termsOf) }));
  const others = new Map(Object.entries(synonyms).map(([word, meanings]) => [termOf(word), meanings]));

  /** A word, or one of those that mean the same. */
  const queryOf = (term) =>
    others.has(term)
      ? {
          combineWith: 'OR',
          queries: [term, ...others.get(term).map((meaning) => ({ combineWith: 'AND', queries: termsOf(meaning) }))],
        }
      : term;

  const look = (asked, question, combineWith) => {
    const typed = question.toLowerCase();
    return index.search(
      { combineWith, queries: asked.map(queryOf) },
      {
        // A guide whose title the reader typed stands first, then a name that they typed, then an operation that takes a field of this name. If the names of several
        // operations have all words of the question, the shortest name stands first.
        boostDocument: (_id, _term, { kind, title = '', name = '', beside = '', taken = '' }) => {
          if (kind === 'guide' && beside === '' && title.toLowerCase() === typed) return 200;
          if (name !== '' && name.toLowerCase() === typed) return 100;
          if (placeIn(taken, question)) return 4;
          if (kind === 'operation') return 1.2 + 30 * saidOf(name, asked) ** 3;
          return kind === 'guide' ? 1.4 : 1;
        },
      },
    );
  };

  /** Returns the results for a question, the best first. */
  return (question) => {
    const asked = [...new Set(termsOf(question))];
    if (asked.length === 0) return [];
    const all = look(asked, question, 'AND');
    // If no entry has all words, those that have most of them are found.
    const found = all.length > 0 ? all : look(asked, question, 'OR');
    const terms = new Set(asked);
    const meant = concepts
      .map(({ entry, phrases }) => ({ entry, cover: coverOf(phrases, terms) }))
      .filter(({ cover }) => cover >= enough)
      .sort((a, b) => b.cover - a.cover)
      .map(({ entry }) => entry);
    // A question that is the name of a field, or says the whole name of an operation, means this name.
    const [best] = found;
    const isNamed = isName(question) || (best?.kind === 'operation' && saysName(best.name, asked));
    const ordered = isNamed ? found : [...meant, ...found];
    const shown = new Set();
    return ordered
      .filter(({ id }) => !shown.has(id) && shown.add(id))
      .map((result) => ({ ...result, field: fieldOf(result, question) }));
  };
};
