/** A refusal of the API (specification, part 3). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** By field, or by what the code says. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(
    status: number,
    body: { error?: string; code?: string; details?: Record<string, unknown>; requestId?: string },
  ) {
    super(body.error ?? '');
    this.status = status;
    this.code = body.code ?? 'NETWORK';
    this.details = body.details ?? {};
    this.requestId = body.requestId;
  }
}

/** Returns the refusal, also of a network that is gone. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(0, { code: 'NETWORK' });

/** The refusal of the API to a user without one of these rights, for a page that does not ask the API first. */
export const lacking = (...required: readonly string[]): Refusal =>
  new Refusal(403, { code: 'INSUFFICIENT_SCOPE', details: { required } });

/** The fields that were refused, with the rule of each. `docs` is the address of a page, not a field. */
export const fieldErrors = ({ details }: Refusal): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'docs',
    ),
  );

/**
 * The refused fields by the fields of a form. The form shows `allowedIps.0` at `allowedIps`.
 * @returns also what belongs to no field of the form
 */
export function errorsOfForm(
  refusal: Refusal,
  names: readonly string[],
): { here: Record<string, string>; elsewhere: Record<string, string> } {
  const here: Record<string, string> = {};
  const elsewhere: Record<string, string> = {};
  for (const [field, rule] of Object.entries(fieldErrors(refusal))) {
    const name = [field, field.split('.')[0] ?? ''].find((one) => names.includes(one));
    if (name) {
      here[name] ??= rule;
      // Fields within a field, such as `federatedSubjects.0.issuer`, have places of their own.
      here[field] ??= rule;
    } else elsewhere[field] = rule;
  }
  return { here, elsewhere };
}
