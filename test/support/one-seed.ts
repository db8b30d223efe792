import fc from 'fast-check';

// Properties draw by the seed of the run, so that a failed run can be repeated whole.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['TEST_SEED']) });
