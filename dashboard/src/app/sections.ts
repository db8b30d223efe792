import {
  Activity,
  AppWindow,
  Bell,
  Blocks,
  Bot,
  BotMessageSquare,
  Fingerprint,
  Gauge,
  Globe,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { holds } from './me.ts';

export interface Section {
  /** Its path below the tenant. */
  path: string;
  title: string;
  group: 'start' | 'machines' | 'people' | 'rules' | 'watch' | 'settings';
  icon: LucideIcon;
  /** The permission that offers it. One of several is enough. */
  needs: string | readonly string[] | undefined;
}

/** The sections in the order of the navigation. */
export const sections: readonly Section[] = [
  { path: '', title: 'Overview', group: 'start', icon: Gauge, needs: undefined },
  { path: 'identities', title: 'Identities', group: 'machines', icon: Bot, needs: 'identities.read' },
  { path: 'credentials', title: 'Credentials', group: 'machines', icon: KeyRound, needs: 'credentials.read' },
  { path: 'webhooks', title: 'Webhooks', group: 'machines', icon: Webhook, needs: 'webhooks.read' },
  { path: 'users', title: 'Users', group: 'people', icon: Users, needs: 'directory.read' },
  { path: 'groups', title: 'Groups', group: 'people', icon: UsersRound, needs: 'groups.read' },
  { path: 'scim', title: 'Directory sync', group: 'people', icon: Blocks, needs: 'scim_tokens.read' },
  {
    path: 'applications',
    title: 'Applications',
    group: 'people',
    icon: AppWindow,
    needs: ['oidc.read', 'saml.read'],
  },
  { path: 'agents', title: 'Agents', group: 'people', icon: BotMessageSquare, needs: 'oidc.read' },
  { path: 'connections', title: 'Connections', group: 'people', icon: Globe, needs: 'federation.read' },
  { path: 'sign-in', title: 'Sign-in', group: 'people', icon: Fingerprint, needs: 'auth_config.read' },
  { path: 'access', title: 'Access', group: 'rules', icon: ShieldCheck, needs: 'conditional_access.read' },
  { path: 'policies', title: 'Policies', group: 'rules', icon: ListChecks, needs: 'policies.read' },
  { path: 'audit', title: 'Audit log', group: 'watch', icon: Activity, needs: 'audit.read' },
  { path: 'alerts', title: 'Alerts', group: 'watch', icon: Bell, needs: 'alerts.read' },
  { path: 'settings', title: 'Settings', group: 'settings', icon: Settings, needs: undefined },
];

/** Whether scopes have one of the permissions of a section. */
export const mayRead = (scopes: readonly string[], { needs = [] }: Section): boolean =>
  [needs].flat().some((permission) => holds(scopes, permission));

/** The sections that a user with these scopes may open. */
export const offeredTo = (scopes: readonly string[]): Section[] =>
  sections.filter((section) => section.needs === undefined || mayRead(scopes, section));

export const groupTitles: Readonly<Record<Section['group'], string>> = {
  start: '',
  machines: 'Machines',
  people: 'People',
  rules: 'Rules',
  watch: 'Watch',
  settings: '',
};

/** The section of an address: `/admin/{tenant}/{section}/…`, or the same without `/admin`, as the router writes it. */
export function sectionOfPath(path: string): Section | undefined {
  const [, name = ''] = path
    .replace(/^\/admin(?=\/)/, '')
    .split('/')
    .filter(Boolean);
  return sections.find((one) => one.path === name);
}
