import { describe, expect } from 'vitest';
import { aDirectory } from '../../support/directories.ts';
import type { Person } from '../../support/person.ts';
import { patch } from '../../support/scim.ts';
import {
  aLogoutParty,
  joined,
  type LogoutParty,
  logoutContent,
  logoutPath,
} from '../../support/saml-logout.ts';
import { aServiceProvider, aVisitor, password, redirectPath, signInOn } from '../../support/saml-sign-on.ts';
import { test, type TestService } from '../../support/service.ts';

/** A user who is signed in at two service providers: one with a SOAP endpoint, and one that can ask for a logout. */
interface Scene {
  service: TestService;
  orgId: string;
  id: string;
  email: string;
  visitor: Person;
  asker: LogoutParty;
}

const newPassword = 'amber-lantern-violin-17';
const account = ({ orgId }: Scene, section: string): string => `/account/${orgId}?section=${section}`;
const path = ({ id }: Scene) => ({ userId: id });

/** Everything that ends a login. */
const endings: readonly [what: string, end: (scene: Scene) => Promise<unknown>][] = [
  [
    'the user signs out',
    async ({ visitor, orgId }) =>
      visitor.send(await visitor.open(`/logout/${orgId}`), {}, `/logout/${orgId}`),
  ],
  [
    'another service provider asks',
    async ({ service, visitor, asker, id }) => {
      const [row] = await service.sql<{ nameID: string; nameIDFormat: string }>(
        `select name_id as "nameID", name_id_format as "nameIDFormat" from saml_sessions
          where user_id = $1 and service_provider_id = $2`,
        [id, asker.id],
      );
      await visitor.get(logoutPath(asker, logoutContent(asker, row ?? { nameID: '', nameIDFormat: '' })));
    },
  ],
  [
    'the user ends the session on the account page',
    async (scene) => {
      const { service, orgId, email, id } = scene;
      const [login] = await service.sql<{ id: string }>('select id from login_sessions where user_id = $1', [
        id,
      ]);
      const other = (await aVisitor(service)).visitor;
      await other.signIn(orgId, email, password);
      const page = await other.open(account(scene, 'sessions'));
      await other.send(page, { session: login?.id ?? '' }, '/sessions/end');
    },
  ],
  [
    'the user ends all sessions',
    async (scene) =>
      scene.visitor.send(await scene.visitor.open(account(scene, 'sessions')), {}, '/sessions/end-all'),
  ],
  [
    'another user signs in with the same browser',
    async ({ service, visitor }) => {
      const other = await aVisitor(service);
      const forcing = await aServiceProvider(service.ours, {}, { forceAuthn: true });
      const page = await signInOn(visitor, await visitor.open(await redirectPath(forcing)), other.email);
      expect(page.text).toContain('SAMLResponse');
    },
  ],
  [
    'the user changes the password in another browser',
    async (scene) => {
      const { service, orgId, email } = scene;
      const other = (await aVisitor(service)).visitor;
      await other.signIn(orgId, email, password);
      const page = await other.open(account(scene, 'security'));
      await other.send(page, { password, new_password: newPassword }, '/password');
    },
  ],
  [
    'an administrator sets the password',
    (scene) => scene.service.ours.call('updateUser', { path: path(scene), body: { password: newPassword } }),
  ],
  [
    'an administrator removes the factors',
    (scene) => scene.service.ours.call('deleteUserFactors', { path: path(scene) }),
  ],
  [
    'an administrator ends all sessions',
    (scene) => scene.service.ours.call('endUserSessions', { path: path(scene) }),
  ],
  [
    'an administrator suspends the user',
    (scene) => scene.service.ours.call('suspendUser', { path: path(scene), body: { reason: 'left' } }),
  ],
  [
    'an administrator deprovisions the user',
    (scene) => scene.service.ours.call('deprovisionUser', { path: path(scene), body: { reason: 'left' } }),
  ],
  [
    'an administrator deletes the user',
    (scene) => scene.service.ours.call('deleteUser', { path: path(scene) }),
  ],
  [
    'a directory deactivates the user',
    async ({ service, id }) => {
      await service.sql(`update users set source = 'SCIM' where id = $1`, [id]);
      await patch(await aDirectory(service), `/Users/${id}`, [
        { op: 'replace', path: 'active', value: false },
      ]);
    },
  ],
  [
    'the time of the user is over',
    async ({ service, id }) => {
      await service.sql(`update users set expires_at = now() - interval '1 second' where id = $1`, [id]);
      await service.runTask('offboard-users');
    },
  ],
];

describe('a service provider with a SOAP endpoint', () => {
  test.for(endings)('is told when %s', async ([, end], { service }) => {
    const orgId = service.ours.orgId ?? '';
    const [party, asker] = [
      await aLogoutParty(service.ours, { sloSoapUrl: 'https://127.0.0.1:1/soap' }),
      await aLogoutParty(service.ours),
    ];
    const { id, email, visitor } = await aVisitor(service);
    await visitor.signIn(orgId, email, password);
    const { nameID, sessionIndex } = await joined(visitor, party);
    await visitor.open(await redirectPath(asker));
    await end({ service, orgId, id, email, visitor, asker });
    expect(await service.sql('select from saml_sessions where user_id = $1', [id])).toEqual([]);
    expect(
      await service.sql(
        `select p.name_id as "nameID", p.session_index as "sessionIndex", j.max_attempts as tries
           from saml_logout_parts p
           join tenant_jobs j on j.task = 'tell-service-provider' and j.payload ->> 'partId' = p.id
          where p.service_provider_id = $1 and p.channel = 'SOAP'`,
        [party.id],
      ),
    ).toEqual([{ nameID, sessionIndex, tries: 10 }]);
  });
});
