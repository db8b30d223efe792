import {
  Alert,
  Badge,
  Button,
  Group,
  List,
  Modal,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { simulateAccess } from '../../generated/sdk.gen.ts';
import type { AccessSimulation, AccessSimulationRequest } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { useAct } from '../../ui/use-act.ts';
import { platforms, risks, trusts } from './policy-values.ts';

const { simulation: words } = texts;

interface Values extends Record<string, unknown> {
  kind: 'user' | 'identity';
  id: string;
  application: string;
  ipAddress: string;
  country: string;
  devicePlatform: string | null;
  deviceTrust: string | null;
  riskLevel: string | null;
}

/** Without the fields that were left empty. */
const requestOf = ({ kind, id, ...rest }: Values): AccessSimulationRequest => ({
  ...(id ? { [kind === 'user' ? 'userId' : 'identityId']: id } : {}),
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value)),
});

/** Asks every policy about an attempt that does not happen. */
export function Simulate({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: {
      kind: 'user',
      id: '',
      application: 'keyward:account',
      ipAddress: '',
      country: '',
      devicePlatform: null,
      deviceTrust: null,
      riskLevel: null,
    },
  });
  const asking = useAct(async (values: Values) => (await simulateAccess({ body: requestOf(values) })).data);
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: spoken(value) }));
  return (
    <Modal opened onClose={onClose} title={words.title} size="xl">
      <form onSubmit={form.onSubmit((values) => asking.mutate(values))}>
        <Stack>
          <Text>{words.text}</Text>
          <SegmentedControl
            aria-label={words.kind}
            data={[
              { value: 'user', label: words.user },
              { value: 'identity', label: words.identity },
            ]}
            {...form.getInputProps('kind')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={words.id} required {...form.getInputProps('id')} />
            <TextInput label={words.application} {...form.getInputProps('application')} />
            <TextInput label={words.ip} {...form.getInputProps('ipAddress')} />
            <TextInput label={words.country} {...form.getInputProps('country')} />
            <Select
              label={words.platform}
              data={choices(platforms)}
              clearable
              {...form.getInputProps('devicePlatform')}
            />
            <Select
              label={words.trust}
              data={choices(trusts)}
              clearable
              {...form.getInputProps('deviceTrust')}
            />
            <Select label={words.risk} data={choices(risks)} clearable {...form.getInputProps('riskLevel')} />
          </SimpleGrid>
          {asking.error ? <Problem error={asking.error} /> : null}
          {asking.data ? <Outcome simulation={asking.data} /> : null}
          <Group justify="space-between">
            <InCode call={{ operation: 'simulateAccess', body: requestOf(form.values) }} />
            <Button type="submit" loading={asking.isPending}>
              {words.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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
            <Text fw={600} size="sm">
              {name}
            </Text>
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
