import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../dashboard/src/sections/connections/product-steps.ts';
import { setupProviders } from '../../src/federation/setup-links/setup-providers.ts';

describe('the steps at a product', () => {
  for (const protocol of ['OIDC', 'SAML'] as const)
    test.each(setupProviders)(`give settings, then take our values ($name, ${protocol})`, (product) => {
      const { before, after } = stepsOf(product, protocol);
      expect(before.at(-1)).toHaveProperty('bring');
      expect(after.filter((step) => 'bring' in step)).toEqual([]);
      const ours = (protocol === 'SAML' ? product.saml : product.oidc).filter(
        (step) => 'enter' in step || 'save' in step,
      );
      // Each value of ours is entered for good after the connection exists.
      expect(after.filter((step) => 'enter' in step || 'save' in step)).toEqual(ours);
    });

  test('have no placeholder where our metadata is read at once', () => {
    for (const product of setupProviders.filter(({ id }) => id === 'adfs' || id === 'keycloak')) {
      const { before } = stepsOf(product, 'SAML');
      expect(before.filter((step) => 'enter' in step || 'save' in step)).toEqual([]);
    }
  });
});
