import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { Versioned } from '../api/versioned.ts';

type Fields = Record<string, unknown>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields that differ. */
const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter((name) => !isSame(one[name], other[name]));

interface Edit<Data, Values extends Fields> {
  form: UseFormReturnType<Values>;
  /** The version that the change is based on. */
  base: Versioned<Data>;
  /** The fields that the user changed. Only these are to be sent. */
  changed: (values: Values) => ReadonlySet<string>;
  /** Takes over a newer version after a conflict. Fields that the user changed keep what the user entered. */
  rebase: (newer: Versioned<Data>) => void;
  /** What another user changed since the form was opened, after `rebase`. */
  others: readonly string[];
}

/** A form over a resource with a version, which another user may change at the same time. */
export function useEdit<Data, Values extends Fields>(
  opened: Versioned<Data>,
  valuesOf: (data: Data) => Values,
): Edit<Data, Values> {
  const [base, setBase] = useState(opened);
  const [others, setOthers] = useState<readonly string[]>([]);
  const form = useForm<Values>({ initialValues: valuesOf(opened.data) });
  return {
    form,
    base,
    others,
    changed: (values) => new Set(differing(values, valuesOf(base.data))),
    rebase: (newer) => {
      const before = valuesOf(base.data);
      const after = valuesOf(newer.data);
      const entered = form.getValues();
      const kept = differing(entered, before);
      form.setValues({
        ...after,
        ...Object.fromEntries(kept.map((name) => [name, entered[name]])),
      });
      setOthers(differing(after, before));
      setBase(newer);
    },
  };
}
