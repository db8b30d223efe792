import { type FormValidateInput, useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { Versioned } from '../api/versioned.ts';

type Fields = Record<string, unknown>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields that differ. */
const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter((name) => !isSame(one[name], other[name]));

/** An edit of one version of a resource. */
export interface Edit<Data, Values extends Fields> {
  form: UseFormReturnType<Values>;
  /** The version that the change is based on. */
  base: Versioned<Data>;
  /** The fields that the user changed. */
  mine: readonly string[];
  /** The fields that another user changed, after `rebase`. */
  others: readonly string[] | undefined;
  /** Leaves of a body only the fields that the user changed. */
  patch: <Body extends object>(values: Values, body: Body) => Partial<Body>;
  /** Takes over a newer version after a conflict. Fields that the user changed keep what the user entered. */
  rebase: (newer: Versioned<Data> | undefined) => void;
  /** Takes over a version without a conflict. Fields that the user changed after `saved` keep what the user entered. */
  follow: (newer: Versioned<Data>, saved?: Values) => void;
  /** Gives up what the user entered. */
  discard: () => void;
}

/** A form over a resource with a version, which another user may change at the same time. */
export function useEdit<Data, Values extends Fields>(
  opened: Versioned<Data>,
  valuesOf: (data: Data) => Values,
  validate?: FormValidateInput<Values>,
): Edit<Data, Values> {
  const [base, setBase] = useState(opened);
  const [others, setOthers] = useState<readonly string[]>();
  const form = useForm<Values>({
    initialValues: valuesOf(opened.data),
    ...(validate ? { validate } : {}),
  });
  const before = valuesOf(base.data);
  const take = (newer: Versioned<Data>, since: Values) => {
    const entered = form.getValues();
    const kept = Object.fromEntries(differing(entered, since).map((name) => [name, entered[name]]));
    form.setValues({ ...valuesOf(newer.data), ...kept });
    setBase(newer);
  };
  return {
    form,
    base,
    others,
    mine: differing(form.values, before),
    patch: (values, body) => {
      const changed = new Set(differing(values, before));
      return Object.fromEntries(Object.entries(body).filter(([name]) => changed.has(name))) as Partial<
        typeof body
      >;
    },
    rebase: (newer) => {
      if (!newer) return;
      take(newer, before);
      setOthers(differing(valuesOf(newer.data), before));
    },
    follow: (newer, saved = before) => {
      take(newer, saved);
      setOthers(undefined);
    },
    discard: () => {
      form.setValues(before);
      form.clearErrors();
      setOthers(undefined);
    },
  };
}
