import { Alert, Anchor } from '@mantine/core';
import { texts } from '../../texts/connections.ts';
import { PageLink } from '../../ui/page-link.tsx';

/** Says that a connection is a draft, and leads to the step that completes it. */
export const DraftNotice = ({ id, mayWrite }: { id: string; mayWrite: boolean }) => (
  <Alert color="blue" title={texts.draft.state}>
    {texts.draft.text}{' '}
    {mayWrite ? (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <PageLink
            to="connections/new"
            search={{ provider: 'generic', protocol: 'SAML', id, step: 'metadata' }}
            {...props}
          />
        )}
      >
        {texts.draft.action}
      </Anchor>
    ) : null}
  </Alert>
);
