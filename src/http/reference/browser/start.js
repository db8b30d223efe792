// Starts what a page of the documentation has with scripts: search, samples, requests, and pages that change without a reload.
import { showSamples } from './samples.js';
import { startSearch } from './search.js';
import { showTry } from './try.js';

const show = () => {
  showSamples();
  if (!isFolder) showTry();
  reveal();
  nameTables();
};

/** A table that is wider than the page scrolls by keys, and has a name for those who do not see it. */
const nameTables = () => {
  for (const table of document.querySelectorAll('main .table')) {
    if (table.scrollWidth <= table.clientWidth) continue;
    let before = table.previousElementSibling;
    while (before && !/^H[1-6]$/.test(before.tagName)) before = before.previousElementSibling;
    table.tabIndex = 0;
    table.setAttribute('role', 'region');
    table.setAttribute('aria-label', `Table: ${before?.textContent ?? document.title}`);
  }
};

/** Opens what hides the place that the address names. */
const reveal = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  for (let around = place.closest('details'); around; around = around.parentElement.closest('details')) around.open = true;
  place.scrollIntoView();
};

/** Whether the pages are a folder, and no service answers their requests. */
const isFolder = document.documentElement.dataset.site === 'folder';

/** Reads another page. */
const pageAt = async (address) => {
  const answer = await fetch(address, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
};

/** Shows another page in the place of this one. The keys that the reader entered stay. */
const turnTo = (next) => {
  document.title = next.title;
  for (const place of ['main', '#contents']) document.querySelector(place).replaceWith(next.querySelector(place));
};

/** The path of the page that is shown. */
let shown = location.pathname;

const go = async (address) => {
  let next;
  try {
    next = await pageAt(address);
  } catch {
    location.assign(address);
    return;
  }
  // Relative links of the next page are meant from its own address.
  history.pushState(null, '', address);
  turnTo(next);
  shown = location.pathname;
  document.querySelector('main').focus({ preventScroll: true });
  scrollTo(0, 0);
  show();
};

/** The address of the folder of all pages. */
const root = new URL('.', import.meta.url);
/** Returns whether an address is a page of the documentation. Other files have an ending. */
const isPage = ({ origin, pathname }) =>
  origin === root.origin &&
  (pathname.startsWith(root.pathname) || `${pathname}/` === root.pathname) &&
  !/\.(?:md|png|json|txt|yaml)$/.test(pathname);

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!isPage(link) || link.pathname === location.pathname) return;
  event.preventDefault();
  void go(link.href);
});

const goBack = async () => {
  if (location.pathname !== shown) await pageAt(location.href).then(turnTo, () => location.reload());
  shown = location.pathname;
  show();
};
addEventListener('popstate', () => void goBack());
addEventListener('hashchange', reveal);

// Links to the reference before this one were `/docs#/<tag>/<operation>`.
const [, old] = /^#\/[\w-]+\/(\w+)$/.exec(location.hash) ?? [];
if (old && location.pathname.replace(/\/$/, '') === '/docs') location.replace(`/docs/operations/${old}`);

// The header stays when the page changes, so its links may not depend on the address of the page.
for (const link of document.querySelectorAll('header a[href*="index"]')) link.href = new URL(link.href).href;
for (const hidden of document.querySelectorAll('header [hidden]:not(.results)')) hidden.hidden = isFolder && hidden.matches('.keys');
document.addEventListener('input', ({ target }) => {
  if (target.matches('.keys input')) showSamples();
});
startSearch();
show();
