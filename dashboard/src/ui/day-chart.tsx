import 'uplot/dist/uPlot.min.css';
import { Card, Group, Table, Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { texts } from '../texts/ui.ts';

interface Parts {
  /** Says to screen readers which numbers these are. */
  title: string;
  /** In order of time; `date` as `2026-01-15`. */
  days: readonly { date: string; values: readonly number[] }[];
  series: readonly string[];
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const number = new Intl.NumberFormat();
const colours = ['#1f97ad', '#e8590c', '#7048e8'];

/** Numbers by day as bars. The same numbers stand in a table for those who cannot see them. */
export function DayChart({ title, days, series }: Parts) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const [pointed, setPointed] = useState<number>();
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const quiet = scheme === 'dark' ? '#a3abb8' : '#59616d';
    const line = scheme === 'dark' ? '#363b45' : '#e3e6ea';
    const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { show: false } };
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: 200,
        cursor: { y: false },
        legend: { show: false },
        // The service counts by days of UTC.
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? undefined)] },
        scales: {
          x: {
            time: true,
            // One day alone would stand in a range of years.
            ...(days.length === 1
              ? {
                  range: (_plot: UPlot, min: number, max: number) =>
                    [min - 86_400, max + 86_400] as [number, number],
                }
              : {}),
          },
          y: { range: (_plot, _min, max) => [0, Math.max(5, Math.ceil((max ?? 0) * 1.1))] },
        },
        axes: [axis, { ...axis, size: 44 }],
        series: [
          {},
          ...series.map((label, at) => ({
            label,
            stroke: colours[at] ?? quiet,
            fill: `${colours[at] ?? quiet}33`,
            width: 2,
            points: { show: days.length < 3 },
          })),
        ],
      },
      [
        days.map(({ date }) => Date.parse(date) / 1000),
        ...series.map((_, at) => days.map(({ values }) => values[at] ?? 0)),
      ],
      element,
    );
    const watching = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: 200 }));
    watching.observe(element);
    return () => {
      watching.disconnect();
      plot.destroy();
    };
  }, [days, series, scheme]);
  const chosen = pointed === undefined ? undefined : days[pointed];
  const valueOf = (at: number): number =>
    chosen ? (chosen.values[at] ?? 0) : days.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
  return (
    <Card withBorder padding="sm">
      <Group gap="md" mb={4} aria-hidden>
        <Text size="xs" c="dimmed" miw={88}>
          {chosen ? day.format(new Date(chosen.date)) : texts.chart.all(days.length)}
        </Text>
        {series.map((name, at) => (
          <Group key={name} gap={6}>
            <svg width={10} height={10}>
              <rect width={10} height={10} rx={2} fill={colours[at]} />
            </svg>
            <Text size="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {name} <b>{number.format(valueOf(at))}</b>
            </Text>
          </Group>
        ))}
      </Group>
      <div ref={place} aria-hidden />
      <VisuallyHidden>
        <Table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th>Day</th>
              {series.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, values }) => (
              <tr key={date}>
                <td>{date}</td>
                {values.map((value, at) => (
                  <td key={series[at]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </Card>
  );
}
