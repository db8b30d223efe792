// Starts what a page of the reference has with scripts: search, samples, requests, and pages that change without a reload.
import { showSamples } from './samples.js';
import { startSearch } from './search.js';
import { showTry } from './try.js';

const show = () => {
  showSamples();
  showTry();
  reveal();
};

/** Opens what hides the place that the address names. */
const reveal = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  for (let around = place.closest('details'); around; around = around.parentElement.closest('details')) around.open = true;
  place.scrollIntoView();
};

/** Shows another page in the place of this one. The keys that the reader entered stay. */
const turnTo = async (address) => {
  const answer = await fetch(address, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.title = next.title;
  for (const place of ['main', 'nav']) document.querySelector(place).replaceWith(next.querySelector(place));
};

/** The path of the page that is shown. */
let shown = location.pathname;

const go = async (address) => {
  try {
    await turnTo(address);
  } catch {
    location.assign(address);
    return;
  }
  history.pushState(null, '', address);
  shown = location.pathname;
  document.querySelector('main').focus({ preventScroll: true });
  scrollTo(0, 0);
  show();
};

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const { origin, pathname } = link;
  if (origin !== location.origin || !/^\/docs(\/|$)/.test(pathname) || pathname === location.pathname) return;
  event.preventDefault();
  void go(link.href);
});

const goBack = async () => {
  if (location.pathname !== shown) await turnTo(location.href).catch(() => location.reload());
  shown = location.pathname;
  show();
};
addEventListener('popstate', () => void goBack());
addEventListener('hashchange', reveal);

// Links to the reference before this one were `/docs#/<tag>/<operation>`.
const [, old] = /^#\/[\w-]+\/(\w+)$/.exec(location.hash) ?? [];
if (old && location.pathname.replace(/\/$/, '') === '/docs') location.replace(`/docs/operations/${old}`);

for (const hidden of document.querySelectorAll('header [hidden]:not(.results)')) hidden.hidden = false;
document.addEventListener('input', ({ target }) => {
  if (target.matches('.keys input')) showSamples();
});
startSearch();
show();
