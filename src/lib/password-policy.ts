/** The rules for passwords (decisions 6.6, "password-policy"); lengths are in code points. */
export interface PasswordPolicy {
  minLength: number;
  maxLength: number;
  requireUppercase: boolean;
  requireLowercase: boolean;
  requireNumber: boolean;
  requireSymbol: boolean;
  /** How many of the four kinds (upper case, lower case, digits, others) it must mix. */
  minCharacterTypes: number;
  disallowCommon: boolean;
  disallowUserInfo: boolean;
  disallowRepetition: boolean;
  customBlockedWords: readonly string[];
  /** Whether passwords from known breaches are refused; needs BREACHED_PASSWORDS_FILE. */
  disallowBreached: boolean;
  /** How many of the latest passwords may not be used again. */
  historyCount: number;
}

export const defaultPasswordPolicy: PasswordPolicy = Object.freeze({
  minLength: 12,
  maxLength: 128,
  requireUppercase: false,
  requireLowercase: false,
  requireNumber: false,
  requireSymbol: false,
  minCharacterTypes: 1,
  disallowCommon: true,
  disallowUserInfo: true,
  disallowRepetition: true,
  customBlockedWords: Object.freeze([]),
  disallowBreached: false,
  historyCount: 5,
});

/** The owner of a password. Facts that others know of the owner are not secret. */
export interface PasswordOwner {
  email: string | null;
  username: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
}

export interface PasswordCandidate {
  /** Normalized by {@link normalizedPassword}. */
  password: string;
  about: PasswordOwner;
  /** Passwords many people use, in lower case. */
  common: ReadonlySet<string>;
}

export type PasswordRule = keyof PasswordPolicy;

interface Rule {
  breaks: (policy: PasswordPolicy, candidate: PasswordCandidate) => boolean;
  says: (policy: PasswordPolicy) => string;
}

/**
 * The form in which a password is measured, hashed and compared: two keyboards may write one and the same
 * password with different code points (NIST SP 800-63B 5.1.1.2 asks for NFKC or NFKD before hashing).
 */
export const normalizedPassword = (password: string): string => password.normalize('NFKC');

const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const digit = /\p{Nd}/u;
const other = /[^\p{Lu}\p{Ll}\p{Nd}]/u;

/** Each rule that can be read off the password; historyCount and disallowBreached need hashes and are checked where they are. */
const rules: Readonly<Record<Exclude<PasswordRule, 'historyCount' | 'disallowBreached'>, Rule>> = {
  maxLength: {
    breaks: ({ maxLength }, { password }) => lengthOf(password) > maxLength,
    says: ({ maxLength }) => `Use at most ${maxLength} characters.`,
  },
  minLength: {
    breaks: ({ minLength }, { password }) => lengthOf(password) < minLength,
    says: ({ minLength }) =>
      `Use at least ${minLength} characters. A few unrelated words are easy to remember.`,
  },
  requireUppercase: {
    breaks: ({ requireUppercase }, { password }) => requireUppercase && !upper.test(password),
    says: () => 'Add an uppercase letter.',
  },
  requireLowercase: {
    breaks: ({ requireLowercase }, { password }) => requireLowercase && !lower.test(password),
    says: () => 'Add a lowercase letter.',
  },
  requireNumber: {
    breaks: ({ requireNumber }, { password }) => requireNumber && !digit.test(password),
    says: () => 'Add a number.',
  },
  requireSymbol: {
    breaks: ({ requireSymbol }, { password }) => requireSymbol && !other.test(password),
    says: () => 'Add a symbol, such as ! or #.',
  },
  minCharacterTypes: {
    breaks: ({ minCharacterTypes }, { password }) =>
      [upper, lower, digit, other].filter((kind) => kind.test(password)).length < minCharacterTypes,
    says: ({ minCharacterTypes }) =>
      `Use at least ${minCharacterTypes} of: uppercase letters, lowercase letters, numbers, symbols.`,
  },
  disallowCommon: {
    breaks: ({ disallowCommon }, { password, common }) => disallowCommon && isCommon(password, common),
    says: () => 'Choose a less common password. Adding numbers to a common password is not enough.',
  },
  disallowUserInfo: {
    breaks: ({ disallowUserInfo }, { password, about }) =>
      disallowUserInfo && containsAny(password, wordsOf(about)),
    says: () => 'Leave out names, the username and parts of the email address.',
  },
  disallowRepetition: {
    breaks: ({ disallowRepetition }, { password }) => disallowRepetition && isRepetitive(password),
    says: () => 'Do not use a character more than three times in a row, or repeat the same part.',
  },
  customBlockedWords: {
    breaks: ({ customBlockedWords }, { password }) => containsAny(password, customBlockedWords),
    says: () => 'Leave out the words that your organization does not allow in passwords.',
  },
};

/** The rules a password breaks, each with a sentence that says what to do and repeats nothing of the password. */
export function brokenRules(
  policy: PasswordPolicy,
  candidate: PasswordCandidate,
): Partial<Record<PasswordRule, string>> {
  // The other rules are not worth the time that a very long text would take them.
  const { maxLength } = rules;
  if (maxLength.breaks(policy, candidate)) return { maxLength: maxLength.says(policy) };
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([, rule]) => rule.breaks(policy, candidate))
      .map(([name, rule]) => [name, rule.says(policy)]),
  );
}

const lengthOf = (text: string): number => Array.from(text).length;

const folded = (text: string): string => normalizedPassword(text).toLowerCase();

/** With only digits and signs around it, a common password is as easy to guess, unless they are most of it. */
function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const text = folded(password);
  const core = text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '');
  return common.has(text) || (common.has(core) && lengthOf(core) * 2 >= lengthOf(text));
}

const containsAny = (password: string, words: readonly string[]): boolean => {
  const text = folded(password);
  return words.some((word) => word !== '' && text.includes(folded(word)));
};

/** Shorter words stand in too many good passwords by chance. */
const shortestWord = 4;

function wordsOf({ email, username, firstName, lastName, displayName }: PasswordOwner): string[] {
  return [email, username, firstName, lastName, displayName]
    .flatMap((name) => (name === null ? [] : [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)]))
    .filter((word) => lengthOf(word) >= shortestWord);
}

function isRepetitive(password: string): boolean {
  const characters = Array.from(folded(password));
  const repeats = (period: number): boolean =>
    characters.every((character, at) => at < period || character === characters[at - period]);
  for (let period = 1; period * 2 <= characters.length; period++) if (repeats(period)) return true;
  return /(.)\1{3}/su.test(folded(password));
}
