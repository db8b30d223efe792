// The request path alone: the real application, on a pool that answers its two hot statements at once.
import { answerParent, startedWith } from '../frame/child.ts';
import { nothing, startStubApp } from './stub-app.ts';
import { stubPool } from './stub-pool.ts';

const { env } = startedWith as { env: Record<string, string> };
answerParent({ port: await startStubApp(stubPool, env, { open: nothing }) });
