// A plugin of the viewer: the samples of an operation (x-codeSamples) as tabs, above its responses.

/** The language the reader chose last; every operation shows it. */
let chosen;
const watchers = new Set();
const choose = (label) => {
  chosen = label;
  for (const watcher of watchers) watcher();
};
const watch = (watcher) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

// Enough of all three languages to tell words, texts and options apart.
const marks = [
  ['text', /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/],
  ['word', /\b(?:import|from|const|await|new|curl|None|True|False|null|true|false)\b/],
  ['option', /(?<=\s)-{1,2}[A-Za-z][\w-]*/],
];
const tokens = new RegExp(marks.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'g');

export const samples = ({ React }) => {
  const { createElement: element, useId, useRef, useState, useSyncExternalStore } = React;

  const coloured = (source) => {
    const parts = [];
    let end = 0;
    for (const { 0: text, index, groups } of source.matchAll(tokens)) {
      const [kind] = Object.entries(groups).find(([, found]) => found !== undefined);
      parts.push(source.slice(end, index));
      parts.push(element('span', { key: index, className: `sample-${kind}` }, text));
      end = index + text.length;
    }
    return [...parts, source.slice(end)];
  };

  const Copy = ({ source, code }) => {
    const [done, setDone] = useState('');
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(source);
        setDone('Copied');
      } catch {
        // Browsers give the clipboard to HTTPS and localhost only.
        window.getSelection().selectAllChildren(code.current);
        setDone('Selected');
      }
      setTimeout(() => setDone(''), 2000);
    };
    return element(
      'button',
      { type: 'button', onClick: copy },
      element('span', { role: 'status' }, done || 'Copy'),
    );
  };

  const Samples = ({ list }) => {
    const id = useId();
    const row = useRef(null);
    const code = useRef(null);
    const label = useSyncExternalStore(watch, () => chosen);
    const found = list.findIndex((sample) => sample.label === label);
    const current = Math.max(found, 0);
    const { source } = list[current];
    const move = (event) => {
      const to = {
        ArrowLeft: (current - 1 + list.length) % list.length,
        ArrowRight: (current + 1) % list.length,
        Home: 0,
        End: list.length - 1,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      choose(list[to].label);
      row.current.children[to].focus();
    };
    const tab = ({ label: name }, index) =>
      element(
        'button',
        {
          key: name,
          type: 'button',
          role: 'tab',
          id: `${id}tab${index}`,
          'aria-selected': index === current,
          'aria-controls': `${id}panel`,
          // One stop of the tab key for the row; arrows move within it.
          tabIndex: index === current ? 0 : -1,
          onClick: () => choose(name),
          onKeyDown: move,
        },
        name,
      );
    return element(
      'section',
      { 'aria-labelledby': `${id}title` },
      element(
        'div',
        { className: 'opblock-section-header' },
        element('h4', { id: `${id}title` }, 'Code samples'),
      ),
      element(
        'div',
        { className: 'samples' },
        element(
          'div',
          { className: 'samples-head' },
          element('div', { ref: row, role: 'tablist', 'aria-labelledby': `${id}title` }, list.map(tab)),
          element(Copy, { source, code }),
        ),
        element(
          'pre',
          {
            ref: code,
            role: 'tabpanel',
            id: `${id}panel`,
            'aria-labelledby': `${id}tab${current}`,
            // Code that is wider than the page is scrolled with the arrows.
            tabIndex: 0,
          },
          element('code', null, coloured(source)),
        ),
      ),
    );
  };

  // The viewer shows the responses of each operation that is open, and of no other.
  const responses = (Original) => (props) => {
    const list = props.specSelectors
      .specJson()
      .getIn(['paths', props.path, props.method, 'x-codeSamples'])
      ?.toJS();
    return element(React.Fragment, null, list?.length ? element(Samples, { list }) : null, element(Original, props));
  };
  return { wrapComponents: { responses } };
};
