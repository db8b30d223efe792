import { Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { Refusal, refusalOf } from '../../api/refusal.ts';
import { sendsEntered } from '../../api/sends.ts';
import { versioned } from '../../api/versioned.ts';
import { getAccessDevice, putAccessDevice } from '../../generated/sdk.gen.ts';
import type {
  AccessDevice,
  AccessDeviceInput,
  DevicePlatform,
  WrittenDeviceTrust,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { useLockout } from '../../ui/lockout.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import type { OfRow } from '../../ui/resource.ts';
import { choices } from '../../ui/state.tsx';
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
  const { accepted, guards, field } = useLockout();
  const path = ({ id }: Values) => ({ deviceId: id.trim() });
  const put = guards(
    sendsEntered({ putAccessDevice }, (values: Values) => ({
      path: path(values),
      body: { ...bodyOf(values), ...accepted },
    })),
  );
  return (
    <FormDialog
      action={words.create}
      form={form}
      said={words.saved}
      act={async (values) => {
        await refuseKnown(path(values));
        return put.act(values);
      }}
      call={put.call}
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

export function EditDevice({ row: { id }, onClose }: OfRow<AccessDevice>) {
  const path = { deviceId: id };
  return (
    <ReadFirst query={versioned({ getAccessDevice }, { path })} title={words.edit} onClose={onClose}>
      {(parts) => (
        <EditDialog
          {...parts}
          title={({ id }) => id}
          said={words.saved}
          valuesOf={valuesOf}
          validate={validate}
          titles={{
            userId: words.columns.user,
            platform: words.columns.platform,
            trust: words.columns.trust,
            trustExpiresAt: words.columns.expires,
            certificateThumbprints: words.columns.certificates,
          }}
          operation={{ putAccessDevice }}
          optionsOf={(values, { base }, accepted) => ({
            path: { deviceId: base.data.id },
            body: { ...bodyOf(values), ...accepted },
          })}
        >
          {(form) => <Fields form={form} />}
        </EditDialog>
      )}
    </ReadFirst>
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
          data={choices(writtenTrusts)}
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
