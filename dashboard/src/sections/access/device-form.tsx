import { Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { Refusal, refusalOf } from '../../api/refusal.ts';
import { ifMatch, type Versioned, versioned } from '../../api/versioned.ts';
import { getAccessDeviceOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getAccessDevice, putAccessDevice } from '../../generated/sdk.gen.ts';
import type {
  AccessDevice,
  AccessDeviceInput,
  DevicePlatform,
  WrittenDeviceTrust,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { useLockout } from '../../ui/lockout.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import { spoken } from '../../ui/state.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { platformChoices } from './policy-values.ts';

const { devices: words } = texts;

export const writtenTrusts: readonly WrittenDeviceTrust[] = ['compliant', 'managed', 'unmanaged'];

interface Values extends Record<string, unknown> {
  id: string;
  userId: string | null;
  platform: DevicePlatform;
  trust: WrittenDeviceTrust;
  trustExpiresAt: string;
  certificateThumbprints: string[];
}

const valuesOf = (device: AccessDevice): Values => ({
  id: device.id,
  userId: device.userId,
  platform: device.platform,
  trust: device.trust,
  trustExpiresAt: toLocalField(device.trustExpiresAt),
  certificateThumbprints: device.certificateThumbprints,
});

const bodyOf = ({
  userId,
  platform,
  trust,
  trustExpiresAt,
  certificateThumbprints,
}: Values): AccessDeviceInput => ({
  userId: userId ?? '',
  platform,
  trust,
  trustExpiresAt: fromLocalField(trustExpiresAt),
  certificateThumbprints,
});

const validate = {
  id: (id: string) => (id.trim() === '' ? words.form.idRule : null),
  userId: (userId: string | null) => (userId ? null : words.form.userRule),
};

/** @throws {Refusal} if there is a device with this id, which a PUT would replace unseen */
async function refuseKnown(path: { deviceId: string }): Promise<void> {
  try {
    await getAccessDevice({ path });
  } catch (error) {
    if (refusalOf(error).status === 404) return;
    throw error;
  }
  throw new Refusal(409, { code: 'VALIDATION_ERROR', details: { id: words.form.taken } });
}

/** Adds a device by hand, as an MDM does by the API. */
export function AddDevice({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: {
      id: '',
      userId: null,
      platform: 'macos',
      trust: 'compliant',
      trustExpiresAt: '',
      certificateThumbprints: [],
    },
    validate,
  });
  const { accepted, guarded, field } = useLockout();
  const path = ({ id }: Values) => ({ deviceId: id.trim() });
  return (
    <FormDialog
      title={words.create}
      action={words.create}
      form={form}
      said={words.saved}
      act={async (values) => {
        await refuseKnown(path(values));
        return guarded((more) =>
          putAccessDevice({ path: path(values), body: { ...bodyOf(values), ...more } }),
        );
      }}
      call={(values) => ({
        operation: 'putAccessDevice',
        path: path(values),
        body: { ...bodyOf(values), ...accepted },
      })}
      onClose={onClose}
    >
      <TextInput
        label={words.columns.id}
        description={words.form.idText}
        required
        maxLength={128}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('id')}
      />
      <Fields form={form} />
      {field}
    </FormDialog>
  );
}

export function EditDevice({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { deviceId: id };
  return (
    <ReadFirst
      query={versioned(getAccessDeviceOptions({ path }), (more) => getAccessDevice({ path, ...more }))}
      title={words.edit}
      onClose={onClose}
    >
      {(opened, read) => <Edit opened={opened} read={read} onClose={onClose} />}
    </ReadFirst>
  );
}

function Edit({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<AccessDevice>;
  read: () => Promise<Versioned<AccessDevice> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit(opened, valuesOf, validate);
  const { form, base } = edit;
  const { accepted, guarded, field } = useLockout();
  const path = { deviceId: base.data.id };
  return (
    <FormDialog
      title={base.data.id}
      action={ui.save}
      form={form}
      said={words.saved}
      act={(values) =>
        guarded((more) =>
          putAccessDevice({ path, body: { ...bodyOf(values), ...more }, headers: ifMatch(base) ?? {} }),
        )
      }
      call={(values) => ({ operation: 'putAccessDevice', path, body: { ...bodyOf(values), ...accepted } })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict
        edit={edit}
        titles={{
          userId: words.columns.user,
          platform: words.columns.platform,
          trust: words.columns.trust,
          trustExpiresAt: words.columns.expires,
          certificateThumbprints: words.columns.certificates,
        }}
      />
      <Fields form={form} />
      {field}
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <PickUser
        label={words.columns.user}
        description={words.form.userText}
        required
        {...form.getInputProps('userId')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={words.columns.platform}
          data={platformChoices}
          allowDeselect={false}
          {...form.getInputProps('platform')}
        />
        <Select
          label={words.columns.trust}
          data={writtenTrusts.map((value) => ({ value, label: spoken(value) }))}
          allowDeselect={false}
          {...form.getInputProps('trust')}
        />
      </SimpleGrid>
      <TextInput
        type="datetime-local"
        label={words.columns.expires}
        description={words.form.expiresText}
        {...form.getInputProps('trustExpiresAt')}
      />
      <TagsInput
        label={words.columns.certificates}
        description={words.form.certificatesText}
        maxTags={5}
        {...form.getInputProps('certificateThumbprints')}
      />
    </>
  );
}
