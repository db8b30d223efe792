// Writes a version into every file that holds it: make version VERSION=1.0.0. Without VERSION, it names the files with another version than
// that of openapi/openapi.yaml.
import { checkVersion, otherVersions, treeVersion, writeVersion } from './release/version-places.ts';

const [given = ''] = process.argv.slice(2);
try {
  if (given === '') {
    const version = treeVersion();
    const others = otherVersions(version);
    console.log([`The version is ${version}.`, ...others].join('\n'));
    process.exitCode = others.length > 0 ? 1 : 0;
  } else {
    writeVersion(checkVersion(given));
    console.log(`Wrote ${given}. Now run make generate build-dashboard, and commit what changed.`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
