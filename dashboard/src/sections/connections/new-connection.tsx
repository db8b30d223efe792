import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { lacking } from '../../api/refusal.ts';
import type { Product } from '../../texts/connection-products.ts';
import { texts as all } from '../../texts/connections.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { Id } from '../../ui/copy.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { ChooseProduct, nameOf } from './choose-product.tsx';
import { ConnectOidc } from './connect-oidc.tsx';
import { CompleteSaml } from './complete-saml.tsx';
import { ConnectSaml } from './connect-saml.tsx';
import { ConnectionDomains } from './connection-domains.tsx';
import { productOf, type Protocol, stepsOf } from './product-steps.ts';
import { StepHead, type StepName, stepsFor } from './step-head.tsx';
import { StepList } from './step-list.tsx';
import { TestStep } from './test-step.tsx';
import { type AnyConnection, protocolOf, useConnection } from './use-connection.ts';

/** Adds a connection step by step. The address has the step and the id, and never a value of a form. */
export function NewConnection() {
  const [search] = useSearch();
  const now = useMay('federation.write');
  // Rights that change must not take away what was typed. The service refuses what the user may not do.
  const [mayWrite] = useState(now);
  const product = productOf(search['provider']);
  const protocol = protocolOf(search['protocol']);
  const steps = stepsFor[protocol];
  const asked = steps.find((name) => name === search['step']) ?? 'provider';
  const id = search['id'];
  const step = !product ? 'provider' : id === undefined && asked !== 'provider' ? steps[1] : asked;
  const title = product && step !== 'provider' ? nameOf(product.id, product.name) : undefined;
  return (
    <Stack gap="lg">
      <PageHead
        title={title ? `${texts.title}: ${title}` : texts.title}
        text={title ? texts.provider.protocols[protocol] : texts.text}
        back={{ to: 'connections', title: all.title }}
      />
      {mayWrite ? (
        <>
          <StepHead step={step ?? 'provider'} protocol={protocol} />
          {product === undefined || step === 'provider' ? (
            <ChooseProduct />
          ) : id === undefined ? (
            <FirstForm key={product.id + protocol} product={product} protocol={protocol} />
          ) : (
            <LaterStep id={id} product={product} protocol={protocol} step={step ?? 'register'} />
          )}
        </>
      ) : (
        <Problem error={lacking('federation.write')} />
      )}
    </Stack>
  );
}

interface Parts {
  product: Product;
  protocol: Protocol;
}

function FirstForm({ product, protocol }: Parts) {
  const [, change] = useSearch();
  // The page of the form is replaced: a second connection would be added from it.
  const onDone = (id: string) => change({ id, step: 'register' });
  if (protocol === 'OIDC') return <SettingsStep product={product} onDone={onDone} />;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          {texts.name.title}
        </Title>
        <Text size="sm" c="dimmed" maw={720}>
          {texts.name.text}
        </Text>
        <ConnectSaml product={product} onDone={onDone} />
      </Stack>
    </Card>
  );
}

function SettingsStep({ product, onDone }: { product: Product; onDone: (id: string) => void }) {
  const { before } = stepsOf(product, 'OIDC');
  const placeholder = `${location.origin}/`;
  return (
    <>
      <Card withBorder padding="lg">
        <Stack>
          <Title order={2} size="h4">
            {texts.settings.title(nameOf(product.id, product.name))}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.settings.placeholder}
          </Text>
          <StepList
            steps={before}
            values={{
              callbackUrl: placeholder,
              backchannelLogoutUrl: placeholder,
              acsUrl: placeholder,
              entityId: placeholder,
            }}
          />
        </Stack>
      </Card>
      <Card withBorder padding="lg">
        <Title order={2} size="h4" mb="md">
          {texts.settings.form}
        </Title>
        <ConnectOidc product={product} onDone={onDone} />
      </Card>
    </>
  );
}

function LaterStep({ id, product, protocol, step }: Parts & { id: string; step: StepName }) {
  const [, change] = useSearch();
  const { data: connection, error, refetch } = useConnection(id, protocol);
  if (error && !connection) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!connection) return null;
  const page = `connections/${protocol.toLowerCase()}/${id}`;
  const steps = stepsFor[protocol];
  const at = steps.indexOf(step);
  const before = steps[at - 1];
  const after = steps[at + 1];
  // The form of the metadata leads on itself.
  const isForm = step === 'metadata' && connection.isDraft;
  const search = (name: StepName) => ({ provider: product.id, protocol, id, step: name });
  return (
    <>
      {step === 'settings' || step === 'name' ? (
        <Alert color="blue">{texts.settings.exists}</Alert>
      ) : step === 'register' ? (
        <Register connection={connection} product={product} protocol={protocol} />
      ) : step === 'metadata' ? (
        <CompleteSaml
          connection={connection}
          product={product}
          onDone={() => change({ ...search('domains') })}
        />
      ) : step === 'domains' ? (
        <ConnectionDomains
          connection={connection}
          title={texts.domains.title}
          text={texts.domains.text}
          isWatched
          mayWrite
        />
      ) : connection.isDraft ? (
        <Alert color="blue">{texts.metadata.first}</Alert>
      ) : (
        <TestStep id={id} />
      )}
      <Group justify="space-between">
        {before && before !== 'provider' ? (
          <Button
            variant="default"
            renderRoot={(props) => <PageLink to="connections/new" search={search(before)} {...props} />}
          >
            {texts.back}
          </Button>
        ) : (
          <span />
        )}
        <Group gap="sm">
          <Button
            variant={after ? 'default' : 'filled'}
            renderRoot={(props) => <PageLink to={page} {...props} />}
          >
            {after ? texts.later : texts.finish}
          </Button>
          {after && !isForm ? (
            <Button
              renderRoot={(props) => <PageLink to="connections/new" search={search(after)} {...props} />}
            >
              {texts.next}
            </Button>
          ) : null}
        </Group>
      </Group>
    </>
  );
}

function Register({ connection, product, protocol }: Parts & { connection: AnyConnection }) {
  const { values, id } = connection;
  const { after, before } = stepsOf(product, protocol);
  const isInSteps = new Set(
    after.flatMap((one) => ('enter' in one ? one.enter : 'save' in one ? one.save : [])),
  );
  const names = (Object.keys(texts.register.names) as (keyof typeof values)[]).filter(
    (name) => values[name] !== '' && !(isInSteps as ReadonlySet<string>).has(name),
  );
  return (
    <Card withBorder padding="lg">
      <Stack>
        {connection.isDraft ? (
          <Alert color="blue">{texts.register.draft}</Alert>
        ) : connection.domains.length === 0 ? (
          <Alert color="green">{texts.settings.added}</Alert>
        ) : null}
        <Title order={2} size="h4">
          {texts.register.title(nameOf(product.id, product.name))}
        </Title>
        {before.some((step) => 'enter' in step) ? <Text size="sm">{texts.register.replace}</Text> : null}
        <StepList steps={after} values={values} />
        {names.length > 0 ? (
          <>
            <Title order={3} size="h5">
              {texts.register.values}
            </Title>
            <FactRows
              rows={names.map((name) => [
                texts.register.names[name],
                <Id key={name} value={values[name]} label={texts.register.names[name]} />,
              ])}
            />
          </>
        ) : null}
        <Group>
          <InCode
            call={{
              operation: protocol === 'SAML' ? 'getSamlConnection' : 'getOidcConnection',
              path: { id },
            }}
          />
        </Group>
      </Stack>
    </Card>
  );
}
