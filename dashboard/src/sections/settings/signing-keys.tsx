import { Alert, Badge, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sends, sendsEntered } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { listSigningKeysOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { activateSigningKey, rotateSigningKeys } from '../../generated/sdk.gen.ts';
import type { SigningKey, SigningKeyUse } from '../../generated/types.gen.ts';
import { texts } from '../../texts/settings.ts';
import { texts as ui } from '../../texts/ui.ts';
import { plain, state, time } from '../../ui/columns.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { Certificate } from './certificate.tsx';

const { keys: words } = texts;
const uses: readonly SigningKeyUse[] = ['OIDC', 'SAML', 'SAML_ENCRYPTION'];

/** A certificate that ends within 60 days: service providers without metadata need the next one by hand. */
const isSoon = (at: string): boolean => Date.parse(at) - Date.now() < 60 * 86_400_000;

export function SigningKeys() {
  const mayWrite = useMay('keys.write');
  const list = useQuery(listSigningKeysOptions());
  const [dialog, setDialog] = useState<{ kind: 'rotate' } | { kind: 'show' | 'activate'; key: SigningKey }>();
  const close = () => setDialog(undefined);
  useAsked([{ name: 'rotate', begin: () => setDialog({ kind: 'rotate' }), may: mayWrite }]);
  const columns: Column<SigningKey>[] = [
    { id: 'id', title: words.columns.id, csv: ({ id }) => id, cell: ({ id }) => <Id value={id} /> },
    { id: 'use', title: words.columns.use, csv: ({ use }) => use, cell: ({ use }) => words.uses[use] },
    plain('algorithm', words.columns.algorithm),
    state('status', words.columns.state),
    time('activatesAt', words.columns.signs, 'time'),
    {
      id: 'certificate',
      title: words.columns.certificate,
      csv: ({ certificateExpiresAt }) => certificateExpiresAt,
      cell: ({ certificateExpiresAt }) =>
        certificateExpiresAt === null ? null : (
          <Group gap={6} wrap="nowrap">
            <Moment at={certificateExpiresAt} isDay />
            {isSoon(certificateExpiresAt) ? <Badge color="orange">{words.soon}</Badge> : null}
          </Group>
        ),
    },
    {
      id: 'acts',
      title: '',
      cell: (key) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${words.show}: ${key.id}`}
            onClick={() => setDialog({ kind: 'show', key })}
          >
            {words.show}
          </Button>
          {mayWrite && key.status === 'UPCOMING' ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setDialog({ kind: 'activate', key })}>
              {words.activate}
            </Button>
          ) : null}
        </Group>
      ),
    },
  ];
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="md">
        <Text c="dimmed" flex="1 1 20rem" maw={720}>
          {words.text}
        </Text>
        <InCode call={{ operation: 'listSigningKeys' }} />
        {mayWrite ? <Button onClick={() => setDialog({ kind: 'rotate' })}>{words.rotate}</Button> : null}
      </Group>
      <DataTable
        name={texts.tabs.keys}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {dialog?.kind === 'rotate' ? <Rotate onClose={close} /> : null}
      {dialog?.kind === 'show' ? <Certificate of={dialog.key} onClose={close} /> : null}
      {dialog?.kind === 'activate' ? (
        <Confirm
          title={words.activateTitle}
          text={words.activateText}
          action={words.activate}
          said={words.activated}
          {...sends({ activateSigningKey }, { path: { keyId: dialog.key.id } })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function Rotate({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { use: 'OIDC' as SigningKeyUse, emergency: false, reason: '', typed: '' },
    validate: {
      typed: (typed, { emergency }) =>
        emergency && typed !== words.form.word ? ui.typeToConfirm(words.form.word) : null,
    },
  });
  const body = ({ use, emergency, reason }: typeof form.values) => ({
    use,
    emergency,
    ...(reason ? { reason } : {}),
  });
  return (
    <FormDialog
      action={words.rotate}
      form={form}
      said={words.rotated}
      {...sendsEntered({ rotateSigningKeys }, (values: typeof form.values) => ({ body: body(values) }))}
      onClose={onClose}
    >
      <Select
        label={words.form.use}
        data={uses.map((value) => ({ value, label: words.uses[value] }))}
        allowDeselect={false}
        {...form.getInputProps('use')}
      />
      <Switch
        label={words.form.emergency}
        description={words.form.emergencyText}
        {...form.getInputProps('emergency', { type: 'checkbox' })}
      />
      <TextInput label={words.form.reason} {...form.getInputProps('reason')} />
      {form.values.emergency ? (
        <Alert color="red" title={words.form.lost}>
          <Stack gap="sm">
            <Text size="sm">{words.form.losses[form.values.use]}</Text>
            <TextInput
              label={ui.typeToConfirm(words.form.word)}
              autoComplete="off"
              {...form.getInputProps('typed')}
            />
          </Stack>
        </Alert>
      ) : null}
    </FormDialog>
  );
}
