import { Session } from 'node:inspector/promises';

/** Counts from now on which functions of this process are called. @returns the names of those below a folder, once asked */
export async function countCalls(): Promise<{
  calledIn: (folder: RegExp) => Promise<Map<string, boolean>>;
  stop: () => Promise<void>;
}> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async calledIn(folder) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const functions = result.filter(({ url }) => folder.test(url)).flatMap((file) => file.functions);
      return new Map(
        functions.map(({ functionName, ranges }) => [functionName, (ranges[0]?.count ?? 0) > 0]),
      );
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
