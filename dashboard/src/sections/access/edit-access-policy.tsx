import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ifMatch, versioned } from '../../api/versioned.ts';
import { getAccessPolicy, updateAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { type Opened, useChange } from '../../ui/edit-dialog.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { PageForm } from '../../ui/page-form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useGo } from '../../ui/use-go.ts';
import { titles } from './condition-titles.ts';
import { PolicyFields } from './policy-fields.tsx';
import { changeOf, type PolicyValues, valuesOf } from './policy-values.ts';

/** The page on which a policy is edited. */
export function EditAccessPolicyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const go = useGo();
  const query = versioned({ getAccessPolicy }, { path: { id } });
  const { data, error, refetch } = useQuery({ ...query, refetchOnWindowFocus: false });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  return <Form opened={data} read={async () => (await refetch()).data} onClose={() => go(`access/${id}`)} />;
}

function Form({ opened, read, onClose }: Opened<AccessPolicy>) {
  const { base, ...parts } = useChange({
    opened,
    ...(read ? { read } : {}),
    said: texts.saved,
    valuesOf,
    validate: { priority: numberRule },
    titles,
    operation: { updateAccessPolicy },
    optionsOf: (values: PolicyValues, edit, accepted) => {
      const headers = ifMatch(edit.base);
      return {
        path: { id: edit.base.data.id },
        body: { ...changeOf(values), ...accepted },
        ...(headers ? { headers } : {}),
      };
    },
    children: (form, edit) => <PolicyFields form={form} inPlaceOf={edit.base.data.id} />,
  });
  const { id, name } = base.data;
  return (
    <>
      <PageHead title={`${texts.edit}: ${name}`} back={{ to: `access/${id}`, title: name }} />
      <PageForm action={ui.save} {...parts} onDone={onClose} onCancel={onClose} />
    </>
  );
}
