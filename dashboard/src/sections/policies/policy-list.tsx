import { Badge, Group } from '@mantine/core';
import { listPolicies } from '../../generated/sdk.gen.ts';
import type { PolicyItem } from '../../generated/types.gen.ts';
import { texts } from '../../texts/policies.ts';
import { plain, RowLink, state, time } from '../../ui/columns.tsx';
import { searched } from '../../ui/filters.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { type Alone, resource } from '../../ui/resource.ts';
import { spoken, spokenOpen } from '../../ui/state.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Evaluate } from './evaluate.tsx';
import { CreatePolicy } from './policy-form.tsx';

const { columns: titles } = texts;

/** The identities that a policy is about, in a few words. */
export const aboutOf = ({ selector }: Pick<PolicyItem, 'selector'>): string[] => [
  ...selector.identityTypes.map(spoken),
  ...selector.tags.map((tag) => `#${tag}`),
  ...selector.identityIds,
];

const policies = resource({
  list: { listPolicies },
  pages: byPage,
  filters: [
    searched,
    {
      name: 'type',
      title: titles.type,
      values: Object.entries(texts.types).map(([value, [label]]) => ({ value, label })),
    },
    { name: 'mode', title: titles.mode, values: ['REPORT_ONLY', 'ENFORCE', 'DISABLED'] },
  ],
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: titles.name,
      csv: ({ name }) => name,
      cell: ({ id, name, description }) => (
        <NameLine
          name={<RowLink to={`policies/${id}`}>{name}</RowLink>}
          detail={description ? <bdi>{description}</bdi> : null}
        />
      ),
    },
    {
      id: 'type',
      title: titles.type,
      csv: ({ type }) => type,
      cell: ({ type }) => texts.types[type]?.[0] ?? spokenOpen(type),
    },
    state('mode', titles.mode),
    {
      id: 'about',
      title: titles.about,
      isMinor: true,
      csv: (policy) => aboutOf(policy).join(' '),
      cell: (policy) =>
        aboutOf(policy).length === 0 ? (
          texts.everyone
        ) : (
          <Group gap={4}>
            {aboutOf(policy)
              .slice(0, 4)
              .map((one) => (
                <Badge key={one} color="gray" tt="none">
                  <bdi>{one}</bdi>
                </Badge>
              ))}
          </Group>
        ),
    },
    plain('violationCount', titles.violations),
    time('lastViolatedAt', titles.last, 'relative', { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words: { create: texts.create, empty: texts.empty },
  acts: [{ word: texts.evaluate, dialog: Evaluate }],
  write: 'policies.write',
  create: Create,
});

export const PolicyListPage = () => (
  <ResourcePage of={policies} head={{ title: texts.title, text: texts.text }} />
);

function Create({ onClose }: Alone) {
  const go = useGo();
  return <CreatePolicy onClose={onClose} onDone={(id) => go(`policies/${id}`)} />;
}
