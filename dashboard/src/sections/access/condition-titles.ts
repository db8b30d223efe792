import { texts } from '../../texts/access.ts';

const { form: words } = texts;

/** Titles of the fields whose name in the API differs from the name of the text. */
const others: Readonly<Record<string, string>> = {
  devicePlatforms: words.platforms,
  deviceTrust: words.trust,
  riskLevels: words.risk,
  clientTypes: words.clients,
  schedule: words.when,
  maxAgeSeconds: words.maxAge,
  endsIdle: words.persistent,
};

/** The titles of the fields of a policy, by the names of the API. */
export const titles: Readonly<Record<string, string>> = { ...words, ...others };

/** The title of a condition, also of one that this version does not know. */
export const conditionTitle = (name: string): string => titles[name] ?? name;
