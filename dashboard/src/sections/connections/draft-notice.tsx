import { Alert, Anchor } from '@mantine/core';
import { texts } from '../../texts/connections.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { productIdOf } from './product-steps.ts';

interface Draft {
  id: string;
  product: string | null;
}

/** Says that a connection is a draft, and leads to the step of its product that completes it. */
export const DraftNotice = ({
  connection: { id, product },
  mayWrite,
}: {
  connection: Draft;
  mayWrite: boolean;
}) => (
  <Alert color="blue" title={texts.draft.state}>
    {texts.draft.text}{' '}
    {mayWrite ? (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <PageLink
            to="connections/new"
            search={{ provider: productIdOf(product), protocol: 'SAML', id, step: 'metadata' }}
            {...props}
          />
        )}
      >
        {texts.draft.action}
      </Anchor>
    ) : null}
  </Alert>
);
