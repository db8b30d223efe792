// Prints a live and a test API key in the right format, for BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY.
import { newSecret } from '../src/lib/secret.ts';

console.log(`BOOTSTRAP_LIVE_KEY=${newSecret('kd_live_')}\nBOOTSTRAP_TEST_KEY=${newSecret('kd_test_')}`);
