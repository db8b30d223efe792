import { describe, expect, test } from 'vitest';
import { applied, exported, planned } from '../../support/configuration.ts';
import { aNode } from '../../support/killed-node.ts';

const objects = Array.from({ length: 10 }, (_, n) => ({
  kind: n < 5 ? 'identity' : 'group',
  key: `one-${n}`,
  spec: n < 5 ? { name: `One ${n}`, type: 'CI_CD' } : { name: `One ${n}` },
}));

describe('after a kill -9', { timeout: 60_000 }, () => {
  test.for([
    ['insert on groups', "new.name = 'One 7'", 'in the middle of its changes'],
    ['insert on managed_objects', "new.key = 'one-9'", 'after its changes, before its commit'],
  ])(
    'an apply that was cut off at %s has changed nothing, and works again',
    async ([write = '', when = '']) => {
      const node = await aNode({ ROLE: 'api' });
      const before = await exported(node.ours);
      const { fingerprint } = await planned(node.ours, objects);
      await node.cutOff(write, when, () =>
        node.ours.call('applyConfiguration', { body: { objects, fingerprint } }),
      );
      expect(await node.sql('select from managed_objects')).toEqual([]);
      await node.start();
      expect(await exported(node.ours)).toEqual(before);
      const { counts } = await applied(node.ours, objects);
      expect(counts).toMatchObject({ create: 10, refused: 0 });
    },
  );
});
