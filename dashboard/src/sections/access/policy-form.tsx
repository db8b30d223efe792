import {
  Fieldset,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { listNamedLocationsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { createAccessPolicy, updateAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { spoken } from '../../ui/state.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import {
  changeOf,
  clientTypes,
  days,
  identityTypes,
  platforms,
  policyOf,
  type PolicyValues,
  risks,
  trusts,
  valuesOf,
} from './policy-values.ts';

const { form: words } = texts;
type Form = UseFormReturnType<PolicyValues>;

const titles: Readonly<Record<string, string>> = {
  ...words,
  devicePlatforms: words.platforms,
  deviceTrust: words.trust,
  riskLevels: words.risk,
  clientTypes: words.clients,
  maxAgeSeconds: words.maxAge,
  endsIdle: words.persistent,
};

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: spoken(value) }));

/**
 * Creates a policy, or changes one that was read.
 * @param read loads the newest version after a conflict
 */
export function PolicyForm({
  current,
  onClose,
  read,
}: {
  current?: Versioned<AccessPolicy>;
  onClose: () => void;
  read?: () => Promise<Versioned<AccessPolicy> | undefined>;
}) {
  const edit = useEdit<AccessPolicy | undefined, PolicyValues>(
    current ?? { data: undefined, etag: undefined },
    valuesOf,
    { priority: numberRule },
  );
  const { form, base } = edit;
  const path = { id: current?.data.id ?? '' };
  return (
    <FormDialog
      title={current ? current.data.name : texts.create}
      action={current ? texts.edit : texts.create}
      size="xl"
      form={form}
      said={texts.saved}
      act={async (values): Promise<unknown> =>
        current
          ? updateAccessPolicy({ path, body: changeOf(values), headers: ifMatch(base) ?? {} })
          : createAccessPolicy({ body: policyOf(values) })
      }
      call={(values) =>
        current
          ? { operation: 'updateAccessPolicy', path, body: changeOf(values) }
          : { operation: 'createAccessPolicy', body: policyOf(values) }
      }
      onClose={onClose}
      {...(read ? { onReload: async () => edit.rebase(await read()) } : {})}
    >
      <Conflict edit={edit} titles={titles} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={words.name} required {...form.getInputProps('name')} />
        <NumberInput
          label={words.priority}
          description={words.priorityText}
          required
          {...form.getInputProps('priority')}
        />
      </SimpleGrid>
      <Textarea label={words.description} autosize {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={words.status}
          data={choicesOf(texts.statuses)}
          allowDeselect={false}
          {...form.getInputProps('status')}
        />
        <SegmentedControl
          aria-label={words.decision}
          data={choicesOf(texts.decisions)}
          mt="auto"
          {...form.getInputProps('decision')}
        />
      </SimpleGrid>
      {form.values.decision === 'REQUIRE' ? (
        <MultiSelect
          label={words.requirements}
          data={choicesOf(texts.requirements)}
          {...form.getInputProps('requirements')}
        />
      ) : null}
      <Who form={form} />
      <Where form={form} />
      <What form={form} />
      <When form={form} />
      <Switch label={words.lockout} {...form.getInputProps('acknowledgeLockout', { type: 'checkbox' })} />
    </FormDialog>
  );
}

const Who = ({ form }: { form: Form }) => (
  <Fieldset legend={words.who}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TagsInput label={words.users} {...form.getInputProps('users')} />
      <TagsInput label={words.usersExcept} {...form.getInputProps('usersExcept')} />
      <TagsInput label={words.groups} {...form.getInputProps('groups')} />
      <TagsInput label={words.groupsExcept} {...form.getInputProps('groupsExcept')} />
      <TagsInput label={words.identities} {...form.getInputProps('identities')} />
      <TagsInput label={words.identitiesExcept} {...form.getInputProps('identitiesExcept')} />
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
      <MultiSelect
        label={words.clients}
        description={words.clientsText}
        data={choices(clientTypes)}
        {...form.getInputProps('clientTypes')}
      />
    </SimpleGrid>
  </Fieldset>
);

function Where({ form }: { form: Form }) {
  const { data } = useQuery(listNamedLocationsOptions({ query: { limit: 100 } }));
  const locations = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Fieldset legend={words.where}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label={words.locations}
          data={locations}
          searchable
          {...form.getInputProps('locations')}
        />
        <MultiSelect
          label={words.locationsExcept}
          data={locations}
          searchable
          {...form.getInputProps('locationsExcept')}
        />
        <TagsInput label={words.ipRanges} {...form.getInputProps('ipRanges')} />
        <TagsInput
          label={words.countries}
          description={words.countriesText}
          {...form.getInputProps('countries')}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

const What = ({ form }: { form: Form }) => (
  <Fieldset legend={words.what}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TagsInput
        label={words.applications}
        description={words.applicationsText}
        {...form.getInputProps('applications')}
      />
      <TagsInput label={words.applicationsExcept} {...form.getInputProps('applicationsExcept')} />
      <MultiSelect
        label={words.platforms}
        data={choices(platforms)}
        {...form.getInputProps('devicePlatforms')}
      />
      <MultiSelect label={words.trust} data={choices(trusts)} {...form.getInputProps('deviceTrust')} />
      <MultiSelect label={words.risk} data={choices(risks)} {...form.getInputProps('riskLevels')} />
    </SimpleGrid>
  </Fieldset>
);

const When = ({ form }: { form: Form }) => (
  <Fieldset legend={words.when}>
    <Switch label={words.scheduled} {...form.getInputProps('scheduled', { type: 'checkbox' })} />
    {form.values.scheduled ? (
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        <TextInput label={words.timezone} {...form.getInputProps('timezone')} />
        <MultiSelect label={words.days} data={choices(days)} {...form.getInputProps('days')} />
        <TextInput type="time" label={words.from} {...form.getInputProps('from')} />
        <TextInput type="time" label={words.to} {...form.getInputProps('to')} />
      </SimpleGrid>
    ) : null}
    <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
      <NumberInput label={words.maxAge} {...form.getInputProps('maxAgeSeconds')} />
      <Switch mt="lg" label={words.persistent} {...form.getInputProps('endsIdle', { type: 'checkbox' })} />
    </SimpleGrid>
  </Fieldset>
);
