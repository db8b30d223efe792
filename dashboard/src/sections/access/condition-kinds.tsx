import { Autocomplete, MultiSelect, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { texts } from '../../texts/access.ts';
import { PickApplications } from '../../ui/pick-application.tsx';
import { PickCountries } from '../../ui/pick-country.tsx';
import { PickGroups } from '../../ui/pick-group.tsx';
import { PickIdentities } from '../../ui/pick-identity.tsx';
import { PickLocations } from '../../ui/pick-location.tsx';
import { PickUsers } from '../../ui/pick-user.tsx';
import { choices } from '../../ui/state.tsx';
import {
  clientTypes,
  days,
  identityTypes,
  platformChoices,
  type PolicyValues,
  risks,
  trusts,
} from './policy-values.ts';

const { form: words } = texts;

export type PolicyForm = UseFormReturnType<PolicyValues>;

/** A kind of condition, with the fields of the form that it has. */
export interface ConditionKind {
  name: string;
  group: string;
  fields: readonly (keyof PolicyValues & string)[];
  input: (form: PolicyForm) => ReactNode;
}

/** The kinds, in the order in which they are offered and shown. */
export const conditionKinds: readonly ConditionKind[] = [
  {
    name: 'users',
    group: words.who,
    fields: ['users', 'usersExcept'],
    input: (form) => (
      <>
        <PickUsers label={words.users} placeholder={texts.all.users} {...form.getInputProps('users')} />
        <PickUsers label={words.usersExcept} {...form.getInputProps('usersExcept')} />
      </>
    ),
  },
  {
    name: 'groups',
    group: words.who,
    fields: ['groups', 'groupsExcept'],
    input: (form) => (
      <>
        <PickGroups label={words.groups} placeholder={texts.all.groups} {...form.getInputProps('groups')} />
        <PickGroups label={words.groupsExcept} {...form.getInputProps('groupsExcept')} />
      </>
    ),
  },
  {
    name: 'identities',
    group: words.who,
    fields: ['identities', 'identitiesExcept'],
    input: (form) => (
      <>
        <PickIdentities
          label={words.identities}
          placeholder={texts.all.identities}
          {...form.getInputProps('identities')}
        />
        <PickIdentities label={words.identitiesExcept} {...form.getInputProps('identitiesExcept')} />
      </>
    ),
  },
  {
    name: 'identityTypes',
    group: words.who,
    fields: ['identityTypes', 'identityTypesExcept'],
    input: (form) => (
      <>
        <MultiSelect
          label={words.identityTypes}
          data={choices(identityTypes)}
          {...form.getInputProps('identityTypes')}
        />
        <MultiSelect
          label={words.identityTypesExcept}
          data={choices(identityTypes)}
          {...form.getInputProps('identityTypesExcept')}
        />
      </>
    ),
  },
  {
    name: 'clientTypes',
    group: words.who,
    fields: ['clientTypes'],
    input: (form) => (
      <MultiSelect
        label={words.clients}
        description={words.clientsText}
        data={choices(clientTypes)}
        {...form.getInputProps('clientTypes')}
      />
    ),
  },
  {
    name: 'locations',
    group: words.where,
    fields: ['locations', 'locationsExcept'],
    input: (form) => (
      <>
        <PickLocations
          label={words.locations}
          placeholder={texts.all.locations}
          {...form.getInputProps('locations')}
        />
        <PickLocations label={words.locationsExcept} {...form.getInputProps('locationsExcept')} />
      </>
    ),
  },
  {
    name: 'ipRanges',
    group: words.where,
    fields: ['ipRanges'],
    input: (form) => <TagsInput label={words.ipRanges} {...form.getInputProps('ipRanges')} />,
  },
  {
    name: 'countries',
    group: words.where,
    fields: ['countries'],
    input: (form) => <PickCountries label={words.countries} {...form.getInputProps('countries')} />,
  },
  {
    name: 'applications',
    group: words.what,
    fields: ['applications', 'applicationsExcept'],
    input: (form) => (
      <>
        <PickApplications
          label={words.applications}
          placeholder={texts.all.applications}
          description={words.applicationsText}
          {...form.getInputProps('applications')}
        />
        <PickApplications
          label={words.applicationsExcept}
          description={words.applicationsText}
          {...form.getInputProps('applicationsExcept')}
        />
      </>
    ),
  },
  {
    name: 'devicePlatforms',
    group: words.what,
    fields: ['devicePlatforms'],
    input: (form) => (
      <MultiSelect
        label={words.platforms}
        data={platformChoices}
        {...form.getInputProps('devicePlatforms')}
      />
    ),
  },
  {
    name: 'deviceTrust',
    group: words.what,
    fields: ['deviceTrust'],
    input: (form) => (
      <MultiSelect label={words.trust} data={choices(trusts)} {...form.getInputProps('deviceTrust')} />
    ),
  },
  {
    name: 'riskLevels',
    group: words.what,
    fields: ['riskLevels'],
    input: (form) => (
      <MultiSelect label={words.risk} data={choices(risks)} {...form.getInputProps('riskLevels')} />
    ),
  },
  {
    name: 'schedule',
    group: words.when,
    fields: ['scheduled'],
    input: (form) => (
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ gridColumn: '1 / -1' }}>
        <MultiSelect label={words.days} data={choices(days)} {...form.getInputProps('days')} />
        <Autocomplete
          label={words.timezone}
          data={Intl.supportedValuesOf('timeZone')}
          limit={30}
          {...form.getInputProps('timezone')}
        />
        <TextInput type="time" label={words.from} {...form.getInputProps('from')} />
        <TextInput type="time" label={words.to} {...form.getInputProps('to')} />
      </SimpleGrid>
    ),
  },
];

/** Whether a policy has a condition of a kind. */
export const isSet = ({ fields }: ConditionKind, values: PolicyValues): boolean =>
  fields.some((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : value === true;
  });

/** Returns the fields of a kind as they are without the condition. */
export const emptied = ({ fields }: ConditionKind): Partial<PolicyValues> =>
  Object.fromEntries(fields.map((name) => [name, name === 'scheduled' ? false : []]));
