// `make verify-audit FILE=… KEY_ID=…`: proves that an export of the audit log is what was sealed, with nothing but the file
// and the key id that getAuditIntegrity showed. Ends with 1 when it is not, with 2 when it cannot be told.
import { createReadStream } from 'node:fs';
import { verifyAuditExport } from '../clients/typescript/src/audit.ts';

const [file = process.env['FILE'], ...given] = process.argv.slice(2);
const keyIds = [...given, ...(process.env['KEY_ID'] ?? '').split(',')].filter((id) => id !== '');
if (!file || keyIds.length === 0) {
  console.error(
    'Say which file, and whose key: make verify-audit FILE=audit.ndjson KEY_ID=<keyIds of getAuditIntegrity>',
  );
  process.exit(2);
}
try {
  const report = await verifyAuditExport(createReadStream(file), { keyIds });
  const { valid, faults, rows, orgId, firstSequence, lastSequence, omitted, exportedAt, restores } = report;
  for (const { kind, line, sequence, id } of faults)
    console.log(`${kind}: line ${line}, sequence ${sequence ?? 'unknown'}${id === null ? '' : `, ${id}`}`);
  if (valid)
    console.log(
      `Valid: ${rows} rows of ${orgId}, sequences ${firstSequence} to ${lastSequence}, ${omitted} of them without ` +
        `personal values, exported at ${exportedAt}.` +
        (restores === 0
          ? ''
          : ` The service was restored from a backup ${restores === 1 ? 'once' : `${restores} times`} between these rows: an older export may have rows that this one lacks.`),
    );
  process.exitCode = valid ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
