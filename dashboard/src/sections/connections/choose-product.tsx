import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { products } from '../../texts/connection-products.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { PageLink } from '../../ui/page-link.tsx';
import type { Protocol } from './product-steps.ts';
import { stepsFor } from './step-head.tsx';
import styles from './steps.module.css';

const { provider: words } = texts;
const protocols: readonly Protocol[] = ['OIDC', 'SAML'];

/** A card for each product, with its protocols. */
export function ChooseProduct() {
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4" mb="xs">
          {words.title}
        </Title>
        {protocols.map((protocol) => (
          <Text key={protocol} size="sm" c="dimmed" maw={720}>
            {words.advice[protocol]}
          </Text>
        ))}
      </div>
      <ul className={styles['products']}>
        {products.map(({ id, name }) => (
          <li key={id}>
            <Card withBorder padding="md" className={styles['product']}>
              <Text fw={600} flex={1}>
                {nameOf(id, name)}
              </Text>
              <Group gap="xs">
                {protocols.map((protocol) => (
                  <Button
                    key={protocol}
                    size="compact-sm"
                    variant={protocol === 'OIDC' ? 'light' : 'default'}
                    aria-label={`${nameOf(id, name)}, ${words.protocols[protocol]}`}
                    renderRoot={(props) => (
                      <PageLink
                        to="connections/new"
                        search={{ provider: id, protocol, step: stepsFor[protocol][1] }}
                        {...props}
                      />
                    )}
                  >
                    {words.protocols[protocol]}
                  </Button>
                ))}
              </Group>
            </Card>
          </li>
        ))}
      </ul>
      <Text size="sm">
        {words.link}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <PageLink to="connections" search={{ tab: 'links' }} {...props} />}
        >
          {words.linkAction}
        </Anchor>
      </Text>
    </Stack>
  );
}

export const nameOf = (id: string, name: string): string => (id === 'generic' ? words.other : name);
