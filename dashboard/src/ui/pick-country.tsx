import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at));
/** Codes that CLDR names, and that ISO 3166-1 gives to no country. */
const others = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

// An old code, such as SU, is another region in its canonical form.
const isCountry = (code: string): boolean =>
  !others.has(code) && names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;

const countries = letters
  .flatMap((one) => letters.map((two) => one + two))
  .filter(isCountry)
  .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
  .sort((one, two) => one.label.localeCompare(two.label));

/** Returns the name of a country for its code. */
export const countryOf = (code: string): string =>
  countries.find(({ value }) => value === code)?.label ?? code;

/** Codes that are not in the list stay in the field. */
const withOthers = (chosen: readonly string[]) => [
  ...countries,
  ...chosen
    .filter((code) => !countries.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
];

/** Chooses a country by its name. */
export const PickCountry = (props: Omit<SelectProps, 'data'>) => (
  <Select searchable clearable limit={60} {...props} data={withOthers(props.value ? [props.value] : [])} />
);

/** Chooses several countries. */
export const PickCountries = (props: Omit<MultiSelectProps, 'data'> & { value?: string[] }) => (
  <MultiSelect searchable hidePickedOptions {...props} data={withOthers(props.value ?? [])} />
);
