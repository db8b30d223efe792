import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

const DayChart = lazy(() => import('./day-chart.tsx').then((module) => ({ default: module.DayChart })));

/** Numbers by day. The library of charts is loaded when a chart is shown. */
export function Days(parts: ComponentProps<typeof DayChart>) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <DayChart {...parts} />
    </Suspense>
  );
}
