// The files of a release that speak of the others.
export const sumsFile = 'SHA256SUMS';
export const provenanceFile = 'provenance.intoto.json';

/** Whether a file is a part of the documentation as a folder. An archive stands for this folder in checksums and in the provenance. */
export const isOfDocs = (file: string): boolean => file.startsWith('docs/');
