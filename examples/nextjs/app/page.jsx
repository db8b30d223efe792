import { origin, session } from '../lib/keyward.js';

/** Calls the API as the user, as a browser or another service would. */
async function invoicesOf(accessToken) {
  const response = await fetch(`${origin}/api/invoices`, { headers: { authorization: `Bearer ${accessToken}` } });
  return response.text();
}

export default async function Home() {
  const { name, accessToken } = await session();
  if (!accessToken)
    return (
      <>
        <p>You are not signed in.</p>
        <a href="/sign-in">Sign in</a>
      </>
    );
  return (
    <>
      <p>Hello, {name}.</p>
      <pre>{await invoicesOf(accessToken)}</pre>
      <form method="post" action="/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
