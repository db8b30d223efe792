import { Anchor } from '@mantine/core';
import { listAccessPolicies } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/access.ts';
import { plain, RowLink, state, time } from '../../ui/columns.tsx';
import { searched } from '../../ui/filters.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourceTab } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { OrderPolicies } from './order-policies.tsx';
import { Simulate } from './simulate.tsx';

const accessPolicies = resource({
  list: { listAccessPolicies },
  pages: byPage,
  filters: [searched, { name: 'status', title: texts.filters.status, values: choicesOf(texts.statuses) }],
  name: texts.tabs.policies,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: ({ id, name }) => <RowLink to={`access/${id}`}>{name}</RowLink>,
    },
    plain('priority', texts.columns.priority),
    state('status', texts.columns.state),
    state('decision', texts.columns.decision),
    {
      id: 'matches',
      title: texts.columns.matches,
      isMinor: true,
      csv: ({ matchCount }) => matchCount,
      cell: ({ id, matchCount }) => (
        <Anchor
          renderRoot={(props) => (
            <PageLink to="access" search={{ tab: 'decisions', policyId: id }} {...props} />
          )}
        >
          {matchCount}
        </Anchor>
      ),
    },
    time('lastMatchedAt', texts.columns.last, 'relative', { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words: texts,
  acts: [
    { word: texts.order.action, needs: 'conditional_access.write', dialog: OrderPolicies },
    { word: texts.simulate, needs: 'conditional_access.simulate', dialog: Simulate },
  ],
  write: 'conditional_access.write',
  createAt: 'access/new',
});

export const AccessPolicies = () => <ResourceTab of={accessPolicies} />;
