import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lacking } from '../../api/refusal.ts';
import { sendsEntered } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { createAccessPolicy } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/access.ts';
import { useLockout } from '../../ui/lockout.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { PageForm } from '../../ui/page-form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useGo } from '../../ui/use-go.ts';
import { allPoliciesQuery } from './all-policies.ts';
import { nextPriority } from './next-priority.ts';
import { PolicyFields } from './policy-fields.tsx';
import { policyOf, type PolicyValues, valuesOf } from './policy-values.ts';

/** The page of a new policy. */
export function NewAccessPolicy() {
  const now = useMay('conditional_access.write');
  // Rights that change must not take away what was typed. The service refuses what the user may not do.
  const [mayWrite] = useState(now);
  const { data: policies, error, refetch } = useQuery({ ...allPoliciesQuery, enabled: mayWrite });
  if (!mayWrite) return <Problem error={lacking('conditional_access.write')} />;
  if (error && !policies) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!policies) return <PageWaiting />;
  return <Form priority={nextPriority(policies.map(({ priority }) => priority))} />;
}

function Form({ priority }: { priority: number | undefined }) {
  const go = useGo();
  const form = useForm<PolicyValues>({
    initialValues: { ...valuesOf(undefined), priority: priority ?? '' },
    validate: { priority: numberRule },
  });
  const { accepted, guards, field } = useLockout();
  return (
    <>
      <PageHead title={texts.create} back={{ to: 'access', title: texts.title }} />
      <PageForm
        action={texts.create}
        form={form}
        said={texts.saved}
        {...guards(
          sendsEntered({ createAccessPolicy }, (values: PolicyValues) => ({
            body: { ...policyOf(values), ...accepted },
          })),
        )}
        onDone={({ data }) => go(`access/${data.id}`)}
        onCancel={() => go('access')}
      >
        <PolicyFields form={form} />
        {field}
      </PageForm>
    </>
  );
}
