import { Alert, Anchor, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { getOverviewOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { SignInsOfDay } from '../../generated/types.gen.ts';
import { texts } from '../../texts/overview.ts';
import { Days } from '../../ui/days.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Outcomes } from '../../ui/outcomes.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Numbers } from './numbers.tsx';
import { Riskiest } from './riskiest.tsx';
import { ServiceState } from './service-state.tsx';

export function Overview() {
  const mayRead = useMay('reports.read');
  return (
    <Stack gap="lg">
      <PageHead title={texts.title}>
        <InCode call={{ operation: 'getOverview' }} />
      </PageHead>
      <FirstSteps />
      {mayRead ? <Report /> : <Alert color="gray">{texts.noReports}</Alert>}
    </Stack>
  );
}

function Report() {
  const { data, error, refetch } = useQuery({ ...getOverviewOptions(), staleTime: 60_000 });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  const verifications = data?.verifications.map(({ date, allowed, denied }) => ({
    date,
    values: [allowed, denied],
  }));
  const signIns = data?.signIns.map(({ date, succeeded, failed }) => ({ date, values: [succeeded, failed] }));
  return (
    <>
      <Numbers overview={data} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="xs">
          <Title order={2} size="h4">
            {texts.verifications}
          </Title>
          {verifications ? (
            <Days title={texts.verifications} days={verifications} series={[texts.allowed, texts.denied]} />
          ) : null}
        </Stack>
        <Stack gap="xs">
          <Group justify="space-between">
            <Title order={2} size="h4">
              {texts.signIns}
            </Title>
            {data ? <SignIns days={data.signIns} /> : null}
          </Group>
          {signIns ? (
            <Days title={texts.signIns} days={signIns} series={[texts.succeeded, texts.failed]} />
          ) : null}
        </Stack>
        <Outcomes hasKeys />
        <Stack gap="lg">
          <Riskiest identities={data?.identities.riskiest} />
          <ServiceState />
        </Stack>
      </SimpleGrid>
    </>
  );
}

const number = new Intl.NumberFormat('en');

/** The sums of the chart. Each leads to the entries of the audit log that it counts. */
function SignIns({ days }: { days: readonly SignInsOfDay[] }) {
  const mayRead = useMay('audit.read');
  if (!mayRead) return null;
  const sumOf = (name: 'succeeded' | 'failed') => days.reduce((sum, { [name]: count }) => sum + count, 0);
  return (
    <Group gap="md">
      {(['succeeded', 'failed'] as const).map((name) => (
        <Anchor
          key={name}
          size="sm"
          renderRoot={(props) => (
            <PageLink to="audit" search={{ action: actions[name], last: '30d' }} {...props} />
          )}
        >
          {texts.signInLog[name](number.format(sumOf(name)))}
        </Anchor>
      ))}
    </Group>
  );
}

const actions = { succeeded: 'user.login', failed: 'user.login_failed' } as const;
