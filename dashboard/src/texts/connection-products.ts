/** The steps at each product are those of the pages of setup links. The names of menus and fields have one source. */
export {
  setupProviders as products,
  type SetupProvider as Product,
  type SetupStep as ProductStep,
  type SetupValue as OurValue,
} from '../../../src/federation/setup-links/setup-providers.ts';
