import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sendsEntered } from '../../api/sends.ts';
import { ifMatch, versioned } from '../../api/versioned.ts';
import { getAccessPolicy, updateAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Conflict } from '../../ui/conflict.tsx';
import type { Opened } from '../../ui/edit-dialog.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { PageForm } from '../../ui/page-form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useEdit } from '../../ui/use-edit.ts';
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
  const edit = useEdit(opened, valuesOf, { priority: numberRule });
  const { form, base } = edit;
  const { id, name } = base.data;
  const { accepted, guards, field } = useLockout();
  const headers = ifMatch(base);
  return (
    <>
      <PageHead title={`${texts.edit}: ${name}`} back={{ to: `access/${id}`, title: name }} />
      <PageForm
        action={ui.save}
        form={form}
        said={texts.saved}
        {...guards(
          sendsEntered({ updateAccessPolicy }, (values: PolicyValues) => ({
            path: { id },
            body: { ...changeOf(values), ...accepted },
            ...(headers ? { headers } : {}),
          })),
        )}
        {...(read ? { onReload: async () => edit.rebase(await read()) } : {})}
        onDone={onClose}
        onCancel={onClose}
      >
        <Conflict edit={edit} titles={titles} />
        <PolicyFields form={form} inPlaceOf={id} />
        {field}
      </PageForm>
    </>
  );
}
