import type { Locale } from '../../lib/locale.ts';
import type { Markup } from '../../lib/markup.ts';
import { say } from './catalogue.ts';
import { type Input, textField } from './layout.ts';
import { passwordTexts } from './messages/password.ts';

/** Shows passwords and rates new ones. Pages with a password field work better with it. */
export const passwordScript = '/ui/password.js';

/**
 * A field for a password. Its texts are for the script, which adds a button that shows the password. If the password is new,
 * the script also rates it; only the server knows the rules of the organization.
 */
export function passwordField(
  locale: Locale,
  input: Omit<Input, 'type' | 'maxlength' | 'data' | 'autocomplete'> & { isNew?: boolean },
): Markup {
  const { isNew = false, ...rest } = input;
  const { show, showLabel, hide, hideLabel, weak, fair, strong } = say(passwordTexts, locale);
  return textField({
    ...rest,
    type: 'password',
    autocomplete: isNew ? 'new-password' : 'current-password',
    maxlength: 1024,
    data: {
      show,
      'show-label': showLabel,
      hide,
      'hide-label': hideLabel,
      ...(isNew ? { weak, fair, strong } : {}),
    },
  });
}
