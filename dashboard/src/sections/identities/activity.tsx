import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getIdentityActivityOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { Problem } from '../../ui/problem.tsx';
import { Outcomes } from '../../ui/outcomes.tsx';
import { Usage, useUsageDays } from '../../ui/usage.tsx';

/** How the credentials of an identity are used. */
export function Activity({ id }: { id: string }) {
  const days = useUsageDays();
  const { data, error, refetch } = useQuery({
    ...getIdentityActivityOptions({ path: { id }, query: { days } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} />;
  return (
    <>
      <Usage days={data.days} addresses={data.addresses} addressCount={data.addressCount} />
      <Outcomes of={{ identityId: id }} hasKeys />
    </>
  );
}
