import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Group,
  List,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { holds, useSession } from '../../app/me.ts';
import { simulateAccess } from '../../generated/sdk.gen.ts';
import type {
  AccessPolicyFields,
  AccessSimulation,
  AccessSimulationRequest,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { PickApplication } from '../../ui/pick-application.tsx';
import { PickCountry } from '../../ui/pick-country.tsx';
import { PickGroups } from '../../ui/pick-group.tsx';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { Problem } from '../../ui/problem.tsx';
import { choices, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useAct } from '../../ui/use-act.ts';
import { clientTypes, platformChoices, risks, trusts } from './policy-values.ts';

const { simulation: words } = texts;

interface Values extends Record<string, unknown> {
  kind: 'user' | 'identity';
  userId: string | null;
  identityId: string | null;
  groups: string[];
  application: string | null;
  ipAddress: string;
  country: string | null;
  devicePlatform: string | null;
  deviceTrust: string | null;
  riskLevel: string | null;
  clientType: string | null;
  isAgent: boolean;
  at: string;
}

/** Without the fields that were left empty, and without those of the other kind. */
const requestOf = ({
  kind,
  userId,
  identityId,
  groups,
  devicePlatform,
  deviceTrust,
  clientType,
  isAgent,
  at,
  ...rest
}: Values): AccessSimulationRequest => {
  const ofKind =
    kind === 'user' ? { userId, devicePlatform, deviceTrust, clientType, isAgent } : { identityId };
  const time = at ? fromLocalField(at) : null;
  return {
    ...Object.fromEntries(Object.entries({ ...ofKind, ...rest, at: time }).filter(([, value]) => value)),
    ...(kind === 'user' && groups.length > 0 ? { groups } : {}),
    // A machine without an identity is one as well.
    ...(kind === 'identity' && !identityId ? { clientType: 'machine' as const } : {}),
  };
};

/**
 * Asks every policy about an attempt that does not happen.
 * @param draft a policy that is asked as well, as if it were enabled
 */
export function Simulate({ draft, onClose }: { draft?: AccessPolicyFields; onClose: () => void }) {
  const { me } = useSession();
  const form = useForm<Values>({
    initialValues: {
      kind: 'user',
      userId: null,
      identityId: null,
      groups: [],
      application: 'keyward:account',
      ipAddress: '',
      country: null,
      devicePlatform: null,
      deviceTrust: null,
      riskLevel: null,
      clientType: 'browser',
      isAgent: false,
      at: '',
    },
  });
  const bodyOf = (values: Values) => ({ ...requestOf(values), ...(draft ? { includeDraft: draft } : {}) });
  const asking = useAct(async (values: Values) => (await simulateAccess({ body: bodyOf(values) })).data);
  const isUser = form.values.kind === 'user';
  const lacks = isUser
    ? !holds(me.scopes, 'directory.read') && 'directory.read'
    : !holds(me.scopes, 'identities.read') && 'identities.read';
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <form
        noValidate
        onSubmit={(event) => {
          // The form of a draft is around this one.
          event.stopPropagation();
          form.onSubmit((values) => asking.mutate(values))(event);
        }}
      >
        <Stack>
          <Text>{words.text}</Text>
          {draft ? <Text fw={600}>{words.withDraft(draft.name)}</Text> : null}
          <SegmentedControl
            aria-label={words.kind}
            data={[
              { value: 'user', label: words.user },
              { value: 'identity', label: words.identity },
            ]}
            {...form.getInputProps('kind')}
          />
          {lacks ? <Text size="sm">{words.lacks(lacks)}</Text> : null}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {isUser ? (
              <>
                <PickUser
                  label={words.user}
                  placeholder={words.anyUser}
                  data-autofocus
                  {...form.getInputProps('userId')}
                />
                <PickGroups
                  label={words.groups}
                  description={words.groupsText}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  {...form.getInputProps('groups')}
                />
              </>
            ) : (
              <PickIdentity
                label={words.identityName}
                placeholder={words.anyIdentity}
                {...form.getInputProps('identityId')}
              />
            )}
            <PickApplication label={words.application} {...form.getInputProps('application')} />
            <TextInput label={words.ip} placeholder="203.0.113.7" {...form.getInputProps('ipAddress')} />
            <PickCountry label={words.country} {...form.getInputProps('country')} />
            {isUser ? (
              <>
                <Select
                  label={words.platform}
                  data={platformChoices}
                  clearable
                  {...form.getInputProps('devicePlatform')}
                />
                <Select
                  label={words.trust}
                  data={choices(trusts)}
                  clearable
                  {...form.getInputProps('deviceTrust')}
                />
                <Select
                  label={words.client}
                  data={choices(clientTypes.filter((one) => one !== 'machine' && one !== 'agent'))}
                  clearable
                  {...form.getInputProps('clientType')}
                />
                <Checkbox label={words.agent} {...form.getInputProps('isAgent', { type: 'checkbox' })} />
              </>
            ) : null}
            <Select label={words.risk} data={choices(risks)} clearable {...form.getInputProps('riskLevel')} />
            <TextInput
              type="datetime-local"
              label={words.at}
              description={words.atText}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('at')}
            />
          </SimpleGrid>
          {asking.error ? <Problem error={asking.error} /> : null}
          {asking.data ? <Outcome simulation={asking.data} /> : null}
          <Group justify="space-between">
            <InCode call={{ operation: 'simulateAccess', body: bodyOf(form.values) }} />
            <Button type="submit" loading={asking.isPending}>
              {words.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Outcome({
  simulation: { decision, policyName, reason, requirements, evaluated },
}: {
  simulation: AccessSimulation;
}) {
  return (
    <Stack role="status" gap="sm">
      <Alert color={decision === 'ALLOW' ? 'green' : decision === 'BLOCK' ? 'red' : 'orange'}>
        <Group gap="sm">
          <State value={decision} />
          <Text>{policyName ? words.decides(policyName) : words.none}</Text>
        </Group>
        <Text size="sm">{reason}</Text>
        {requirements.length > 0 ? (
          <Text size="sm">{requirements.map((one) => texts.requirements[one]).join(', ')}</Text>
        ) : null}
      </Alert>
      {evaluated.map(({ policyId, policyName: name, applies, status, analysisReasons }) => (
        <Stack key={policyId ?? name} gap={4}>
          <Group gap="sm">
            {policyId ? <ThingLink id={policyId} name={name} /> : <Text size="sm">{name}</Text>}
            <State value={status} />
            <Badge color={applies ? 'teal' : 'gray'} tt="none">
              {applies ? words.applies : words.not}
            </Badge>
          </Group>
          <List size="sm">
            {analysisReasons.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </Stack>
  );
}
