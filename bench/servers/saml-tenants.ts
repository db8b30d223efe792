// The application on the database of the bench. It says what memory it has, how many SAML keys it opened, and which certificates
// it still keeps.
import { openDatabase } from '../../src/database/open.ts';
import { createVault } from '../../src/platform/vault.ts';
import { type Certificate, readCertificate } from '../../src/saml-messages/certificate.ts';
import { samlKeyPurpose } from '../../src/saml/saml-keys.ts';
import { answerParent, startedWith } from '../child.ts';
import { collect, memory } from './memory.ts';
import { nothing, startStubApp } from './stub-app.ts';

const { databaseUrl, masterKey } = startedWith as {
  databaseUrl: string;
  /** In base64. */
  masterKey: string;
};
const database = await openDatabase(databaseUrl, 5);
const vault = createVault([Buffer.from(masterKey, 'base64')]);
let opened = 0;
const counting: typeof vault = {
  ...vault,
  open(sealed, orgId, purpose) {
    if (purpose.startsWith(samlKeyPurpose(''))) opened++;
    return vault.open(sealed, orgId, purpose);
  },
};
const port = await startStubApp(
  database.hot,
  { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' },
  { open: nothing },
  { orm: database.orm, vault: counting },
);

const noted = new Map<string, WeakRef<Certificate>>();
const note = (text: string): unknown => noted.set(text, new WeakRef(readCertificate(text)));
/** A certificate that was read again is another object. */
const isKept = (text: string): boolean => noted.get(text)?.deref() === readCertificate(text);

answerParent(
  { port },
  {
    collect,
    memory,
    opened: () => opened,
    /** Notes which objects the certificates are now. */
    note: (texts: readonly string[]) => texts.forEach(note),
    /** Tells of each certificate whether it was kept since it was noted. */
    kept: (texts: readonly string[]) => texts.map(isKept),
  },
);
