import { texts } from '../texts/ui.ts';

/** For `validate` of a form: an emptied number must not be sent as 0. */
export const numberRule = (value: number | string): string | null =>
  typeof value === 'number' ? null : texts.numberRule;
