import {
  Autocomplete,
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
import { useForm, type UseFormReturnType } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { createAccessPolicy, updateAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { PickApplications } from '../../ui/pick-application.tsx';
import { PickCountries } from '../../ui/pick-country.tsx';
import { PickGroups } from '../../ui/pick-group.tsx';
import { PickIdentities } from '../../ui/pick-identity.tsx';
import { PickLocations } from '../../ui/pick-location.tsx';
import { PickUsers } from '../../ui/pick-user.tsx';
import type { Alone } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { choices } from '../../ui/state.tsx';
import { titles } from './condition-titles.ts';
import {
  changeOf,
  clientTypes,
  days,
  identityTypes,
  platformChoices,
  policyOf,
  type PolicyValues,
  risks,
  trusts,
  valuesOf,
} from './policy-values.ts';
import { TryDraft } from './try-draft.tsx';

const { form: words } = texts;
type Form = UseFormReturnType<PolicyValues>;

const validate = { priority: numberRule };

export function CreateAccessPolicy({ onClose }: Alone) {
  const form = useForm<PolicyValues>({ initialValues: valuesOf(undefined), validate });
  const { accepted, guards, field } = useLockout();
  return (
    <FormDialog
      action={texts.create}
      size="xl"
      form={form}
      said={texts.saved}
      {...guards(
        sendsEntered({ createAccessPolicy }, (values: PolicyValues) => ({
          body: { ...policyOf(values), ...accepted },
        })),
      )}
      onClose={onClose}
    >
      <Fields form={form} />
      {field}
    </FormDialog>
  );
}

export const EditAccessPolicy = (parts: Opened<AccessPolicy>) => (
  <EditDialog
    {...parts}
    title={({ name }) => name}
    size="xl"
    said={texts.saved}
    valuesOf={valuesOf}
    validate={validate}
    titles={titles}
    operation={{ updateAccessPolicy }}
    optionsOf={(values, { base }, accepted) => ({
      path: { id: base.data.id },
      body: { ...changeOf(values), ...accepted },
    })}
  >
    {(form, { base }) => <Fields form={form} inPlaceOf={base.data.id} />}
  </EditDialog>
);

/** @param inPlaceOf the policy that is changed */
function Fields({ form, inPlaceOf }: { form: Form; inPlaceOf?: string }) {
  const maySimulate = useMay('conditional_access.simulate');
  return (
    <>
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
      {maySimulate ? <TryDraft values={form.values} inPlaceOf={inPlaceOf} /> : null}
    </>
  );
}

const Who = ({ form }: { form: Form }) => (
  <Fieldset legend={words.who}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <PickUsers label={words.users} placeholder={texts.all.users} {...form.getInputProps('users')} />
      <PickUsers label={words.usersExcept} {...form.getInputProps('usersExcept')} />
      <PickGroups label={words.groups} placeholder={texts.all.groups} {...form.getInputProps('groups')} />
      <PickGroups label={words.groupsExcept} {...form.getInputProps('groupsExcept')} />
      <PickIdentities
        label={words.identities}
        placeholder={texts.all.identities}
        {...form.getInputProps('identities')}
      />
      <PickIdentities label={words.identitiesExcept} {...form.getInputProps('identitiesExcept')} />
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

const Where = ({ form }: { form: Form }) => (
  <Fieldset legend={words.where}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <PickLocations
        label={words.locations}
        placeholder={texts.all.locations}
        {...form.getInputProps('locations')}
      />
      <PickLocations label={words.locationsExcept} {...form.getInputProps('locationsExcept')} />
      <TagsInput label={words.ipRanges} {...form.getInputProps('ipRanges')} />
      <PickCountries label={words.countries} {...form.getInputProps('countries')} />
    </SimpleGrid>
  </Fieldset>
);

const What = ({ form }: { form: Form }) => (
  <Fieldset legend={words.what}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
      <MultiSelect
        label={words.platforms}
        data={platformChoices}
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
        <Autocomplete
          label={words.timezone}
          data={Intl.supportedValuesOf('timeZone')}
          limit={30}
          {...form.getInputProps('timezone')}
        />
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
