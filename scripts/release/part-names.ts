/** The names of the parts of a release, in the order in which they are built. Cheap ones come first, because they find faults soon. */
export const partNames = [
  'notes',
  'contract',
  'chart',
  'action',
  'docs',
  'bill',
  'client',
  'middleware',
  'cli',
  'python',
  'go',
  'provider',
  'image',
] as const;
export type PartName = (typeof partNames)[number];
