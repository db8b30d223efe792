import { Session } from 'node:inspector/promises';

/** Counts from now on which functions of this process are called. */
export async function countCalls(): Promise<{
  /** Returns which functions below a folder were called. */
  calledIn: (folder: RegExp) => Promise<Map<string, boolean>>;
  /** Returns how often the functions of a file were called since they were last asked for. */
  callsIn: (file: RegExp) => Promise<Map<string, number>>;
  stop: () => Promise<void>;
}> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const callsIn = async (files: RegExp): Promise<Map<string, number>> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => files.test(url)).flatMap((file) => file.functions);
    return new Map(functions.map(({ functionName, ranges }) => [functionName, ranges[0]?.count ?? 0]));
  };
  return {
    callsIn,
    calledIn: async (folder) =>
      new Map([...(await callsIn(folder))].map(([name, calls]) => [name, calls > 0])),
    async stop() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
