// Sends the request that a reader composed, with the key of the reader and nothing else of the browser.

/** Shows the form, which needs scripts. */
export const showTry = () => {
  for (const form of document.querySelectorAll('.try')) form.hidden = false;
};

const variables = { apiKey: 'KEYWARD_API_KEY', scimToken: 'KEYWARD_SCIM_TOKEN' };

const requestOf = (place) => {
  const { method, path, scheme, type } = place.dataset;
  const headers = {};
  const query = new URLSearchParams();
  let target = path;
  for (const { dataset, value } of place.querySelectorAll('input[data-in]')) {
    const { in: where, name } = dataset;
    if (where === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (where === 'query') query.append(name, value);
    else headers[name] = value;
  }
  const key = document.querySelector(`[data-variable="${variables[scheme]}"]`)?.value.trim();
  if (key) headers.Authorization = `Bearer ${key}`;
  const body = place.querySelector('textarea')?.value;
  if (body) headers['Content-Type'] = type;
  const search = query.size > 0 ? `?${query}` : '';
  return [`${target}${search}`, { method, headers, credentials: 'omit', redirect: 'manual', ...(body ? { body } : {}) }];
};

const shownText = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const send = async (place) => {
  const outcome = place.querySelector('.outcome');
  const say = (title, text) => {
    const heading = Object.assign(document.createElement('p'), { textContent: title });
    const code = Object.assign(document.createElement('pre'), { textContent: text, tabIndex: 0 });
    outcome.replaceChildren(heading, ...(text ? [code] : []));
  };
  const started = performance.now();
  try {
    const answer = await fetch(...requestOf(place));
    const text = await answer.text();
    const took = Math.round(performance.now() - started);
    say(`${answer.status} ${answer.statusText} · ${took} ms · ${answer.headers.get('X-Request-Id') ?? ''}`, shownText(text));
  } catch (error) {
    say('The browser could not send the request.', error instanceof Error ? error.message : '');
  }
};

document.addEventListener('submit', (event) => {
  const place = event.target.closest('.try');
  if (!place) return;
  event.preventDefault();
  void send(place);
});
