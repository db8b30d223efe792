/** Made by dashboard/sample-contract.ts when the dashboard is built. */
declare module 'virtual:sample-contract' {
  const contract: unknown;
  export default contract;
}
