import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { errorsOfForm, refusalOf } from '../../api/refusal.ts';
import type { Call } from '../../api/sends.ts';
import { createOidcClient, createServiceProvider } from '../../generated/sdk.gen.ts';
import type { OidcClientWithSecret, ServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { useFieldRules } from '../../ui/field-rules.ts';
import { InCode } from '../../ui/in-code.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem.tsx';
import { UnsavedInput } from '../../ui/unsaved.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useSearch } from '../../ui/use-search.ts';
import { Added } from './added.tsx';
import {
  clientOf,
  errorsOf,
  isAsked,
  type Kind,
  providerOf,
  type Step,
  steps,
  type Values,
} from './kinds.ts';
import styles from './new-application.module.css';
import { WizardField } from './wizard-field.tsx';

const { wizard: words } = texts;

export type Made =
  | { kind: 'oidc'; client: OidcClientWithSecret }
  | { kind: 'saml'; provider: ServiceProvider };

const create = async (kind: Kind, values: Values): Promise<Made> =>
  kind === 'saml'
    ? { kind, provider: (await createServiceProvider({ body: providerOf(values) })).data }
    : { kind: 'oidc', client: (await createOidcClient({ body: clientOf(kind, values) })).data };

const callOf = (kind: Kind, values: Values): Call =>
  kind === 'saml'
    ? { operation: 'createServiceProvider', body: providerOf(values) }
    : { operation: 'createOidcClient', body: clientOf(kind, values) };

/** The steps of one kind. */
export function Wizard({ kind, form }: { kind: Kind; form: UseFormReturnType<Values> }) {
  const [search, change] = useSearch();
  const rule = useFieldRules(kind === 'saml' ? 'createServiceProvider' : 'createOidcClient');
  const [made, setMade] = useState<{ at: number; what: Made }>();
  const all = steps[kind];
  const wanted = Math.max(
    0,
    all.findIndex(({ name }) => name === search['step']),
  );
  const errorsAt = (step: Step) => errorsOf(step, kind, form.getValues(), rule);
  const firstBad = all.findIndex((step) => Object.keys(errorsAt(step)).length > 0);
  // A link may lead to a step whose steps before it were not filled in.
  const at = !made && firstBad !== -1 && firstBad < wanted ? firstBad : wanted;
  const step = all[at] as Step;
  const isLast = at === all.length - 1;
  const goTo = (to: number) => change({ step: to === 0 ? undefined : all[to]?.name }, true);
  const isMoved = at !== wanted;
  useEffect(() => {
    if (isMoved) change({ step: at === 0 ? undefined : step.name });
  }, [isMoved, at, step.name, change]);
  // The way back from what was added begins another one.
  const isOver = made !== undefined && made.at !== wanted;
  useEffect(() => {
    if (!isOver) return;
    setMade(undefined);
    form.reset();
  }, [isOver, form]);

  const adding = useAct((values: Values) => create(kind, values), {
    onDone: (what) => setMade({ at, what }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    heading.current?.focus();
  }, [at]);

  if (made && !isOver) return <Added made={made.what} />;
  const send = () =>
    adding.mutate(form.getValues(), {
      onError: (error) => {
        const { here } = errorsOfForm(refusalOf(error), Object.keys(form.getValues()));
        const refused = all.findIndex(({ fields }) => fields.some((field) => here[field]));
        if (refused !== -1 && refused !== at) goTo(refused);
        form.setErrors(here);
      },
    });
  const go = () => {
    const errors = errorsAt(step);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) return;
    if (isLast) send();
    else goTo(at + 1);
  };
  const refused = adding.error ? errorsOfForm(refusalOf(adding.error), Object.keys(form.values)) : undefined;
  const isWhole =
    refused && Object.keys(refused.here).length > 0 && Object.keys(refused.elsewhere).length === 0;
  return (
    <Stack gap={0} maw={720}>
      <UnsavedInput isDirty={form.isDirty()} isSending={adding.isSending} />
      <PageHead
        title={words.title(texts.kinds[kind])}
        text={texts.explained[kind]}
        back={{ to: 'applications/new', title: words.otherKind }}
      />
      <ol className={styles.steps} aria-label={words.progress}>
        {all.map(({ name }, index) => (
          <li key={name} aria-current={index === at ? 'step' : undefined}>
            <span>{index + 1}</span>
            <span>{words.steps[name]}</span>
          </li>
        ))}
      </ol>
      <Card withBorder padding="lg">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            go();
          }}
        >
          <Stack>
            <div>
              <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
                {words.steps[step.name]}
              </Title>
              <Text size="sm" c="dimmed">
                {words.stepTexts[step.name]}
              </Text>
            </div>
            {step.fields
              .filter((field) => isAsked(field, form.values))
              .map((field) => (
                <WizardField key={field} field={field} kind={kind} form={form} />
              ))}
            {adding.error && !isWhole ? <Problem error={adding.error} /> : null}
            <Group justify="space-between">
              <InCode call={callOf(kind, form.values)} />
              <Group gap="sm">
                {at > 0 ? (
                  <Button variant="default" disabled={adding.isPending} onClick={() => goTo(at - 1)}>
                    {words.back}
                  </Button>
                ) : null}
                <Button type="submit" loading={adding.isPending}>
                  {isLast ? texts.create : words.next}
                </Button>
              </Group>
            </Group>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}
