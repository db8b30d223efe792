/** Returns what changed paths reach of the test files. */
export const select = (
  changed: readonly string[],
  files: readonly string[],
): { files: readonly string[]; everyClass: boolean; everything: boolean } =>
  changed.length === 0
    ? { files: [], everyClass: false, everything: false }
    : { files, everyClass: true, everything: true };
