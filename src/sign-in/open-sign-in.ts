import { tenancyOf } from '../platform/entities/owned.ts';
import { type Locked, lockOne } from '../platform/locked.ts';
import type { Opening } from '../platform/tenancy.ts';
import type { Tx } from '../platform/tx.ts';
import { hashBrowserToken, isBrowserToken, isCsrfOf } from '../users/sessions/browser-token.ts';
import { type Browser, findBrowser } from '../users/sessions/browsers.ts';
import { SignIn } from './entities/sign-in.ts';
import { type AskedSignIn, lockOpened, type OpenedRow } from './sql/opened-sign-in.ts';
import { isStillProved, withoutProof } from './steps/proofs.ts';

/** The sign-in that a page or a form finds. For a form, the row is locked. */
export type Opened<Row extends SignIn = SignIn> =
  | { state: 'open'; signIn: Row; browser: Browser; holdsUser?: boolean }
  /** The sign-in is open, but the form was made before the browser had its present token, or by an attacker. */
  | { state: 'forged'; signIn: Row; browser: Browser }
  | { state: 'completed'; returnTo: string }
  /** There is none of this browser, or none any more. */
  | { state: 'none' };

interface Wanted {
  token: string | undefined;
  id: string;
}

/** A form that changes something. `csrf` is the value of its field. */
interface WantedForm extends Wanted {
  form: { csrf: string | undefined };
}

/**
 * Opens the sign-in with this id if the browser has it.
 * @param wanted.form a form that changes something: then the row is locked
 */
export async function openSignIn(tx: Tx, wanted: WantedForm): Promise<Opened<Locked<SignIn>>>;
export async function openSignIn(tx: Tx, wanted: Wanted): Promise<Opened>;
export async function openSignIn(tx: Tx, wanted: Wanted & Partial<WantedForm>): Promise<Opened> {
  const { token, id, form } = wanted;
  const browser = await findBrowser(tx, token);
  if (!browser) return { state: 'none' };
  const where = { id, browserId: browser.id };
  const signIn = await (form ? lockOne(tx, SignIn, where) : tx.findOne(SignIn, where));
  return signIn ? openedAs(tx, { signIn, browser }, wanted) : { state: 'none' };
}

/** Returns the values that a statement needs to find the sign-in of a request. */
export const askedBy = (orgId: string, { token, id }: Wanted): AskedSignIn => ({
  orgId,
  id,
  tokenHash: isBrowserToken(token) ? hashBrowserToken(token) : null,
});

/** The first statement of a form: it locks the sign-in, and then a user. {@link openForm} goes on with its row. */
export const openingForm =
  (orgId: string, wanted: Wanted, userId?: string | null): Opening<OpenedRow> =>
  (tx) =>
    lockOpened(tx, { ...askedBy(orgId, wanted), ...(userId === undefined ? {} : { userId }) });

/** As {@link openSignIn}, for a form whose first statement was {@link openingForm}. */
export async function openForm(tx: Tx, row: OpenedRow, wanted: WantedForm): Promise<Opened<Locked<SignIn>>> {
  const found = foundIn(tx, row, wanted);
  if (!found) return { state: 'none' };
  const opened = (await openedAs(tx, found, wanted)) as Opened<Locked<SignIn>>;
  return opened.state === 'open' ? { ...opened, holdsUser: row.holdsUser } : opened;
}

/** The sign-in that a statement has read, and its browser. */
export function foundIn(
  tx: Tx,
  { browserId, signIn }: OpenedRow,
  { token }: Wanted,
): { signIn: SignIn; browser: Browser } | undefined {
  if (browserId === null || signIn === null || token === undefined) return undefined;
  return { signIn: tx.map(SignIn, signIn), browser: { id: browserId, token, isNew: false } };
}

async function openedAs(
  tx: Tx,
  { signIn, browser }: { signIn: SignIn; browser: Browser },
  { id, form }: Wanted & Partial<WantedForm>,
): Promise<Opened> {
  if (signIn.completedAt !== null) return { state: 'completed', returnTo: signIn.returnTo };
  if (signIn.expiresAt <= tenancyOf(tx).now) return { state: 'none' };
  if (signIn.isProved() && !(await isStillProved(tx, signIn))) restartSignIn(signIn);
  const state = form && !isCsrfOf(browser.token, id, form.csrf) ? 'forged' : 'open';
  return { state, signIn, browser };
}

/**
 * Restarts the sign-in at the name: another user uses the browser, or what was proved is worth nothing any longer.
 */
export function restartSignIn(signIn: SignIn): void {
  const state = withoutProof(signIn.state);
  Object.assign(signIn, { identifier: null, userId: null, amr: [], authTime: null, state });
}
