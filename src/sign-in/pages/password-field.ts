import type { Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { type Input, textField } from '../../platform/pages/layout.ts';
import { passwordTexts } from './messages/password.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** Shows passwords and rates new ones. Pages with a password field work better with it. */
export const passwordScript = '/ui/password.js';

/**
 * A field for a password. Its texts are for the script, which adds a button that shows the password. If the password is new,
 * the hint begins with the length that the organization demands. The script also rates the password, and says that it is too
 * short. Only the server judges the other rules.
 */
export function passwordField(
  { locale, minLength }: PageView,
  input: Omit<Input, 'type' | 'maxlength' | 'data' | 'autocomplete'> & { isNew?: boolean },
): Markup {
  const { isNew = false, hint, ...rest } = input;
  const { show, showLabel, hide, hideLabel, weak, fair, strong, short } = say(passwordTexts, locale);
  const demand = isNew && minLength !== undefined ? short(minLength) : undefined;
  const least: Record<string, string> =
    demand === undefined ? {} : { short: demand, 'min-length': String(minLength) };
  const hints = [demand, hint].filter((text) => text !== undefined);
  return textField({
    ...rest,
    ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
    type: 'password',
    autocomplete: isNew ? 'new-password' : 'current-password',
    maxlength: 1024,
    data: {
      show,
      'show-label': showLabel,
      hide,
      'hide-label': hideLabel,
      ...(isNew ? { weak, fair, strong, ...least } : {}),
    },
  });
}
