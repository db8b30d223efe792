import { Failure } from '../../failure.ts';

/** The ids of users, or of links, whose new password this node compares or hashes now. */
const changing = new Set<string>();

/**
 * Compares and hashes for one change of a password at a time, of each user. The others are refused before they take a hash: a change with a
 * long history takes up to 25 hashes, so that twenty at once would keep the places of the tenant for a minute, and one can win. Each node
 * does one for itself, and the database decides between nodes.
 * @param subject the id of the user, or of the link with which a person creates an account
 * @throws {Failure} USER_STATE_CONFLICT while another change of this password is under way
 */
export async function oneAtATime<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  if (changing.has(subject))
    throw new Failure('USER_STATE_CONFLICT', {
      password: 'Another request is changing this password. Try again when that request has ended.',
    });
  changing.add(subject);
  try {
    return await work();
  } finally {
    changing.delete(subject);
  }
}
