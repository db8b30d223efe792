import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/theme.css';
import { createRoot } from 'react-dom/client';
import { connect } from './api/connect.ts';
import { sendIdempotencyKeys } from './api/idempotency.ts';
import { App } from './app/app.tsx';
import { takeKeyFromAddress } from './ui/pasted-key.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the dashboard');
takeKeyFromAddress(location, history);
connect();
sendIdempotencyKeys();
createRoot(root).render(<App />);
