import { texts } from '../../texts/webhooks.ts';
import { spokenOpen } from '../../ui/state.tsx';

/** `user` of `user.login`. */
export const familyOf = (type: string): string => type.split('.', 1)[0] ?? '';

const titles: Readonly<Record<string, string>> = texts.families;

export const familyTitle = (family: string): string => titles[family] ?? spokenOpen(family);
