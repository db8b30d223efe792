import type { FormValidateInput, UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { type Operation, type OperationId, type OptionsOf, sendsEntered } from '../api/sends.ts';
import { ifMatch, type Versioned } from '../api/versioned.ts';
import { texts } from '../texts/ui.ts';
import { Conflict } from './conflict.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type Acknowledgement, useLockout } from './lockout.tsx';
import { type Edit, useEdit } from './use-edit.ts';

/** A resource that was read to be changed. */
export interface Opened<Data> {
  opened: Versioned<Data>;
  /** Reads the newest version after a conflict. */
  read?: () => Promise<Versioned<Data> | undefined>;
  onClose: () => void;
}

type Options<Data, Values extends Record<string, unknown>, Id extends OperationId> = (
  values: Values,
  edit: Edit<Data, Values>,
  accepted: Acknowledgement,
) => OptionsOf<Id>;

interface Parts<Data, Values extends Record<string, unknown>, Id extends OperationId> extends Opened<Data> {
  /** Returns the title, where it is not the action. */
  title?: (data: Data) => string;
  action?: string;
  said: string;
  size?: string;
  valuesOf: (data: Data) => Values;
  validate?: FormValidateInput<Values>;
  /** The titles of the fields, for what another user changed. */
  titles: Readonly<Record<string, string>>;
  /** The change, such as `{ updateGroup }`. */
  operation: Operation<Id>;
  /**
   * Returns the path and the body. The version is sent as well.
   * @param accepted the consent of the user to a lockout, for the body of an operation that may refuse one
   */
  optionsOf: Options<Data, Values, Id>;
  /** Returns those of the sample in code, where a secret must not stand in it. */
  sampleOf?: Options<Data, Values, Id>;
  /** The fields. */
  children: (form: UseFormReturnType<Values>, edit: Edit<Data, Values>) => ReactNode;
}

/** Returns the parts of a form that changes a resource, unless another user changed it meanwhile. */
export function useChange<Data, Values extends Record<string, unknown>, Id extends OperationId>({
  opened,
  read,
  said,
  valuesOf,
  validate,
  titles,
  operation,
  optionsOf,
  sampleOf = optionsOf,
  children,
}: Omit<Parts<Data, Values, Id>, 'title' | 'action' | 'size' | 'onClose'>) {
  const edit = useEdit(opened, valuesOf, validate);
  const { form, base } = edit;
  const { accepted, guards, field } = useLockout();
  const headers = ifMatch(base);
  const change = sendsEntered(
    operation,
    (values: Values) => ({ ...optionsOf(values, edit, accepted), ...(headers ? { headers } : {}) }),
    (values) => sampleOf(values, edit, accepted),
  );
  return {
    /** The version that the change is based on. */
    base,
    form,
    said,
    ...guards(change),
    ...(read ? { onReload: async () => edit.rebase(await read()) } : {}),
    children: (
      <>
        <Conflict edit={edit} titles={titles} />
        {children(form, edit)}
        {field}
      </>
    ),
  };
}

/** Changes a resource in a dialog. */
export function EditDialog<Data, Values extends Record<string, unknown>, Id extends OperationId>({
  title,
  action = texts.save,
  size,
  onClose,
  ...change
}: Parts<Data, Values, Id>) {
  const { base, ...parts } = useChange(change);
  return (
    <FormDialog
      {...(title ? { title: title(base.data) } : {})}
      action={action}
      {...(size ? { size } : {})}
      {...parts}
      onClose={onClose}
    />
  );
}
