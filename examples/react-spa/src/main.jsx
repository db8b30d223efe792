import { WebStorageStateStore } from 'oidc-client-ts';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AuthProvider, useAuth } from 'react-oidc-context';

const { issuer, clientId, audience } = __KEYWARD__;

const settings = {
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile email invoices.read',
  resource: audience, // the API that the access token is for (RFC 8707)
  userStore: new WebStorageStateStore({ store: sessionStorage }),
  // The code in the address works once, so a reload must not send it again.
  onSigninCallback: () => history.replaceState({}, '', '/'),
};

/** Calls the API with the access token of the user. */
function Invoices({ token }) {
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    fetch('/api/invoices', { headers: { authorization: `Bearer ${token}` } })
      .then((response) => response.text())
      .then(setAnswer, (error) => setAnswer(error.message));
  }, [token]);
  return <pre>{answer}</pre>;
}

function App() {
  const auth = useAuth();
  if (auth.isLoading) return <p>One moment…</p>;
  if (auth.error) return <p role="alert">That did not work: {auth.error.message}</p>;
  if (!auth.isAuthenticated)
    return (
      <>
        <p>You are not signed in.</p>
        <button type="button" onClick={() => auth.signinRedirect()}>Sign in</button>
      </>
    );
  const { profile, access_token: token } = auth.user;
  return (
    <>
      <p>Hello, {profile.name ?? profile.sub}.</p>
      <Invoices token={token} />
      <button type="button" onClick={() => auth.signoutRedirect()}>Sign out</button>
    </>
  );
}

createRoot(document.getElementById('app')).render(
  <AuthProvider {...settings}>
    <h1>Quickstart</h1>
    <App />
  </AuthProvider>,
);
