/** The steps from a closed database to one that serves. */
export const afterRestore = `Nodes answer 503 until you open the service:
  1. make reconcile FILE=<an audit export>, for each tenant, or make reconcile SUSPEND=all
  2. make reconcile FILE=<the output of make operator-audit>, if operators have keys
  3. make open
`;
