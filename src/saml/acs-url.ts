import { invalid } from '../failure.ts';
import type { AcsUrl } from './entities/service-provider.ts';

/** An assertion consumer service as callers send it. */
export type NewAcsUrl = Pick<AcsUrl, 'url'> & Partial<AcsUrl>;

/**
 * Completes the assertion consumer services of a caller: an index each, and one default.
 * @throws {Failure} VALIDATION_ERROR when an index or the default is there twice
 */
export function completeAcsUrls(wanted: readonly NewAcsUrl[]): AcsUrl[] {
  const marked = wanted.filter(({ isDefault }) => isDefault === true).length;
  if (marked > 1) throw invalid('acsUrls', 'must have one default');
  const indexes = new Set<number>();
  return wanted.map(({ url, binding = 'HTTP-POST', index, isDefault = false, ...rest }, at) => {
    rest satisfies Record<string, never>;
    const own = index ?? at;
    if (indexes.has(own)) throw invalid(`acsUrls.${at}.index`, 'must be unique among the endpoints');
    indexes.add(own);
    return { url, binding, index: own, isDefault: marked === 0 ? at === 0 : isDefault };
  });
}

/** Where responses are sent to when a request names no endpoint. */
export const defaultAcsUrl = ({ acsUrls }: { acsUrls: readonly AcsUrl[] }): string =>
  (acsUrls.find(({ isDefault }) => isDefault) ?? acsUrls[0])?.url ?? '';
