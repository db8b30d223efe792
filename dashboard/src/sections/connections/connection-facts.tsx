import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../../texts/connections.ts';
import { Id } from '../../ui/copy.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { Failure } from './connection-acts.tsx';
import { type Protocol, productIdOf } from './product-steps.ts';

type Row = readonly [name: string, value: ReactNode];

interface Known {
  id: string;
  lastTestedAt: string | null;
  lastLoginAt: string | null;
  lastError: string | null;
  createdAt: string;
  createdBy: string | null;
  product: string | null;
}

/** The facts that connections of both protocols have. */
export const commonFacts = (connection: Known): Row[] => [
  ['ID', <Id key="id" value={connection.id} />],
  [texts.tested, <Moment key="tested" at={connection.lastTestedAt} />],
  [texts.signedIn, <Moment key="login" at={connection.lastLoginAt} />],
  ...(connection.lastError
    ? [[texts.error, <Failure key="error" text={connection.lastError} />] as const]
    : []),
  [texts.created, <Moment key="created" at={connection.createdAt} />],
  [texts.createdBy, connection.createdBy ? <ThingLink key="by" id={connection.createdBy} /> : '–'],
];

/** A row that leads to the steps of the products. */
export const setUpRow = ({ id, product }: Known, protocol: Protocol): Row => [
  texts.steps,
  <Anchor
    key="steps"
    inherit
    renderRoot={(props) => (
      <PageLink
        to="connections/new"
        search={{ provider: productIdOf(product), protocol, id, step: 'register' }}
        {...props}
      />
    )}
  >
    {texts.continue}
  </Anchor>,
];
