import type { ClientBase } from 'pg';

/**
 * Looks whether the database can keep everybody's name and knows which letters are a pair: names are compared, and made
 * unique, with lower(), and in the locale C only A to Z have a case; `Ärzte` and `ärzte` would be two groups.
 *
 * @throws with a sentence when it does not
 */
export async function requireLetters(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ database: string }>(text);
  const [found] = rows;
  if (!found) return;
  const sentence = `the database ${found.database} cannot compare letters beyond ASCII in people's names (it has the locale C, or is not in UTF-8): create it again with create database … template template0 encoding 'UTF8' locale 'C.UTF-8', or the locale of your language.`;
  throw new Error(sentence);
}

// By number, because a database in another encoding cannot even read the letters.
const text = `
select current_database() as database
 where current_setting('server_encoding') <> 'UTF8' or lower(chr(196) || chr(201)) <> chr(228) || chr(233)`;
