export function compiledFolder(dataDir: string, user?: number): string | undefined;
export function removeOtherVersions(current: string): void;
export function keepCompiled(dataDir: string): void;
