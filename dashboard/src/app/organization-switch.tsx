import { Button, Group, Menu, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Check, ChevronsUpDown, LogIn } from 'lucide-react';
import type { Me } from '../generated/types.gen.ts';
import { texts } from '../texts/app.ts';
import { texts as ui } from '../texts/ui.ts';
import { Dialog } from '../ui/dialog.tsx';
import { signInAddress } from './addresses.ts';
import { useSession } from './me.ts';
import styles from './shell.module.css';

const { otherOrganization: words } = texts;

interface Organization {
  /** The tenant to open: that of live data, if the session is one of it. */
  tenant: string;
  name: string;
  isOpen: boolean;
}

/** The organizations that this browser has a session of. That of the page comes first. */
export function organizationsOf({ organization, organizations }: Me): Organization[] {
  const { name, liveOrgId, testOrgId } = organization;
  const others = organizations.filter((one) => one.testOrgId !== testOrgId);
  return [
    { tenant: liveOrgId, name, isOpen: true },
    ...others.map((one) => ({ tenant: one.liveOrgId ?? one.testOrgId, name: one.name, isOpen: false })),
  ];
}

/** Names the organization, and leads to the others. */
export function OrganizationSwitch({ onOther }: { onOther: () => void }) {
  const { me } = useSession();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={styles.organization ?? ''}
          aria-label={`${words.open}: ${me.organization.name}`}
        >
          <Building2 size={16} aria-hidden />
          <Text size="sm" fw={600} truncate flex={1}>
            <bdi>{me.organization.name}</bdi>
          </Text>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.organizations}</Menu.Label>
        {organizationsOf(me).map(({ tenant, name, isOpen }) => (
          <Menu.Item
            key={tenant}
            leftSection={<Building2 size={16} aria-hidden />}
            rightSection={isOpen ? <Check size={16} aria-hidden /> : null}
            aria-current={isOpen ? 'true' : undefined}
            onClick={() => void navigate({ to: `/${tenant}` as never })}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogIn size={16} aria-hidden />} onClick={onOther}>
          {words.title}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Leads to the sign-in of an organization that this browser has no session of. */
export function OtherOrganization({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { id: '' },
    validate: { id: (id) => (/^org_[0-9a-z]{26}$/.test(id.trim()) ? null : words.idRule) },
  });
  return (
    <Dialog title={words.title} onClose={onClose} centered>
      <form
        noValidate
        onSubmit={form.onSubmit(({ id }) => location.assign(signInAddress(id.trim(), `/admin/${id.trim()}`)))}
      >
        <Stack>
          <Text>{words.text}</Text>
          <TextInput
            label={words.id}
            description={words.idText}
            placeholder="org_…"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('id')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui.cancel}
            </Button>
            <Button type="submit">{words.go}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
