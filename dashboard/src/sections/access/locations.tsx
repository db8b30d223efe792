import { Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { deleteNamedLocation, listNamedLocations } from '../../generated/sdk.gen.ts';
import type { NamedLocation } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { inWords, yesNo } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { searched } from '../../ui/filters.tsx';
import { byPage } from '../../ui/paging.ts';
import { countryOf } from '../../ui/pick-country.tsx';
import { ResourceTab } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { CreateLocation, EditLocation } from './location-form.tsx';

const { locations: words } = texts;

const contentOf = ({ ipRanges, countries }: NamedLocation): string =>
  [...ipRanges, ...countries.map(countryOf)].join(', ');

const locations = resource({
  list: { listNamedLocations },
  pages: byPage,
  filters: [searched],
  name: texts.tabs.locations,
  columns: [
    {
      id: 'name',
      title: words.columns.name,
      csv: ({ name }) => name,
      cell: ({ name }) => (
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
      ),
    },
    inWords('type', words.columns.type, words.types),
    {
      id: 'content',
      title: words.columns.content,
      csv: contentOf,
      cell: (location) => <Text lineClamp={2}>{contentOf(location)}</Text>,
    },
    yesNo('isTrusted', words.columns.trusted, { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words,
  write: 'conditional_access.write',
  create: CreateLocation,
  edit: EditLocation,
  remove: RemoveLocation,
});

export const Locations = () => <ResourceTab of={locations} />;

function RemoveLocation({ row: { id, name }, onClose }: OfRow<NamedLocation>) {
  return (
    <Confirm
      {...about(words.remove, name)}
      {...sends({ deleteNamedLocation }, { path: { id } })}
      onClose={onClose}
    />
  );
}
