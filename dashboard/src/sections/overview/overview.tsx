import { PageHead } from '../../ui/page-head.tsx';

export function Overview() {
  return <PageHead title="Overview" />;
}
