import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ProofProvider } from './proof.tsx';
import { createQueries } from './queries.ts';
import { createAppRouter } from './router.tsx';
import { theme, variables } from './theme.ts';

/** The nonce that the server wrote into the page: style elements need it (src/http/dashboard.ts). */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// react-remove-scroll, which dialogs of Mantine use, reads the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

export function App() {
  const [{ queries, router }] = useState(() => {
    const made = createQueries();
    return { queries: made, router: createAppRouter(made) };
  });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" autoClose={5000} />
        <ProofProvider>
          <RouterProvider router={router} />
        </ProofProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
