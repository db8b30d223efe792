import { cut } from '../lib/cut.ts';
import { type Rule, rules, type Step } from './rules.ts';

/** Cuts a text of a message, so that an error may show it. */
export const quoted = (text: string): string => cut(text, 200);

/**
 * A message, or metadata, that breaks a rule. The text is a sentence for an administrator. It may quote names and
 * addresses of the message, cut to 200 characters, and holds no secret.
 */
export class SamlMessageError extends Error {
  override readonly name = 'SamlMessageError';
  readonly rule: Rule;
  readonly step: Step;
  /**
   * The value that was found, if there is more to say than the rule. The value may come from an unverified
   * message.
   */
  readonly found: string | undefined;

  constructor(rule: Rule, found?: string) {
    const [step, sentence] = rules[rule];
    const cut = found === undefined ? undefined : quoted(found);
    super(cut === undefined ? sentence : `${sentence} Found: ${cut}`);
    this.rule = rule;
    this.step = step;
    this.found = cut;
  }
}

/** Throws a `SamlMessageError`. It stands where an expression is expected: `find() ?? broken('root')`. */
export function broken(rule: Rule, found?: string): never {
  throw new SamlMessageError(rule, found);
}
