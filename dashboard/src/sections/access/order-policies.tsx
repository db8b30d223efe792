import { ActionIcon, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Refusal, refusalOf } from '../../api/refusal.ts';
import { sendsEntered } from '../../api/sends.ts';
import { putAccessPolicyOrder } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Alone } from '../../ui/resource.ts';
import { State } from '../../ui/state.tsx';
import { allPolicies, allPoliciesQuery } from './all-policies.ts';
import styles from './order-policies.module.css';

const { order: words } = texts;

/** Changes the order of the policies. Nothing is sent until the order is saved. */
export function OrderPolicies({ onClose }: Alone) {
  const { data: policies, error, refetch } = useQuery(allPoliciesQuery);
  if (policies)
    return <OrderForm policies={policies} read={async () => (await refetch()).data} onClose={onClose} />;
  return (
    <Dialog title={words.title} onClose={onClose}>
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />}
    </Dialog>
  );
}

/** Whether no other user has changed the order since, or added or removed a policy. */
const areSame = (some: readonly AccessPolicy[], others: readonly AccessPolicy[]): boolean =>
  some.map(({ id }) => id).join() === others.map(({ id }) => id).join();

function OrderForm({
  policies,
  read,
  onClose,
}: Alone & {
  policies: readonly AccessPolicy[];
  /** Reads the policies again. */
  read: () => Promise<readonly AccessPolicy[] | undefined>;
}) {
  const form = useForm<{ order: string[] }>({ initialValues: { order: policies.map(({ id }) => id) } });
  const { accepted, guards, field } = useLockout();
  const known = useRef(policies);
  const { act: send, call } = sendsEntered({ putAccessPolicyOrder }, ({ order }: { order: string[] }) => ({
    body: { policyIds: order, ...accepted },
  }));
  const act = async (values: { order: string[] }) => {
    if (!areSame(await allPolicies(), known.current)) throw changedMeanwhile();
    try {
      return await send(values);
    } catch (error) {
      throw refusalOf(error).code === 'POLICY_ORDER_CONFLICT' ? changedMeanwhile() : error;
    }
  };
  const reload = async () => {
    const now = await read();
    if (!now) return;
    known.current = now;
    const kept = form.values.order.filter((id) => now.some((one) => one.id === id));
    form.setFieldValue('order', [...kept, ...now.map(({ id }) => id).filter((id) => !kept.includes(id))]);
  };
  return (
    <FormDialog
      title={words.title}
      action={words.save}
      form={form}
      said={words.saved}
      {...guards({ act, call })}
      onReload={reload}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      <OrderList
        policies={policies}
        order={form.values.order}
        onChange={(order) => form.setFieldValue('order', order)}
      />
      {field}
    </FormDialog>
  );
}

const changedMeanwhile = () => new Refusal(412, { code: 'PRECONDITION_FAILED', error: words.changed });

type Way = 'up' | 'down';

function OrderList({
  policies,
  order,
  onChange,
}: {
  policies: readonly AccessPolicy[];
  order: readonly string[];
  onChange: (order: string[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const [pressed, setPressed] = useState<{ id: string; way: Way }>();
  // The browser takes the focus from a row that it moves.
  useEffect(() => {
    if (!pressed) return;
    const name = `[data-move="${pressed.way} ${pressed.id}"]`;
    list.current?.querySelector<HTMLElement>(name)?.focus();
  }, [pressed]);
  const byId = new Map(policies.map((one) => [one.id, one]));
  const place = (id: string, to: number) => {
    if (to < 0 || to >= order.length) return;
    onChange(order.filter((one) => one !== id).toSpliced(to, 0, id));
    setSaid(words.moved(byId.get(id)?.name ?? id, to + 1, order.length));
  };
  const button = (id: string, at: number, way: Way) => {
    const Icon = way === 'up' ? ArrowUp : ArrowDown;
    const isEnd = way === 'up' ? at === 0 : at === order.length - 1;
    return (
      // A disabled button would lose the focus.
      <ActionIcon
        variant="default"
        data-move={`${way} ${id}`}
        data-disabled={isEnd || undefined}
        aria-disabled={isEnd}
        aria-label={words[way](byId.get(id)?.name ?? id)}
        onClick={() => {
          place(id, way === 'up' ? at - 1 : at + 1);
          setPressed({ id, way });
        }}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <>
      <ol className={styles['list']} ref={list} aria-label={words.title}>
        {order.map((id, at) => {
          const policy = byId.get(id);
          return (
            <li
              key={id}
              className={styles['row']}
              draggable
              data-dragged={dragged === id || undefined}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                event.preventDefault();
                if (dragged !== undefined && dragged !== id) place(dragged, at);
              }}
            >
              <GripVertical size={16} aria-hidden />
              <Text size="sm" c="dimmed" w={24} ta="end">
                {at + 1}
              </Text>
              <bdi className={styles['name']}>{policy?.name ?? id}</bdi>
              {policy ? <State value={policy.status} /> : null}
              {button(id, at, 'up')}
              {button(id, at, 'down')}
            </li>
          );
        })}
      </ol>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
    </>
  );
}
