// Passkeys: hands what the service asks to the browser, and what the browser answers back by the form of the page.
//
// A form with data-passkey="create" or "get" is shown only where browsers can do it. Its field `credential` gets the
// answer; data-options is where the question comes from. With data-conditional the browser offers passkeys in the
// field whose autocomplete says so, until a button is pressed.

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));

const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const described = (known) => known?.map((one) => ({ ...one, id: bytesOf(one.id) }));

/**
 * Reads the options of a creation from JSON, as browsers of 2025 do themselves (WebAuthn level 3, section 5.1).
 */
const creation = (options) =>
  PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };

const request = (options) =>
  PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: described(options.allowCredentials),
  };

/**
 * Returns the credential as JSON. `toJSON` may exist and throw: extensions that hide passkeys from the page give
 * objects other than credentials.
 */
const answerOf = (credential) => {
  try {
    return credential.toJSON();
  } catch {
    const { id, type, response, authenticatorAttachment } = credential;
    const parts = { clientDataJSON: textOf(response.clientDataJSON) };
    for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle'])
      if (response[name]) parts[name] = textOf(response[name]);
    if (response.getTransports) parts.transports = response.getTransports();
    return { id, rawId: id, type, response: parts, authenticatorAttachment, clientExtensionResults: {} };
  }
};

const errorOf = (form) => form.querySelector('[data-passkey-error]');

const tell = (form, text) => {
  const place = errorOf(form);
  place.hidden = text === '';
  place.textContent = text;
};

/** The field `credential` is what is asked for, so it is not sent along. */
async function optionsFor(form) {
  const fields = new URLSearchParams(new FormData(form));
  fields.delete('credential');
  fields.delete('name');
  const answer = await fetch(form.dataset.options, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: fields,
  });
  // The reload shows the page that asks the user to sign in again.
  if (answer.redirected) return location.reload();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** One ceremony at a time: browsers refuse a second one while the first one waits. */
let waiting;

/**
 * One question at a time. The service keeps the challenge of the last question, so an earlier question that arrives
 * late would replace the challenge that the browser answers.
 */
let asked = Promise.resolve();

function inTurn(question) {
  const turn = asked.then(question);
  asked = turn.catch(() => undefined);
  return turn;
}

async function ask(form, conditional) {
  waiting?.abort();
  const mine = (waiting = new AbortController());
  const options = await inTurn(() => (mine.signal.aborted ? undefined : optionsFor(form)));
  if (options === undefined || mine.signal.aborted) return;
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({ publicKey: creation(options), signal: mine.signal })
      : await navigator.credentials.get({
          publicKey: request(options),
          signal: mine.signal,
          ...(conditional ? { mediation: 'conditional' } : {}),
        });
  form.elements.credential.value = JSON.stringify(answerOf(credential));
  form.submit();
}

async function offer(form) {
  try {
    await ask(form, true);
  } catch {
    // The user did not ask for this request, so the page does not report its failure.
  }
}

async function press(form, button) {
  tell(form, '');
  button.disabled = true;
  try {
    await ask(form, false);
  } catch (error) {
    const known = error.name === 'InvalidStateError' ? form.dataset.known : undefined;
    tell(form, known ?? form.dataset.failed);
    button.disabled = false;
    if ('conditional' in form.dataset) void offer(form);
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (typeof PublicKeyCredential === 'undefined') {
    document.querySelector('[data-passkey-missing]')?.removeAttribute('hidden');
    continue;
  }
  form.hidden = false;
  // A browser that has shown the page before this script came has passed over a field that it could not focus.
  if (document.activeElement === document.body) form.querySelector('[autofocus]')?.focus();
  const button = form.querySelector('button');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void press(form, button);
  });
}

const [offered] = document.querySelectorAll('form[data-passkey][data-conditional]');
if (offered && (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) && !waiting)
  void offer(offered);

// Back from the next page by the history: what was answered there is no good any more.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
