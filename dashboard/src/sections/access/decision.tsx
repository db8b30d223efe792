import { Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccessInputs, AccessOutcome, RecordedAccessDecision } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useNames } from '../../ui/names.ts';
import { countryOf } from '../../ui/pick-country.tsx';
import { spoken, spokenOpen, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';

const { decided: words } = texts;

/** A decision: what was known of the attempt, and what each policy said. */
export function Decision({ decision, onClose }: { decision: RecordedAccessDecision; onClose: () => void }) {
  const { userId, identityId, credentialId, application, inputs, risk, outcomes, outcomesLeftOut } = decision;
  const ids = [userId, identityId, application, ...(inputs?.groups ?? [])];
  const names = useNames(ids.filter((id): id is string => typeof id === 'string'));
  const linked = (id: string | null) =>
    id === null ? '–' : <ThingLink key={id} id={id} name={names.get(id)} size="md" />;
  return (
    <Dialog onClose={onClose} title={words.one} size="xl">
      <Stack>
        <Group gap="sm">
          <State value={decision.decision} />
          <State value={decision.outcome} />
          <Text size="sm">
            <Moment at={decision.timestamp} />
          </Text>
        </Group>
        <FactRows
          rows={[
            [words.columns.subject, linked(userId ?? identityId)],
            ...(credentialId ? [[words.credential, linked(credentialId)] as const] : []),
            [words.columns.application, linked(application)],
            [
              words.columns.policy,
              decision.policyId === null ? (
                (decision.policyName ?? words.noPolicy)
              ) : (
                <ThingLink key="policy" id={decision.policyId} name={decision.policyName} size="md" />
              ),
            ],
            [words.columns.attempts, decision.attempts],
            [words.request, linked(decision.requestId)],
          ]}
        />
        <Title order={3} size="h5">
          {words.inputs}
        </Title>
        {inputs ? (
          <FactRows
            rows={[
              ...knownRows(inputs),
              [
                words.groups,
                inputs.groups === null || inputs.groups.length === 0 ? (
                  '–'
                ) : (
                  <Group key="groups" gap="sm">
                    {inputs.groups.map(linked)}
                  </Group>
                ),
              ],
              [
                words.risk,
                risk
                  ? `${spoken(risk.level)} (${risk.score}) ${risk.reasons
                      .map(({ kind, weight }) => `${spokenOpen(kind)} +${weight}`)
                      .join(', ')}`
                  : inputs.riskLevel
                    ? spoken(inputs.riskLevel)
                    : '–',
              ],
            ]}
          />
        ) : (
          <Text size="sm">{words.hidden}</Text>
        )}
        <Title order={3} size="h5">
          {words.outcomes}
        </Title>
        {outcomes.length === 0 ? <Text size="sm">{words.noPolicy}</Text> : null}
        {outcomes.map((one) => (
          <Outcome key={one.policyId ?? one.policyName} outcome={one} />
        ))}
        {outcomesLeftOut > 0 ? <Text size="sm">{words.leftOut(outcomesLeftOut)}</Text> : null}
      </Stack>
    </Dialog>
  );
}

const knownRows = (inputs: AccessInputs): (readonly [string, ReactNode])[] => [
  [texts.simulation.ip, inputs.ipAddress ?? '–'],
  [texts.simulation.country, inputs.country ? countryOf(inputs.country) : '–'],
  [texts.simulation.platform, texts.platforms[inputs.devicePlatform ?? ''] ?? inputs.devicePlatform ?? '–'],
  [texts.simulation.trust, inputs.deviceTrust ? spoken(inputs.deviceTrust) : '–'],
  [
    texts.simulation.client,
    inputs.clientType ? `${spoken(inputs.clientType)}${inputs.isAgent ? `, ${spoken('agent')}` : ''}` : '–',
  ],
  ...(inputs.identityType ? [[words.identityType, spokenOpen(inputs.identityType)] as const] : []),
];

function Outcome({
  outcome: { policyId, policyName, status, applies, reasons },
}: {
  outcome: AccessOutcome;
}) {
  return (
    <Stack gap={4}>
      <Group gap="sm">
        {policyId ? <ThingLink id={policyId} name={policyName} /> : <Text size="sm">{policyName}</Text>}
        <State value={status} />
        <Badge color={applies ? 'teal' : 'gray'} tt="none">
          {applies ? texts.simulation.applies : texts.simulation.not}
        </Badge>
      </Group>
      {reasons && reasons.length > 0 ? (
        <List size="sm">
          {reasons.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      ) : null}
    </Stack>
  );
}
