/** The profile of a run that names no other. */
export const usualProfile = 'default';
