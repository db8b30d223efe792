import { Alert, Anchor, Card, Group, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../app/me.ts';
import { listVerificationOutcomesOptions } from '../generated/@tanstack/react-query.gen.ts';
import type { OutcomeCount, OutcomesOfCredential, OutcomesOfDay } from '../generated/types.gen.ts';
import { texts } from '../texts/outcomes.ts';
import { Days } from './days.tsx';
import { InCode } from './in-code.tsx';
import { PageLink } from './page-link.tsx';
import { Problem } from './problem.tsx';
import { State } from './state.tsx';
import { useSearch } from './use-search.ts';

/** How the verifications of a credential, of an identity or of all ended: by day, by code and by key. */
export function Outcomes({
  of = {},
  hasKeys = false,
}: {
  of?: { credentialId?: string; identityId?: string };
  hasKeys?: boolean;
}) {
  const mayRead = useMay('reports.read');
  const query = { days: 30, ...of };
  const { data, error, refetch } = useQuery({
    ...listVerificationOutcomesOptions({ query }),
    enabled: mayRead,
  });
  const [search, change] = useSearch();
  if (!mayRead) return null;
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const codes = sumOf(data.days);
  const code = hasKeys ? search['code'] : undefined;
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <InCode call={{ operation: 'listVerificationOutcomes', query }} />
      </Group>
      <Stack>
        {data.isCapped ? <Alert color="gray">{texts.capped}</Alert> : null}
        {codes.length === 0 ? (
          <Text c="dimmed">{texts.none}</Text>
        ) : (
          <Codes
            codes={codes}
            {...(hasKeys
              ? { chosen: code, onChoose: (one: string) => change({ code: one === code ? undefined : one }) }
              : {})}
          />
        )}
        {codes.length > 0 ? (
          <Days
            title={texts.title}
            days={data.days.map(({ date, codes: ofDay }) => ({ date, values: validAndNot(ofDay) }))}
            series={[texts.valid, texts.refused]}
          />
        ) : null}
        {hasKeys ? <Keys keys={data.credentials} code={code} /> : null}
      </Stack>
    </Card>
  );
}

/** The credentials with the most refusals, or those whose verifications had a code. */
function Keys({ keys, code }: { keys: readonly OutcomesOfCredential[]; code: string | undefined }) {
  const countOf = ({ codes }: OutcomesOfCredential) => codes.find((one) => one.code === code)?.count ?? 0;
  const shown = code
    ? keys.filter((key) => countOf(key) > 0).toSorted((one, other) => countOf(other) - countOf(one))
    : keys.slice(0, 10);
  if (shown.length === 0) return code ? <Text c="dimmed">{texts.noKey}</Text> : null;
  return (
    <Table verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.key}</Table.Th>
          <Table.Th>{texts.codes}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(({ credentialId, name, codes }) => (
          <Table.Tr key={credentialId}>
            <Table.Td>
              {name === null ? (
                credentialId
              ) : (
                <Anchor
                  size="sm"
                  renderRoot={(props) => <PageLink to={`credentials/${credentialId}`} {...props} />}
                >
                  {name}
                </Anchor>
              )}
            </Table.Td>
            <Table.Td>
              <Codes codes={code ? codes.filter((one) => one.code === code) : codes} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const number = new Intl.NumberFormat('en');

/** @param onChoose makes each number lead to the credentials that it counts */
const Codes = ({
  codes,
  chosen,
  onChoose,
}: {
  codes: readonly OutcomeCount[];
  chosen?: string | undefined;
  onChoose?: (code: string) => void;
}) => (
  <Group gap="md">
    {codes.map(({ code, count }) => {
      const shown = (
        <Group gap={6}>
          <State value={code} />
          <Text size="sm" {...(chosen === code ? { fw: 700 } : {})}>
            {number.format(count)}
          </Text>
        </Group>
      );
      return onChoose ? (
        <UnstyledButton key={code} aria-pressed={chosen === code} onClick={() => onChoose(code)}>
          {shown}
        </UnstyledButton>
      ) : (
        <div key={code}>{shown}</div>
      );
    })}
  </Group>
);

function sumOf(days: readonly OutcomesOfDay[]): OutcomeCount[] {
  const sums = new Map<OutcomeCount['code'], number>();
  for (const { codes } of days)
    for (const { code, count } of codes) sums.set(code, (sums.get(code) ?? 0) + count);
  return [...sums].map(([code, count]) => ({ code, count })).sort((one, other) => other.count - one.count);
}

const validAndNot = (codes: readonly OutcomeCount[]): [valid: number, refused: number] => {
  const valid = codes.find(({ code }) => code === 'VALID')?.count ?? 0;
  return [valid, codes.reduce((sum, { count }) => sum + count, 0) - valid];
};
