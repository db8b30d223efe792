/** Made by dashboard/contract-part.ts when the dashboard is built. */
declare module 'virtual:contract-part' {
  const contract: unknown;
  export default contract;
}
