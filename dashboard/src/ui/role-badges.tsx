import { Badge, Group } from '@mantine/core';
import { spokenOpen } from './state.tsx';

/** The roles of a user. */
export const RoleBadges = ({ roles }: { roles: readonly string[] }) => (
  <Group gap={4}>
    {roles.map((role) => (
      <Badge key={role} tt="none" miw="max-content" color={role === 'OWNER' ? 'grape' : 'gray'}>
        {spokenOpen(role)}
      </Badge>
    ))}
  </Group>
);
