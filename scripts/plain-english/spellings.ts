// The glossary of the texts for users (the dashboard, the hosted pages and the mails) and for customers (the docs and the contract).
// A thing has one spelling everywhere.

interface Spelling {
  /** The spelling that the texts use. */
  use: string;
  /** Other spellings of the same thing. */
  not: RegExp;
  /** Docs and the contract use the words of the standards, such as MFA and factor. */
  isForUsersOnly?: true;
}

export const spellings: readonly Spelling[] = [
  { use: 'API key', not: /\b(?:[Aa]pi|API-)[- ]?[Kk]eys?\b|\bAPI Keys?\b/ },
  { use: 'CI/CD', not: /\bci[ _-]?cd\b/i },
  { use: 'ID', not: /(?<![\w.$/:-])(?:Id|id)s?(?![\w(/-]|[.:]\w)/ },
  { use: 'OpenID Connect', not: /\bOpenID(?! (?:Connect|Foundation|conformance)\b)|\bOpenId\b/ },
  { use: 'canceled', not: /\bcancelled\b/i },
  { use: 'color', not: /\bcolours?\b/i },
  { use: 'dead letter', not: /\bdead-letters?\b/i },
  { use: 'email', not: /\be[-‐‑]mails?\b/i },
  { use: 'fix', not: /\bmend(?:s|ed|ing)?\b/i },
  { use: 'lifecycle', not: /\blife[ -]cycles?\b/i },
  { use: 'lowercase, uppercase', not: /\b(?:lower|upper)[- ]case\b/i },
  { use: 'passkey', not: /\bpass[- ]keys?\b/i },
  { use: 'setup (noun), set up (verb)', not: /\bset-up\b/i },
  // The standards have an "initiate login URI". Plans of tests and menus of other products have "Login" in their names.
  {
    use: 'sign-in (noun), sign in (verb), session',
    not: /(?<![\w/.])(?:logins?(?! (?:URI|URL|Methods|OP)\b)|log(?:s|ged|ging)?[- ]in|logons?|signins?)\b|\b(?:a|the|this|each|every|last|first|your) sign in\b(?! to\b)|\bsign in (?=pages?\b)/i,
  },
  { use: 'single sign-on', not: /\bsingle[- ]sign on\b|\bsingle-sign-on\b/i },
  { use: 'timestamp', not: /\btime[- ]stamps?\b/i },
  {
    use: 'two-step verification',
    isForUsersOnly: true,
    not: /\b(?:2FA|MFA)\b|\b(?:two|multi)[- ]?factor\b|\btwo factors\b|\b2[- ]?step\b/i,
  },
  // Not the header `Keyward-User`.
  { use: 'username', not: /(?<!-)\buser[- ]names?\b/i },
  { use: 'webhook', not: /\bweb[- ]hooks?\b/i },
];
