import { Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { deleteAccessDevice, listAccessDevices } from '../../generated/sdk.gen.ts';
import type { AccessDevice } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { inWords, time } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { byPage } from '../../ui/paging.ts';
import { PickUser } from '../../ui/pick-user.tsx';
import { ResourceTab } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { AddDevice, EditDevice, writtenTrusts } from './device-form.tsx';

const { devices: words } = texts;

const devices = resource({
  list: { listAccessDevices },
  pages: byPage,
  filters: [
    { name: 'trust', title: words.columns.trust, values: writtenTrusts },
    { name: 'userId', title: words.columns.user, picker: PickUser, width: 200 },
  ],
  name: texts.tabs.devices,
  named: ({ userId }) => [userId],
  columns: (names) => [
    { id: 'id', title: words.columns.id, csv: ({ id }) => id, cell: ({ id }) => <Text fw={600}>{id}</Text> },
    {
      id: 'user',
      title: words.columns.user,
      csv: ({ userId }) => names.get(userId) ?? userId,
      cell: ({ userId }) => <ThingLink id={userId} name={names.get(userId)} />,
    },
    inWords('platform', words.columns.platform, texts.platforms),
    {
      id: 'trust',
      title: words.columns.trust,
      csv: ({ trust }) => trust,
      cell: ({ trust }) => <State value={trust} />,
    },
    time('trustExpiresAt', words.columns.expires, 'day', { isMinor: true }),
    {
      id: 'certificates',
      title: words.columns.certificates,
      isMinor: true,
      csv: ({ certificateThumbprints }) => certificateThumbprints.length,
      cell: ({ certificateThumbprints }) => certificateThumbprints.length,
    },
  ],
  nameOf: ({ id }) => id,
  words,
  write: 'conditional_access.write',
  create: AddDevice,
  edit: EditDevice,
  remove: RemoveDevice,
});

export const Devices = () => <ResourceTab of={devices} />;

function RemoveDevice({ row: { id }, onClose }: OfRow<AccessDevice>) {
  const { accepted, guards, field } = useLockout();
  return (
    <Confirm
      {...about(words.remove, id)}
      {...guards(sends({ deleteAccessDevice }, { path: { deviceId: id }, query: accepted }))}
      onClose={onClose}
    >
      {field}
    </Confirm>
  );
}
