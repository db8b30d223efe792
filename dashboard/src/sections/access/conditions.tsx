import { Badge, Code, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownAccessConditions } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Facts } from '../../ui/facts.tsx';
import { useNames } from '../../ui/names.ts';
import { countryOf } from '../../ui/pick-country.tsx';
import { spoken } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';

const { form: words } = texts;

const badges = (values: readonly string[]) => (
  <Group gap={4}>
    {values.map((value) => (
      <Badge key={value} color="gray" tt="none">
        {value}
      </Badge>
    ))}
  </Group>
);

/** What a policy selects by. Things are named, and lead to their pages. */
export function Conditions({ conditions }: { conditions: ShownAccessConditions }) {
  const { schedule } = conditions;
  const things: readonly (readonly [string, readonly string[]])[] = [
    [words.users, conditions.users.include],
    [words.usersExcept, conditions.users.exclude],
    [words.groups, conditions.groups.include],
    [words.groupsExcept, conditions.groups.exclude],
    [words.identities, conditions.identities.include],
    [words.identitiesExcept, conditions.identities.exclude],
    [words.applications, conditions.applications.include],
    [words.applicationsExcept, conditions.applications.exclude],
    [words.locations, conditions.locations.include],
    [words.locationsExcept, conditions.locations.exclude],
  ];
  const values: readonly (readonly [string, readonly string[]])[] = [
    [words.identityTypes, conditions.identityTypes.include.map(spoken)],
    [words.identityTypesExcept, conditions.identityTypes.exclude.map(spoken)],
    [words.ipRanges, conditions.ipRanges],
    [words.countries, conditions.countries.map(countryOf)],
    [words.platforms, conditions.devicePlatforms.map((one) => texts.platforms[one] ?? one)],
    [words.trust, conditions.deviceTrust.map(spoken)],
    [words.risk, conditions.riskLevels.map(spoken)],
    [words.clients, conditions.clientTypes.map(spoken)],
  ];
  const names = useNames(things.flatMap(([, ids]) => ids));
  const linked = (ids: readonly string[]) => (
    <Group gap="sm">
      {ids.map((id) => (
        <ThingLink key={id} id={id} name={names.get(id)} size="md" />
      ))}
    </Group>
  );
  const when: (readonly [string, ReactNode])[] = schedule
    ? [
        [
          words.when,
          <Code key="when">{`${schedule.days.map(spoken).join(', ')} ${schedule.from}–${schedule.to} ${schedule.timezone}`}</Code>,
        ],
      ]
    : [];
  const isSaid = ([, some]: readonly [string, readonly string[]]) => some.length > 0;
  const rows = [
    ...things.filter(isSaid).map(([title, ids]) => [title, linked(ids)] as const),
    ...values.filter(isSaid).map(([title, some]) => [title, badges(some)] as const),
    ...when,
  ];
  return <Facts title={texts.facts} rows={rows.length > 0 ? rows : [[words.who, texts.anyone]]} />;
}
