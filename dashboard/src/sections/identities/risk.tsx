import { Anchor, Badge, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../app/me.ts';
import { getIdentityRiskOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { RiskFactor, RiskLevel } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { spoken } from '../../ui/state.tsx';

const colours = { LOW: 'green', MEDIUM: 'yellow', HIGH: 'orange', CRITICAL: 'red' } as const;

/** A risk score and its level. */
export function RiskBadge({ score, level }: { score: number; level: RiskLevel }) {
  return (
    <Badge color={colours[level]} tt="none" miw="max-content">
      {score} · {spoken(level)}
    </Badge>
  );
}

/** The risk, factor by factor, with the way to lower it. */
export function Risk({ id, onEdit }: { id: string; onEdit: (() => void) | undefined }) {
  const { data, error, refetch } = useQuery(getIdentityRiskOptions({ path: { id } }));
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { riskScore, riskLevel, riskFactors, computedAt } = data;
  const sum = riskFactors.reduce((total, { weight }) => total + weight, 0);
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.risk.title}
        </Title>
        <RiskBadge score={riskScore} level={riskLevel} />
      </Group>
      <Progress
        value={riskScore}
        color={colours[riskLevel]}
        size="lg"
        aria-label={`${texts.risk.title}: ${texts.risk.of(riskScore)}`}
      />
      <Stack gap="sm" mt="md">
        {riskFactors.length === 0 ? <Text c="dimmed">{texts.risk.none}</Text> : null}
        {riskFactors.map((factor) => (
          <Group key={factor.factor} justify="space-between" align="flex-start" gap="xs">
            <Group gap="sm" align="flex-start" wrap="nowrap" flex="1 1 16rem">
              <Badge color={colours[riskLevel]} variant="outline" miw={48}>
                +{factor.weight}
              </Badge>
              <Stack gap={0}>
                <Text size="sm">{factor.description}</Text>
                <Text size="xs" c="dimmed">
                  {texts.risk.without(Math.min(100, sum - factor.weight))}
                </Text>
              </Stack>
            </Group>
            <Mend id={id} factor={factor} onEdit={onEdit} />
          </Group>
        ))}
        <Text size="xs" c="dimmed">
          {texts.risk.computed} <Moment at={computedAt} isRelative />
        </Text>
      </Stack>
    </Card>
  );
}

/** Leads to where a factor can be mended. More factors may come, which lead nowhere. */
function Mend({
  id,
  factor: { factor },
  onEdit,
}: {
  id: string;
  factor: RiskFactor;
  onEdit: (() => void) | undefined;
}) {
  const mayReadScopes = useMay('reports.read');
  const mayReadAnomalies = useMay('anomalies.read');
  const { mend } = texts.risk;
  const link = (label: ReactNode, to: string, search: Record<string, string>) => (
    <Anchor size="sm" renderRoot={(props) => <PageLink to={to} search={search} {...props} />}>
      {label}
    </Anchor>
  );
  if (factor === 'NO_OWNER')
    return onEdit ? (
      <Button variant="subtle" size="compact-sm" onClick={onEdit}>
        {mend.NO_OWNER}
      </Button>
    ) : null;
  if (factor === 'UNUSED_CREDENTIAL')
    return link(mend.UNUSED_CREDENTIAL, 'credentials', { identityId: id, unusedForDays: '90' });
  if (factor === 'WILDCARD_SCOPE' && mayReadScopes)
    return link(mend.WILDCARD_SCOPE, `identities/${id}`, { tab: 'scopes' });
  if (factor.startsWith('ANOMALY_') && mayReadAnomalies)
    return link(mend.ANOMALY, 'alerts/anomalies', { identityId: id });
  if (factor === 'NEVER_EXPIRES' || factor === 'OLD_CREDENTIAL' || factor === 'LEAKED_SECRET')
    return link(mend[factor], `identities/${id}`, { tab: 'credentials' });
  return null;
}
