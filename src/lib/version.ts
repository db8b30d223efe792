import manifest from '../../package.json' with { type: 'json' };

/** The version of Keyward that this process runs. */
export const { version } = manifest;
