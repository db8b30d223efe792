import type {
  IdentityType,
  PolicyInput,
  Policy,
  PolicyAction,
  PolicyDay,
  PolicyMode,
  PolicySeverity,
  PolicyType,
} from '../../generated/types.gen.ts';

export interface PolicyValues extends Record<string, unknown> {
  name: string;
  description: string;
  type: PolicyType;
  mode: PolicyMode;
  severity: PolicySeverity;
  identityTypes: string[];
  tags: string[];
  actions: string[];
  acknowledgeLockout: boolean;
  maxTtlSeconds: number | string;
  defaultTtlSeconds: number | string;
  allowNeverExpiring: boolean;
  maxAgeDays: number | string;
  allowedScopes: string[];
  deniedScopes: string[];
  cidrs: string[];
  timezone: string;
  days: string[];
  from: string;
  to: string;
  maxIdleDays: number | string;
  maxUses: number | string;
}

export const newValues: PolicyValues = {
  name: '',
  description: '',
  type: 'ROTATION_AGE',
  mode: 'REPORT_ONLY',
  severity: 'MEDIUM',
  identityTypes: [],
  tags: [],
  actions: ['DENY'],
  acknowledgeLockout: false,
  maxTtlSeconds: 7_776_000,
  defaultTtlSeconds: '',
  allowNeverExpiring: false,
  maxAgeDays: 90,
  allowedScopes: [],
  deniedScopes: [],
  cidrs: [],
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  from: '08:00',
  to: '18:00',
  maxIdleDays: 30,
  maxUses: 600,
};

/** The parameters of each type, in the order of the form. */
export const parametersOf: Readonly<Record<string, readonly (keyof PolicyValues & string)[]>> = {
  CREDENTIAL_LIFETIME: ['maxTtlSeconds', 'defaultTtlSeconds', 'allowNeverExpiring'],
  ROTATION_AGE: ['maxAgeDays'],
  SCOPE_RESTRICTION: ['allowedScopes', 'deniedScopes'],
  IP_ALLOWLIST: ['cidrs'],
  TIME_WINDOW: ['timezone', 'days', 'from', 'to'],
  INACTIVITY: ['maxIdleDays'],
  OWNER_REQUIRED: [],
  USAGE_RATE: ['maxUses'],
};

const numbers = new Set(['maxTtlSeconds', 'defaultTtlSeconds', 'maxAgeDays', 'maxIdleDays', 'maxUses']);
const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** @param isChange an empty parameter is then removed by null */
export function parametersIn(values: PolicyValues, isChange: boolean): Record<string, unknown> {
  const names = parametersOf[values.type] ?? [];
  return Object.fromEntries(
    names
      .filter((name) => isChange || !isEmpty(values[name]))
      .map((name) => {
        const value = values[name];
        if (isEmpty(value)) return [name, null];
        return [name, numbers.has(name) ? Number(value) : value];
      }),
  );
}

export const fieldsOf = (values: PolicyValues) => ({
  name: values.name,
  description: values.description || null,
  mode: values.mode,
  severity: values.severity,
  actions: values.actions as PolicyAction[],
});

const selectorOf = ({ identityTypes, tags }: PolicyValues) => ({
  identityTypes: identityTypes as IdentityType[],
  tags,
});

export const newBody = (values: PolicyValues): PolicyInput =>
  ({
    ...fieldsOf(values),
    type: values.type,
    selector: selectorOf(values),
    parameters: parametersIn(values, false),
    ...(values.acknowledgeLockout ? { acknowledgeLockout: true } : {}),
  }) as PolicyInput;

/** Only what the user changed. @param mine the names of the changed fields */
export function changeBody(values: PolicyValues, mine: readonly string[]) {
  const isMine = (names: readonly string[]) => names.some((name) => mine.includes(name));
  const fields = Object.fromEntries(Object.entries(fieldsOf(values)).filter(([name]) => mine.includes(name)));
  return {
    ...fields,
    ...(isMine(['identityTypes', 'tags']) ? { selector: selectorOf(values) } : {}),
    ...(isMine(parametersOf[values.type] ?? []) ? { parameters: parametersIn(values, true) } : {}),
    ...(values.acknowledgeLockout ? { acknowledgeLockout: true } : {}),
  };
}

export const valuesOf = (policy: Policy): PolicyValues => ({
  ...newValues,
  defaultTtlSeconds: '',
  name: policy.name,
  description: policy.description ?? '',
  type: policy.type,
  mode: policy.mode,
  severity: policy.severity,
  identityTypes: [...policy.selector.identityTypes],
  tags: [...policy.selector.tags],
  actions: [...policy.actions],
  ...(policy.parameters as Partial<PolicyValues>),
});

export const days: readonly PolicyDay[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
