// The configuration of a tree, with the recorder before its tests. One worker runs them, so that each file has the same neighbours.
import { type TestSpecification, BaseSequencer } from 'vitest/node';
import type { ViteUserConfig } from 'vitest/config';
import given from '../../../vitest.config.ts';

class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const name = ({ project, moduleId }: TestSpecification): string => `${project.name} ${moduleId}`;
    return Promise.resolve(files.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)));
  }
}

const config: ViteUserConfig = given;
const { test = {} } = config;
export default {
  ...config,
  test: {
    ...test,
    reporters: ['default'],
    setupFiles: [...[test.setupFiles ?? []].flat(), '.cache/same/recording/setup.ts'],
    maxWorkers: 1,
    sequence: { sequencer: ByName },
    // A test that is tried again would do everything twice.
    retry: 0,
  },
};
