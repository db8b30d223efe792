import {
  AppWindow,
  BellPlus,
  Blocks,
  Bot,
  Download,
  Globe,
  KeyRound,
  ListChecks,
  LocateFixed,
  type LucideIcon,
  MailPlus,
  RefreshCw,
  ScanSearch,
  ShieldCheck,
  UserPlus,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { texts } from '../texts/app.ts';

/** Something that the command palette begins: it opens the page with the dialog or the wizard of it. */
export interface Action {
  title: string;
  /** Other words that users may type. */
  words?: string;
  icon: LucideIcon;
  /** Its page below the tenant. */
  path: string;
  /** The dialog that the page opens (`useAsked`), and its tab. */
  search?: Record<string, string>;
  /** The permission without which it is not offered. One of several is enough. */
  needs: string | readonly string[];
}

const { actions: titles } = texts.palette;
const create = { open: 'create' };

/** The actions of the command palette. */
export const actions: readonly Action[] = [
  {
    title: titles.credential,
    words: 'key token secret new add',
    icon: KeyRound,
    path: 'credentials',
    search: create,
    needs: 'credentials.write',
  },
  {
    title: titles.tryKey,
    words: 'verify leaked owner',
    icon: ScanSearch,
    path: 'credentials',
    search: { open: 'try' },
    needs: 'credentials.verify',
  },
  {
    title: titles.identity,
    words: 'service agent new add',
    icon: Bot,
    path: 'identities',
    search: create,
    needs: 'identities.write',
  },
  {
    title: titles.webhook,
    words: 'endpoint events create new',
    icon: Webhook,
    path: 'webhooks',
    search: create,
    needs: 'webhooks.write',
  },
  {
    title: titles.user,
    words: 'invite create person new add',
    icon: UserPlus,
    path: 'users',
    search: create,
    needs: 'directory.write',
  },
  {
    title: titles.invitations,
    words: 'resend',
    icon: MailPlus,
    path: 'users/invitations',
    needs: 'directory.read',
  },
  {
    title: titles.group,
    words: 'team new add',
    icon: UsersRound,
    path: 'groups',
    search: create,
    needs: 'groups.write',
  },
  {
    title: titles.token,
    words: 'directory sync okta entra new',
    icon: Blocks,
    path: 'scim',
    search: create,
    needs: 'scim_tokens.write',
  },
  {
    title: titles.application,
    words: 'oidc saml openid client service provider sso new add',
    icon: AppWindow,
    path: 'applications/new',
    needs: ['oidc.write', 'saml.write'],
  },
  {
    title: titles.connection,
    words: 'idp provider sso federation saml okta entra google create new',
    icon: Globe,
    path: 'connections/new',
    needs: 'federation.write',
  },
  {
    title: titles.accessPolicy,
    words: 'conditional access rule block new add',
    icon: ShieldCheck,
    path: 'access/new',
    needs: 'conditional_access.write',
  },
  {
    title: titles.location,
    words: 'network address country new add',
    icon: LocateFixed,
    path: 'access',
    search: { tab: 'locations', ...create },
    needs: 'conditional_access.write',
  },
  {
    title: titles.policy,
    words: 'rule limit new add',
    icon: ListChecks,
    path: 'policies',
    search: create,
    needs: 'policies.write',
  },
  {
    title: titles.alertRule,
    words: 'notify new add',
    icon: BellPlus,
    path: 'alerts/rules',
    search: create,
    needs: 'alerts.write',
  },
  {
    title: titles.apiKey,
    words: 'management rights scopes new add',
    icon: KeyRound,
    path: 'settings',
    search: { tab: 'api-keys', ...create },
    needs: 'credentials.write',
  },
  {
    title: titles.export,
    words: 'download csv',
    icon: Download,
    path: 'audit',
    search: { open: 'export' },
    needs: 'audit.export',
  },
  {
    title: titles.rotateKeys,
    words: 'jwks certificate compromised',
    icon: RefreshCw,
    path: 'settings',
    search: { tab: 'keys', open: 'rotate' },
    needs: 'keys.write',
  },
];
