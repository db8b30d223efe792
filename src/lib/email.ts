import { refusalOfShownText } from './shown-text.ts';

/** Something on both sides of one `@`, without blanks, control and invisible characters: as the contract has it (`Email`). */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) &&
  refusalOfShownText(text, 'line') === undefined;

/** The part behind the last `@`, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
