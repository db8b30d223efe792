import { Group, SegmentedControl, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { UsageAddresses, UsageDays } from '../generated/types.gen.ts';
import { texts } from '../texts/ui.ts';
import { Days } from './days.tsx';
import { Moment } from './moment.tsx';
import { useSearch } from './use-search.ts';

/** How many days back the usage is shown, from the address. */
export function useUsageDays(): number {
  const [search] = useSearch();
  return Number(search['days'] ?? 30);
}

/** How often and from where credentials were used. */
export function Usage({
  days,
  addresses,
  addressCount,
}: {
  days: UsageDays;
  addresses: UsageAddresses;
  addressCount: number;
}) {
  const count = useUsageDays();
  const [, change] = useSearch();
  const sum = days.reduce((total, day) => total + day.total, 0);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.usage.title(sum)}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={texts.usage.window}
          value={String(count)}
          data={['7', '30', '90'].map((value) => ({ value, label: texts.usage.days(value) }))}
          onChange={(value) => change({ days: value }, true)}
        />
      </Group>
      <Days
        title={texts.usage.title(sum)}
        days={days.map(({ date, verify, api }) => ({ date, values: [verify, api] }))}
        series={[texts.usage.verify, texts.usage.api]}
      />
      {addresses.length === 0 ? (
        <Text c="dimmed">{texts.usage.none}</Text>
      ) : (
        <SimpleGrid cols={1}>
          <Title order={3} size="h5">
            {texts.usage.addresses(addressCount)}
          </Title>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.usage.address}</Table.Th>
                <Table.Th ta="right">{texts.usage.uses}</Table.Th>
                <Table.Th>{texts.usage.first}</Table.Th>
                <Table.Th>{texts.usage.last}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {addresses.slice(0, 20).map(({ address, total, firstDay, lastDay }) => (
                <Table.Tr key={address ?? ''}>
                  <Table.Td ff={address ? 'monospace' : undefined}>{address ?? texts.usage.unnamed}</Table.Td>
                  <Table.Td ta="right">{total}</Table.Td>
                  <Table.Td>
                    <Moment at={firstDay} isDay />
                  </Table.Td>
                  <Table.Td>
                    <Moment at={lastDay} isDay />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </SimpleGrid>
      )}
    </Stack>
  );
}
