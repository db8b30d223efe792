import { Anchor, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listIdentitiesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-states.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { spoken } from '../../ui/state.tsx';

const shown = 5;

const namesOf = (names: readonly string[]): string =>
  names.length > shown ? `${names.slice(0, shown).join(', ')} + ${names.length - shown}` : names.join(', ');

/** What ends with a user: memberships, factors, and the ownership of machine identities. */
export function Lost({ user, isErased = false }: { user: User; isErased?: boolean }) {
  const { data } = useQuery({
    ...listIdentitiesOptions({ query: { ownerUserId: user.id, limit: shown } }),
    enabled: useMay('identities.read') && isErased,
    retry: false,
  });
  const owned = data?.pagination.total ?? 0;
  const groups = user.groups?.map(({ name }) => name) ?? [];
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {texts.lost.title}
      </Text>
      <List size="sm">
        {isErased ? <List.Item>{texts.lost.profile}</List.Item> : null}
        <List.Item>{texts.lost.access}</List.Item>
        <List.Item>{texts.lost.factors}</List.Item>
        <List.Item>{groups.length > 0 ? texts.lost.groups(namesOf(groups)) : texts.lost.noGroups}</List.Item>
        {isErased ? <List.Item>{texts.lost.roles(namesOf(user.roles.map(spoken)))}</List.Item> : null}
        {owned > 0 ? (
          <List.Item>
            {texts.lost.owned(owned)}{' '}
            {data?.data.map(({ id, name }) => (
              <span key={id}>
                <Anchor
                  inherit
                  underline="always"
                  renderRoot={(props) => <PageLink to={`identities/${id}`} {...props} />}
                >
                  {name}
                </Anchor>{' '}
              </span>
            ))}
            {texts.lost.ownedText}
          </List.Item>
        ) : null}
      </List>
    </Stack>
  );
}
