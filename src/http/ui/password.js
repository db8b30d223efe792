// Password fields: a button that shows what was typed, and how strong a new password is. Without scripts fields work as they are.

/** Words that attackers try first, and runs of keys. */
const common = /passw(or|0r)[dt]|passwort|motdepasse|welcome|letmein|qwert[yz]|azerty|asdf|admin|iloveyou|monkey|dragon/g;
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertzuiop', 'qwertyuiop', 'azertyuiop'];

const isRun = (a, b, c) => runs.some((run) => run.includes(a + b + c) || run.includes(c + b + a));

/** Counts the characters that an attacker has to guess: neither repeated nor part of a run, a common word or the user name. */
function guessed(password, names) {
  let text = password.toLowerCase().replace(common, '*');
  for (const name of names) if (name.length >= 4) text = text.replaceAll(name, '*');
  const signs = [...text];
  return signs.filter((sign, at) => {
    const [before, second] = [signs[at - 1], signs[at - 2]];
    return sign !== before && !(second !== undefined && isRun(second, before, sign));
  }).length;
}

/** A hint, no verdict: the server judges the other rules of the organization. */
function levelOf(password, names) {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  const bits = guessed(password, names) * (2.5 + kinds / 2);
  return bits < 36 ? 'weak' : bits < 54 ? 'fair' : 'strong';
}

/** Counts characters as the server does. */
const isShort = (password, least) => [...password.normalize('NFKC')].length < least;

function rate(field) {
  const told = document.createElement('p');
  told.className = 'strength';
  told.setAttribute('role', 'status');
  field.closest('.field').append(told);
  const user = field.form.elements.username?.value.toLowerCase() ?? '';
  const names = [user, ...user.split(/[^\p{L}\p{N}]+/u)];
  const least = Number(field.dataset.minLength ?? 0);
  const levelAt = (password) =>
    password === '' ? '' : isShort(password, least) ? 'short' : levelOf(password, names);
  field.addEventListener('input', () => {
    const level = levelAt(field.value);
    if (level === (told.dataset.level ?? '')) return;
    told.dataset.level = level;
    told.textContent = level === '' ? '' : field.dataset[level];
  });
}

function reveal(field) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet reveal';
  button.setAttribute('aria-controls', field.id);
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? field.dataset.hide : field.dataset.show;
    button.setAttribute('aria-label', isShown ? field.dataset.hideLabel : field.dataset.showLabel);
  };
  show(false);
  button.addEventListener('click', () => show(field.type === 'password'));
  // A browser would keep a field of the type text among what was typed before.
  field.form.addEventListener('submit', () => show(false));
  const row = document.createElement('div');
  row.className = 'with-button';
  const hasFocus = field === document.activeElement;
  field.replaceWith(row);
  row.append(field, button);
  if (hasFocus) field.focus();
}

for (const field of document.querySelectorAll('input[type=password][data-show]')) {
  reveal(field);
  if (field.dataset.weak) rate(field);
}
