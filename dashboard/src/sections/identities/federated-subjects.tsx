import { Button, Card, Checkbox, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus, Trash2 } from 'lucide-react';
import type { FederatedSubject } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import type { IdentityValues } from './identity-form.tsx';

/** A federated subject as the form holds it, with claims as `name=value`. */
export interface Subject {
  issuer: string;
  audience: string;
  subject: string;
  claims: string[];
  mayGiveLasting: boolean;
}

export const toSubject = ({
  claims = {},
  mayGiveLasting = false,
  ...subject
}: FederatedSubject): Subject => ({
  ...subject,
  mayGiveLasting,
  claims: Object.entries(claims).map(([name, value]) => `${name}=${value}`),
});

export const subjectOf = ({ claims, mayGiveLasting, ...subject }: Subject): FederatedSubject => ({
  ...subject,
  ...(mayGiveLasting ? { mayGiveLasting } : {}),
  claims: Object.fromEntries(
    claims.map((claim) => {
      const at = claim.indexOf('=');
      return at < 0 ? [claim, ''] : [claim.slice(0, at), claim.slice(at + 1)];
    }),
  ),
});

interface Preset {
  label: string;
  issuer: string;
  subject: string;
}

/** Issuers of well-known products. The subject is an example to change. */
const presets: readonly Preset[] = [
  {
    label: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:OWNER/REPOSITORY:ref:refs/heads/main',
  },
  {
    label: 'GitLab CI/CD',
    issuer: 'https://gitlab.com',
    subject: 'project_path:GROUP/PROJECT:ref_type:branch:ref:main',
  },
  {
    label: 'Google Cloud',
    issuer: 'https://accounts.google.com',
    subject: 'THE NUMERIC ID OF THE SERVICE ACCOUNT',
  },
  {
    label: 'Kubernetes',
    issuer: 'https://THE ISSUER OF YOUR CLUSTER',
    subject: 'system:serviceaccount:NAMESPACE:NAME',
  },
];

/** Tokens of other issuers that stand for the identity. */
export function FederatedSubjects({ form }: { form: UseFormReturnType<IdentityValues> }) {
  const { federated } = texts;
  const add = (preset: Omit<Preset, 'label'>) =>
    form.insertListItem('federatedSubjects', {
      audience: 'keyward',
      claims: [],
      mayGiveLasting: false,
      ...preset,
    });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {federated.text}
      </Text>
      {form.values.federatedSubjects.map((_, at) => {
        const field = (name: keyof Subject) => form.getInputProps(`federatedSubjects.${at}.${name}`);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the place is the name of the fields
          <Card key={at} withBorder padding="sm" role="group" aria-label={`${federated.subject} ${at + 1}`}>
            <Stack gap="xs">
              <TextInput label={federated.issuer} required maxLength={500} {...field('issuer')} />
              <TextInput label={federated.audience} required maxLength={500} {...field('audience')} />
              <TextInput
                label={federated.subject}
                description={federated.subjectText}
                required
                maxLength={500}
                {...field('subject')}
              />
              <TagsInput label={federated.claims} description={federated.claimsText} {...field('claims')} />
              <Checkbox
                label={federated.lasting}
                description={federated.lastingText}
                {...form.getInputProps(`federatedSubjects.${at}.mayGiveLasting`, { type: 'checkbox' })}
              />
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="red.8"
                  leftSection={<Trash2 size={14} aria-hidden />}
                  onClick={() => form.removeListItem('federatedSubjects', at)}
                >
                  {federated.remove}
                </Button>
              </Group>
            </Stack>
          </Card>
        );
      })}
      <Group gap="sm">
        <Select
          aria-label={federated.add}
          placeholder={federated.add}
          leftSection={<Plus size={14} aria-hidden />}
          data={[...presets.map(({ label }) => label), federated.other]}
          value={null}
          onChange={(label) => {
            const preset = presets.find((one) => one.label === label);
            add({ issuer: preset?.issuer ?? '', subject: preset?.subject ?? '' });
          }}
        />
      </Group>
    </Stack>
  );
}
