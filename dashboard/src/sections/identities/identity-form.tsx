import {
  Accordion,
  type ComboboxItem,
  Group,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { Identity, IdentityType, Metadata } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { mergeOver } from '../../ui/merge.ts';
import { MetadataField, metadataOf, metadataText } from '../../ui/metadata.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { FederatedSubjects, type Subject, subjectOf, toSubject } from './federated-subjects.tsx';

/** What the form of an identity holds. */
export interface IdentityValues extends Record<string, unknown> {
  name: string;
  type: IdentityType;
  description: string;
  ownerUserId: string | null;
  tags: string[];
  allowedScopes: string[];
  allowedIps: string[];
  expiresAt: string;
  federatedSubjects: Subject[];
  metadata: string;
}

export const emptyIdentity: IdentityValues = {
  name: '',
  type: 'SERVICE_ACCOUNT',
  description: '',
  ownerUserId: null,
  tags: [],
  allowedScopes: [],
  allowedIps: [],
  expiresAt: '',
  federatedSubjects: [],
  metadata: '',
};

export const valuesOf = (identity: Identity): IdentityValues => ({
  name: identity.name,
  type: identity.type,
  description: identity.description ?? '',
  ownerUserId: identity.ownerUserId,
  tags: identity.tags,
  allowedScopes: identity.allowedScopes ?? [],
  allowedIps: identity.allowedIps ?? [],
  expiresAt: toLocalField(identity.expiresAt),
  federatedSubjects: identity.federatedSubjects.map(toSubject),
  metadata: metadataText(identity.metadata),
});

const orNull = <Value,>(list: Value[]): Value[] | null => (list.length === 0 ? null : list);

/**
 * The values as the API takes them. Empty limits mean no limit.
 * @param before the metadata that these are merged over
 */
export const bodyOf = (values: IdentityValues, before: Metadata = {}) => ({
  name: values.name,
  description: values.description === '' ? null : values.description,
  ownerUserId: values.ownerUserId,
  tags: values.tags,
  allowedScopes: orNull(values.allowedScopes),
  allowedIps: orNull(values.allowedIps),
  expiresAt: fromLocalField(values.expiresAt),
  federatedSubjects: values.federatedSubjects.map(subjectOf),
  metadata: mergeOver(before, metadataOf(values.metadata) ?? {}),
});

/** The fields of an identity, for a new one and an existing one. */
export function IdentityFields({
  form,
  isNew = false,
}: {
  form: UseFormReturnType<IdentityValues>;
  isNew?: boolean;
}) {
  const { fields } = texts;
  const [opened, setOpened] = useState<string[]>([]);
  const errors = Object.keys(form.errors);
  const limits = ['allowedScopes', 'allowedIps', 'expiresAt'];
  const refused = [
    ...(errors.some((name) => limits.some((one) => name.startsWith(one))) ? ['limits'] : []),
    ...(errors.some((name) => name.startsWith('federatedSubjects')) ? ['federated'] : []),
    ...(errors.some((name) => name.startsWith('metadata')) ? ['metadata'] : []),
  ];
  return (
    <>
      <TextInput
        label={fields.name}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {isNew ? (
        <Select
          label={fields.type}
          description={fields.typeText}
          required
          allowDeselect={false}
          data={Object.entries(texts.types).map(([value, label]) => ({ value, label }))}
          renderOption={({ option }) => <TypeOption option={option} />}
          {...form.getInputProps('type')}
        />
      ) : null}
      <PickUser
        label={fields.ownerUserId}
        description={fields.ownerText}
        {...form.getInputProps('ownerUserId')}
      />
      <Textarea
        label={fields.description}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <TagsInput label={fields.tags} description={fields.tagsText} {...form.getInputProps('tags')} />
      <Accordion
        multiple
        variant="contained"
        value={[...new Set([...opened, ...refused])]}
        onChange={setOpened}
      >
        <Accordion.Item value="limits">
          <Accordion.Control>{fields.limits}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <TagsInput
                label={fields.allowedScopes}
                description={fields.scopesText}
                {...form.getInputProps('allowedScopes')}
              />
              <TagsInput
                label={fields.allowedIps}
                description={fields.ipsText}
                {...form.getInputProps('allowedIps')}
              />
              <TextInput
                type="datetime-local"
                label={fields.expiresAt}
                description={fields.expiresText}
                {...form.getInputProps('expiresAt')}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="federated">
          <Accordion.Control>
            <Group gap="xs">
              {fields.federatedSubjects}
              <Text size="sm" c="dimmed">
                {form.values.federatedSubjects.length}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <FederatedSubjects form={form} />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="metadata">
          <Accordion.Control>{fields.metadata}</Accordion.Control>
          <Accordion.Panel>
            <MetadataField {...form.getInputProps('metadata')} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  );
}

function TypeOption({ option: { value, label } }: { option: ComboboxItem }) {
  return (
    <Stack gap={0}>
      <span>{label}</span>
      <Text size="xs" c="dimmed">
        {texts.typeTexts[value as IdentityType]}
      </Text>
    </Stack>
  );
}
