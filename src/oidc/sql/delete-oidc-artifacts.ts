/**
 * A statement that deletes artifacts of the OpenID Connect provider, in one order: two that delete partly the same (the
 * engine ends a token and its family side by side) wait for each other, and never both.
 * @param condition on the row `a`
 */
export const deleteOidcArtifacts = (condition: string): string => `
with doomed as materialized (
  select a.org_id, a.model, a.id_hash from oidc_artifacts a where ${condition}
   order by a.org_id, a.model, a.id_hash for update
)
delete from oidc_artifacts a using doomed
 where a.org_id = doomed.org_id and a.model = doomed.model and a.id_hash = doomed.id_hash
returning a.user_id as "userId"`;
