import { Alert, Button, Group, NumberInput, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { errorsOfForm, refusalOf } from '../../api/refusal.ts';
import { evaluatePolicies } from '../../generated/sdk.gen.ts';
import type { PolicyInputFields, PolicyEvaluation, PolicyOperation } from '../../generated/types.gen.ts';
import { texts } from '../../texts/policies.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { beginsInFirstField } from '../../ui/first-field.ts';
import { InCode } from '../../ui/in-code.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { Problem } from '../../ui/problem.tsx';
import { PickScopes } from '../../ui/scopes.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useAct } from '../../ui/use-act.ts';

const { try: words } = texts;

interface Values extends Record<string, unknown> {
  operation: string;
  identityId: string | null;
  credentialId: string;
  scopes: string[];
  ttl: number | string;
  ipAddress: string;
  at: string;
}

/** Those that name an identity. All others name a credential. */
const ofIdentities: readonly string[] = ['createCredential', 'createJitCredential', 'updateIdentity'];

function bodyOf({ operation, identityId, credentialId, scopes, ttl, ipAddress, at }: Values) {
  const time = fromLocalField(at);
  return {
    operation: operation as PolicyOperation,
    ...(ofIdentities.includes(operation)
      ? { identityId: identityId ?? '' }
      : { credentialId: credentialId.trim() }),
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(typeof ttl === 'number' ? { ttl } : {}),
    ...(ipAddress.trim() ? { ipAddress: ipAddress.trim() } : {}),
    ...(time ? { at: time } : {}),
  };
}

/** Asks what each policy says about an attempt. Nothing is done. */
export function Evaluate({
  draft,
  onClose,
}: {
  /** A policy that is not saved. It is judged beside the others. */
  draft?: PolicyInputFields;
  onClose: () => void;
}) {
  const form = useForm<Values>({
    initialValues: {
      operation: 'createCredential',
      identityId: null,
      credentialId: '',
      scopes: [],
      ttl: '',
      ipAddress: '',
      at: '',
    },
  });
  const withDraft = (values: Values) => ({ ...bodyOf(values), ...(draft ? { policy: draft } : {}) });
  const trying = useAct(async (values: Values) => (await evaluatePolicies({ body: withDraft(values) })).data);
  return (
    <Dialog onClose={onClose} title={draft ? words.draftTitle : words.title} size="xl">
      <form
        noValidate
        ref={beginsInFirstField}
        onSubmit={(event) => {
          // The form of the draft is around this one in React, and would be sent as well.
          event.stopPropagation();
          form.onSubmit((values) =>
            trying.mutate(values, {
              onError: (error) => form.setErrors(errorsOfForm(refusalOf(error), Object.keys(values)).here),
            }),
          )(event);
        }}
      >
        <Stack>
          <Text size="sm">{draft ? words.draftText : words.text}</Text>
          <Select
            label={words.operation}
            data={Object.entries(words.operations).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('operation')}
          />
          {ofIdentities.includes(form.values.operation) ? (
            <PickIdentity label={words.identity} required {...form.getInputProps('identityId')} />
          ) : (
            <TextInput label={words.credential} required {...form.getInputProps('credentialId')} />
          )}
          <PickScopes label={words.scopes} {...form.getInputProps('scopes')} />
          <Group grow align="flex-start">
            <NumberInput label={words.ttl} min={1} allowDecimal={false} {...form.getInputProps('ttl')} />
            <TextInput label={words.ip} {...form.getInputProps('ipAddress')} />
            <TextInput type="datetime-local" label={words.at} {...form.getInputProps('at')} />
          </Group>
          {trying.error ? <Problem error={trying.error} /> : null}
          {trying.data ? <Answer evaluation={trying.data} /> : null}
          <Group justify="space-between">
            <InCode call={{ operation: 'evaluatePolicies', body: withDraft(form.values) }} />
            <Button type="submit" loading={trying.isPending}>
              {words.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Answer({ evaluation: { decision, evaluated } }: { evaluation: PolicyEvaluation }) {
  return (
    <Stack role="status" gap="sm">
      <Alert color={decision === 'ALLOW' ? 'green' : 'red'}>
        {decision === 'ALLOW' ? words.allow : words.deny}
      </Alert>
      {evaluated.length === 0 ? (
        <Text size="sm">{words.none}</Text>
      ) : (
        <ScrolledTable minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.policy}</Table.Th>
                <Table.Th>{words.outcome}</Table.Th>
                <Table.Th>{words.reason}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {evaluated.map(({ policyId, policyName, mode, outcome, reason }) => (
                <Table.Tr key={policyId ?? policyName}>
                  <Table.Td>
                    {policyId ? (
                      <ThingLink id={policyId} name={policyName} />
                    ) : (
                      `${policyName || '–'} (${words.draft})`
                    )}
                    <div>
                      <State value={mode} />
                    </div>
                  </Table.Td>
                  <Table.Td>
                    <State value={outcome} />
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <bdi>{reason}</bdi>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
    </Stack>
  );
}
