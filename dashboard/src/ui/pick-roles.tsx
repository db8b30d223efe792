import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ungrantable } from '../../../src/lib/scope.ts';
import { type Role, roles as allRoles, scopesOf } from '../../../src/users/directory/role.ts';
import { useSession } from '../app/me.ts';
import { texts } from '../texts/rights.ts';
import { spoken } from './state.tsx';

/** The rights that roles carry. A role that this version does not know carries none that it knows. */
export const rightsOfRoles = (roles: readonly string[]): string[] =>
  scopesOf(allRoles.filter((role) => roles.includes(role)));

/** Chooses roles. A role with rights that the user does not have says so. */
export function PickRoles({
  value,
  onChange,
  error,
}: {
  value: readonly string[];
  onChange: (roles: Role[]) => void;
  error?: ReactNode;
}) {
  const { me } = useSession();
  return (
    <Checkbox.Group
      label={texts.roles.title}
      description={texts.roles.text}
      error={error}
      value={[...value]}
      onChange={(chosen) => onChange(allRoles.filter((role) => chosen.includes(role)))}
    >
      <Stack gap="xs" mt="xs">
        {allRoles.map((role) => {
          const missing = ungrantable(me.scopes, rightsOfRoles([role]));
          return (
            <Paper key={role} withBorder p="xs" radius="md">
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <Checkbox
                  mt={2}
                  value={role}
                  disabled={missing.length > 0 && !value.includes(role)}
                  label={
                    <Stack gap={0}>
                      <Text size="sm" fw={600}>
                        {spoken(role)}
                      </Text>
                      <Text size="sm" c="dimmed">
                        {texts.roles.each[role]}
                      </Text>
                      {missing.length > 0 ? (
                        <Text size="xs" c="dimmed">
                          {texts.roles.notYours(missing.length, missing.slice(0, 3).join(', '))}
                        </Text>
                      ) : null}
                    </Stack>
                  }
                />
              </Group>
            </Paper>
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
