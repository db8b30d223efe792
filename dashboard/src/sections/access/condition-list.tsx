import { ActionIcon, Button, Card, Group, Menu, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../texts/access.ts';
import { type ConditionKind, conditionKinds, emptied, isSet, type PolicyForm } from './condition-kinds.tsx';
import { conditionTitle } from './condition-titles.ts';

const { form: words } = texts;
const groups = [...new Set(conditionKinds.map(({ group }) => group))];

/** The conditions of a policy. Only those that it has, or that were added, are shown. */
export function ConditionList({ form }: { form: PolicyForm }) {
  // A condition whose values were taken out stays until it is removed: its field has the focus.
  const [kept, setKept] = useState<ReadonlySet<string>>(
    () => new Set(conditionKinds.filter((kind) => isSet(kind, form.values)).map(({ name }) => name)),
  );
  const [added, setAdded] = useState<string>();
  const adding = useRef<HTMLButtonElement>(null);
  const shown = conditionKinds.filter((kind) => kept.has(kind.name) || isSet(kind, form.values));
  const add = (kind: ConditionKind) => {
    if (kind.name === 'schedule') form.setFieldValue('scheduled', true);
    setKept(new Set([...kept, kind.name]));
    setAdded(kind.name);
  };
  const remove = (kind: ConditionKind) => {
    form.setValues(emptied(kind));
    setKept(new Set([...kept].filter((name) => name !== kind.name)));
    adding.current?.focus();
  };
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {words.conditions}
          </Title>
          <Text size="sm" c="dimmed">
            {shown.length === 0 ? words.noConditions : words.conditionsText}
          </Text>
        </div>
        {shown.map((kind) => (
          <Condition
            key={kind.name}
            kind={kind}
            form={form}
            isNew={kind.name === added}
            onRemove={() => remove(kind)}
          />
        ))}
        <Group>
          <AddCondition button={adding} shown={shown} onAdd={add} />
        </Group>
      </Stack>
    </Card>
  );
}

function AddCondition({
  button,
  shown,
  onAdd,
}: {
  button: React.RefObject<HTMLButtonElement | null>;
  shown: readonly ConditionKind[];
  onAdd: (kind: ConditionKind) => void;
}) {
  const left = conditionKinds.filter((kind) => !shown.includes(kind));
  return (
    // The field of the new condition gets the focus.
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={left.length === 0}
        >
          {words.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {groups
          .map((group) => ({ group, kinds: left.filter((kind) => kind.group === group) }))
          .filter(({ kinds }) => kinds.length > 0)
          .map(({ group, kinds }) => (
            <div key={group}>
              <Menu.Label>{group}</Menu.Label>
              {kinds.map((kind) => (
                <Menu.Item key={kind.name} onClick={() => onAdd(kind)}>
                  {conditionTitle(kind.name)}
                </Menu.Item>
              ))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Condition({
  kind,
  form,
  isNew,
  onRemove,
}: {
  kind: ConditionKind;
  form: PolicyForm;
  isNew: boolean;
  onRemove: () => void;
}) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return undefined;
    // The menu lets the focus go when it has closed.
    const later = setTimeout(() => fields.current?.querySelector('input')?.focus(), 0);
    return () => clearTimeout(later);
  }, [isNew]);
  return (
    <Group
      role="group"
      aria-label={conditionTitle(kind.name)}
      wrap="nowrap"
      align="flex-start"
      gap="sm"
      ref={fields}
    >
      <Stack gap={4} flex={1} miw={0}>
        <SimpleGrid cols={{ base: 1, sm: kind.fields.length }}>{kind.input(form)}</SimpleGrid>
        {isSet(kind, form.values) ? null : (
          <Text size="sm" c="dimmed">
            {words.emptyCondition}
          </Text>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={26}
        onClick={onRemove}
        aria-label={texts.removeCondition(conditionTitle(kind.name))}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
