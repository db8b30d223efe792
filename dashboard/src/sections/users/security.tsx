import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sends } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { getUserFactorsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteUserFactors } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-security.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { rightsOfRoles } from '../../ui/pick-roles.tsx';
import { Problem } from '../../ui/problem.tsx';
import { GrantRule } from '../../ui/scopes.tsx';
import { AccessPass } from './access-pass.tsx';
import { useGroupsOf } from './effective-rights.tsx';
import { Factors } from './factors.tsx';
import { nameOf } from './names.ts';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { SetPassword } from './set-password.tsx';
import { UserDevices } from './user-devices.tsx';

/** How the user signs in, and what a help desk does about it. */
export function Security({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'factors' | 'pass' | 'password'>();
  const { byId } = useGroupsOf(user);
  const mayWrite = useMay('directory.write') && user.status !== 'DEPROVISIONED';
  const rights = [...rightsOfRoles(user.roles), ...[...byId.values()].flatMap(({ scopes }) => scopes)];
  const path = { userId: user.id };
  const read = useQuery(getUserFactorsOptions({ path }));
  const close = () => setDialog(undefined);
  return (
    <Stack gap="md">
      {mayWrite ? <GrantRule scopes={[...new Set(rights)]} text={texts.factors.beyond} /> : null}
      <Part
        title={texts.factors.title}
        action={
          <Group gap="sm">
            <InCode call={{ operation: 'getUserFactors', path }} />
            {mayWrite && read.data?.totp ? (
              <Button size="compact-sm" variant="outline" color="red.8" onClick={() => setDialog('factors')}>
                {texts.factors.remove}
              </Button>
            ) : null}
          </Group>
        }
      >
        {read.error && !read.data ? <Problem error={read.error} onRetry={() => void read.refetch()} /> : null}
        {read.data ? <Factors factors={read.data} /> : null}
      </Part>
      <Sessions user={user} mayEnd={mayWrite} />
      <UserDevices user={user} />
      <Passkeys user={user} />
      {mayWrite ? (
        <>
          <Part
            title={texts.pass.title}
            action={
              <Button size="compact-sm" variant="default" onClick={() => setDialog('pass')}>
                {texts.pass.create}
              </Button>
            }
          >
            <Text maw={720}>{texts.pass.text}</Text>
          </Part>
          <Part
            title={texts.password.title}
            action={
              <Button size="compact-sm" variant="default" onClick={() => setDialog('password')}>
                {texts.password.set}
              </Button>
            }
          >
            <Text maw={720}>{texts.password.text}</Text>
          </Part>
        </>
      ) : null}
      {dialog === 'factors' ? (
        <Confirm
          title={texts.factors.removeTitle(nameOf(user))}
          text={texts.factors.removeText}
          action={texts.factors.remove}
          said={texts.factors.removed}
          {...sends({ deleteUserFactors }, { path })}
          onClose={close}
        />
      ) : null}
      {dialog === 'pass' ? <AccessPass user={user} onClose={close} /> : null}
      {dialog === 'password' ? <SetPassword user={user} onClose={close} /> : null}
    </Stack>
  );
}

function Part({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Card>
  );
}
