import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { inTenant } from '../api/connect.ts';
import { getMeOptions } from '../generated/@tanstack/react-query.gen.ts';
import { takeToken } from './first-run.tsx';
import { ProofProvider } from './proof.tsx';
import { createQueries } from './queries.ts';
import { createAppRouter } from './router.tsx';
import { tenantOfPath } from './session-watch.ts';
import { theme, variables } from './theme.ts';

/** The nonce that the server wrote into the page: style elements need it (src/http/dashboard.ts). */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// react-remove-scroll, which dialogs of Mantine use, reads the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

export function App() {
  const [{ watch, queries, router }] = useState(() => {
    const heard = new EventTarget();
    const made = createQueries(heard);
    return { watch: heard, queries: made, router: createAppRouter(made, takeToken()) };
  });
  const readAgain = useCallback(() => {
    // What is shown stays until the new answer is there: a form with what was typed, or a secret that is shown only once.
    void queries.invalidateQueries();
    const tenant = tenantOfPath();
    if (tenant === undefined) return;
    void queries.fetchQuery({ ...getMeOptions({ headers: inTenant(tenant) }), staleTime: 0 }).then(
      () => router.invalidate(),
      () => undefined,
    );
  }, [queries, router]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        {/* Buttons of forms are at the bottom, and those of a page at the top right. */}
        <Notifications position="top-center" autoClose={5000} />
        <ProofProvider watch={watch} onProved={readAgain}>
          <RouterProvider router={router} />
        </ProofProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
