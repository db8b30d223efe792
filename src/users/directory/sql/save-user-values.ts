import type { EntityManager } from '@mikro-orm/postgresql';

/** The values of multi-valued attributes by their canonical paths, in their order; the leading one stands first or is primary. */
export type UserValues = ReadonlyMap<string, readonly unknown[]>;

/**
 * Replaces all values of the attributes that are named, all in one statement; an empty list removes them. The user must be
 * locked. Call it after the flush: only then have the triggers `users_lead_values`, `users_follow_values`,
 * `users_lead_addresses` and `users_follow_addresses` written the leading rows, which these values replace.
 */
export async function saveUserValues(
  em: EntityManager,
  orgId: string,
  userId: string,
  values: UserValues,
): Promise<void> {
  if (values.size === 0) return;
  const rows = [...values].flatMap(([attribute, elements]) => {
    const leading = leadingOf(elements);
    return elements.map((data, place) => ({ attribute, place, leads: place === leading, data }));
  });
  await em.execute(text, [
    JSON.stringify([...values.keys()]),
    JSON.stringify(rows),
    orgId,
    userId,
    orgId,
    userId,
    orgId,
    userId,
  ]);
}

/** Which of these values leads: the primary one, or else the first. */
export function leadingOf(elements: readonly unknown[]): number {
  const primary = elements.findIndex(
    (element) =>
      typeof element === 'object' && element !== null && 'primary' in element && element.primary === true,
  );
  return Math.max(primary, 0);
}

// A row that is there is changed and not deleted, because one statement may not do both to it.
const text = `
with named as materialized (
  select attribute from jsonb_array_elements_text(?::jsonb) as one (attribute)
), wanted as materialized (
  select * from jsonb_to_recordset(?::jsonb) as w (attribute text, place int, leads boolean, data jsonb)
), gone as (
  delete from user_values v using named n
   where v.org_id = ? and v.user_id = ? and v.attribute = n.attribute
     and not exists (select from wanted w where w.attribute = v.attribute and w.place = v.place)
), kept as (
  update user_values v set leads = w.leads, data = w.data
    from wanted w
   where v.org_id = ? and v.user_id = ? and v.attribute = w.attribute and v.place = w.place
     and (v.leads, v.data) is distinct from (w.leads, w.data)
)
insert into user_values (org_id, user_id, attribute, place, leads, data)
select ?, ?, attribute, place, leads, data from wanted
on conflict do nothing`;
