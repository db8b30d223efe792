/** One for all nodes of all tests. */
export const testMasterKey = Buffer.alloc(32, 'master key of tests ').toString('base64');
