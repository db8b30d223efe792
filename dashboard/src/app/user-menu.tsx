import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { BookOpen, LogOut, Moon, Sun, SunMoon, UserRound } from 'lucide-react';
import { texts } from '../texts/app.ts';
import { signOutAddress } from './addresses.ts';
import { useSession } from './me.ts';

export function UserMenu() {
  const { me } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const { liveOrgId, name: organization } = me.organization;
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={`${texts.account}: ${me.name}`}>
          <Avatar color="teal" radius="xl" size={32} aria-hidden>
            <UserRound size={18} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate>
            {me.name}
          </Text>
          <Text size="xs" truncate>
            {organization} · {me.roles.join(', ')}
          </Text>
        </Menu.Label>
        <Menu.Item component="a" href={`/account/${liveOrgId}`} leftSection={<UserRound size={16} />}>
          {texts.account}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<BookOpen size={16} />}>
          {texts.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.appearance}</Menu.Label>
        <Menu.Item leftSection={<Sun size={16} />} onClick={() => setColorScheme('light')}>
          {texts.light}
        </Menu.Item>
        <Menu.Item leftSection={<Moon size={16} />} onClick={() => setColorScheme('dark')}>
          {texts.dark}
        </Menu.Item>
        <Menu.Item leftSection={<SunMoon size={16} />} onClick={() => setColorScheme('auto')}>
          {texts.auto}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href={signOutAddress(liveOrgId)} leftSection={<LogOut size={16} />}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
