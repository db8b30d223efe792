import { List, Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteGroup } from '../../generated/sdk.gen.ts';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { useGo } from '../../ui/use-go.ts';

/** Deletes a group, after it named what is lost. */
export function DeleteGroup({
  group,
  read,
  onClose,
}: {
  group: Versioned<Group>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const go = useGo();
  const { accepted, guards, field } = useLockout();
  const { id, name, memberCount, scopes, source } = group.data;
  return (
    <Confirm
      {...about(texts.remove, name)}
      typed={name}
      {...guards(sends({ deleteGroup }, { path: { groupId: id }, query: accepted, headers: ifMatch(group) }))}
      onReload={read}
      onClose={onClose}
      onDone={() => go('groups')}
    >
      <Text fw={600} size="sm">
        {texts.remove.lost}
      </Text>
      <List size="sm">
        <List.Item>{texts.remove.members(memberCount)}</List.Item>
        {scopes.length > 0 ? <List.Item>{texts.remove.scopes(scopes.join(', '))}</List.Item> : null}
        <List.Item>{texts.remove.places}</List.Item>
      </List>
      {source === 'SCIM' ? <Text size="sm">{texts.remove.managed}</Text> : null}
      {field}
    </Confirm>
  );
}
