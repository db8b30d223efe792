"""What webhooks are sent, by type. Made by `make generate` from the contract; do not edit."""

from typing import Any, Literal, TypedDict, TypeGuard, overload

from .._webhooks import WebhookEvent


class EventActor(TypedDict):
    """Who did it."""

    type: str
    id: str | None
    name: str | None


class IdentityCreatedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    type: str
    status: str
    tags: list[str]
    ownerUserId: str | None
    createdBy: EventActor


class IdentityCreatedEvent(TypedDict):
    """An identity was created."""

    id: str
    type: Literal["identity.created"]
    timestamp: str
    webhookId: str
    data: IdentityCreatedEventData


IdentityUpdatedEventDataChangesItem = TypedDict("IdentityUpdatedEventDataChangesItem", {"field": str, "from": Any, "to": Any})


class IdentityUpdatedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    changes: list[IdentityUpdatedEventDataChangesItem]
    updatedBy: EventActor


class IdentityUpdatedEvent(TypedDict):
    """An identity was changed or reactivated."""

    id: str
    type: Literal["identity.updated"]
    timestamp: str
    webhookId: str
    data: IdentityUpdatedEventData


class IdentitySuspendedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    reason: str | None
    suspendedBy: EventActor
    credentialCount: int


class IdentitySuspendedEvent(TypedDict):
    """An identity was suspended; until it is reactivated its credentials are not valid."""

    id: str
    type: Literal["identity.suspended"]
    timestamp: str
    webhookId: str
    data: IdentitySuspendedEventData


class IdentityRevokedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    reason: str | None
    revokedBy: EventActor
    deleted: bool
    credentialIds: list[str]


class IdentityRevokedEvent(TypedDict):
    """An identity was revoked for good or deleted, and its credentials with it."""

    id: str
    type: Literal["identity.revoked"]
    timestamp: str
    webhookId: str
    data: IdentityRevokedEventData


class CredentialCreatedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    name: str
    type: str
    scopes: list[str]
    isTemporary: bool
    maxUsageCount: int | None
    expiresAt: str | None
    createdBy: EventActor


class CredentialCreatedEvent(TypedDict):
    """A credential was issued."""

    id: str
    type: Literal["credential.created"]
    timestamp: str
    webhookId: str
    data: CredentialCreatedEventData


class CredentialUsedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    usageCount: int
    maxUsageCount: int | None
    source: str
    ipAddress: str | None
    userAgent: str | None
    usedAt: str


class CredentialUsedEvent(TypedDict):
    """A credential was used; sent only to webhooks that name this type or `*`."""

    id: str
    type: Literal["credential.used"]
    timestamp: str
    webhookId: str
    data: CredentialUsedEventData


class CredentialRotatedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    rotatedBy: str
    reason: str
    previousCredentialExpiry: str


class CredentialRotatedEvent(TypedDict):
    """A credential has a new secret."""

    id: str
    type: Literal["credential.rotated"]
    timestamp: str
    webhookId: str
    data: CredentialRotatedEventData


class CredentialExpiredEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    expiresAt: str | None
    reason: str
    usageCount: int


class CredentialExpiredEvent(TypedDict):
    """A credential reached its end of life or spent its uses."""

    id: str
    type: Literal["credential.expired"]
    timestamp: str
    webhookId: str
    data: CredentialExpiredEventData


class CredentialExpiringEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    name: str
    expiresAt: str
    daysLeft: int


class CredentialExpiringEvent(TypedDict):
    """A credential expires soon. Sent once each when 30, 14, 7 days and 1 day are left. Times before its creation, or before the last change of its expiry, do not count. If several were missed, only the nearest is sent."""

    id: str
    type: Literal["credential.expiring"]
    timestamp: str
    webhookId: str
    data: CredentialExpiringEventData


class CredentialRevokedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    reason: str
    revokedBy: EventActor
    revokedAt: str


class CredentialRevokedEvent(TypedDict):
    """A credential was revoked, or the old secret of a rotation has ended."""

    id: str
    type: Literal["credential.revoked"]
    timestamp: str
    webhookId: str
    data: CredentialRevokedEventData


class CredentialSuspendedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    reason: str | None
    suspendedBy: EventActor


class CredentialSuspendedEvent(TypedDict):
    """A credential was suspended; it is not valid until it is reactivated."""

    id: str
    type: Literal["credential.suspended"]
    timestamp: str
    webhookId: str
    data: CredentialSuspendedEventData


class CredentialReactivatedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    reactivatedBy: EventActor


class CredentialReactivatedEvent(TypedDict):
    """A suspended credential is valid again."""

    id: str
    type: Literal["credential.reactivated"]
    timestamp: str
    webhookId: str
    data: CredentialReactivatedEventData


class CredentialLeakedEventData(TypedDict):
    identityId: str
    identityName: str
    environment: Literal["live", "test"]
    credentialId: str
    secret: str
    action: str
    reportedBy: str
    source: str | None
    url: str | None


class CredentialLeakedEvent(TypedDict):
    """A secret of a credential was found where everybody can read it, and was stopped."""

    id: str
    type: Literal["credential.leaked"]
    timestamp: str
    webhookId: str
    data: CredentialLeakedEventData


class UserCreatedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    status: str
    email: str | None
    roles: list[str]
    source: str
    createdBy: EventActor


class UserCreatedEvent(TypedDict):
    """A user was created."""

    id: str
    type: Literal["user.created"]
    timestamp: str
    webhookId: str
    data: UserCreatedEventData


UserUpdatedEventDataChangesItem = TypedDict("UserUpdatedEventDataChangesItem", {"field": str, "from": Any, "to": Any})


class UserUpdatedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    changes: list[UserUpdatedEventDataChangesItem]
    updatedBy: EventActor


class UserUpdatedEvent(TypedDict):
    """A user was changed."""

    id: str
    type: Literal["user.updated"]
    timestamp: str
    webhookId: str
    data: UserUpdatedEventData


class UserSuspendedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    reason: str | None
    suspendedBy: EventActor


class UserSuspendedEvent(TypedDict):
    """A user was suspended and cannot sign in."""

    id: str
    type: Literal["user.suspended"]
    timestamp: str
    webhookId: str
    data: UserSuspendedEventData


class UserReactivatedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    status: str
    reactivatedBy: EventActor


class UserReactivatedEvent(TypedDict):
    """A suspended user may sign in again."""

    id: str
    type: Literal["user.reactivated"]
    timestamp: str
    webhookId: str
    data: UserReactivatedEventData


class UserDeprovisionedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    reason: str | None
    deprovisionedBy: EventActor


class UserDeprovisionedEvent(TypedDict):
    """A user has left for good."""

    id: str
    type: Literal["user.deprovisioned"]
    timestamp: str
    webhookId: str
    data: UserDeprovisionedEventData


class UserDeletedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    deletedBy: EventActor


class UserDeletedEvent(TypedDict):
    """A user was deleted, with what was known of them."""

    id: str
    type: Literal["user.deleted"]
    timestamp: str
    webhookId: str
    data: UserDeletedEventData


class UserAccessPassCreatedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    expiresAt: str
    createdBy: EventActor


class UserAccessPassCreatedEvent(TypedDict):
    """A user got a pass to set up an authenticator app or a passkey with."""

    id: str
    type: Literal["user.access_pass_created"]
    timestamp: str
    webhookId: str
    data: UserAccessPassCreatedEventData


class UserLoginEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    sessionId: str
    amr: list[str]
    clientId: str | None
    serviceProviderId: str | None
    connectionId: str | None
    ipAddress: str | None
    userAgent: str | None


class UserLoginEvent(TypedDict):
    """A user signed in, or proved their identity with another factor."""

    id: str
    type: Literal["user.login"]
    timestamp: str
    webhookId: str
    data: UserLoginEventData


class UserLoginFailedEventData(TypedDict):
    userId: str | None
    userName: str | None
    environment: Literal["live", "test"]
    reason: str
    clientId: str | None
    serviceProviderId: str | None
    ipAddress: str | None
    userAgent: str | None


class UserLoginFailedEvent(TypedDict):
    """A sign-in failed."""

    id: str
    type: Literal["user.login_failed"]
    timestamp: str
    webhookId: str
    data: UserLoginFailedEventData


class UserLocalLoginEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    sessionId: str
    amr: list[str]
    connectionId: str
    connectionName: str
    ipAddress: str | None
    userAgent: str | None


class UserLocalLoginEvent(TypedDict):
    """An owner signed in with factors of Keyward, although a connection is enforced for the address of the owner."""

    id: str
    type: Literal["user.local_login"]
    timestamp: str
    webhookId: str
    data: UserLocalLoginEventData


class UserDashboardLinkUsedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    isFirstOwner: bool
    ipAddress: str | None
    userAgent: str | None


class UserDashboardLinkUsedEvent(TypedDict):
    """A link that the operator of the service made has begun a sign-in of an owner to the dashboard."""

    id: str
    type: Literal["user.dashboard_link_used"]
    timestamp: str
    webhookId: str
    data: UserDashboardLinkUsedEventData


class UserLockedEventData(TypedDict):
    userId: str | None
    userName: str | None
    environment: Literal["live", "test"]
    lockedUntil: str
    ipAddress: str | None


class UserLockedEvent(TypedDict):
    """A name is locked after too many failures. The lock is for one browser, or for all browsers that its user never signed in with."""

    id: str
    type: Literal["user.locked"]
    timestamp: str
    webhookId: str
    data: UserLockedEventData


class SessionCreatedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    sessionId: str
    amr: list[str]
    expiresAt: str
    ipAddress: str | None
    userAgent: str | None


class SessionCreatedEvent(TypedDict):
    """A session began in a browser."""

    id: str
    type: Literal["session.created"]
    timestamp: str
    webhookId: str
    data: SessionCreatedEventData


class SessionRevokedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    sessionId: str
    reason: str
    revokedBy: EventActor
    revokedAt: str


class SessionRevokedEvent(TypedDict):
    """A session ended before its time."""

    id: str
    type: Literal["session.revoked"]
    timestamp: str
    webhookId: str
    data: SessionRevokedEventData


class GroupCreatedEventData(TypedDict):
    groupId: str
    groupName: str
    environment: Literal["live", "test"]
    source: str
    scopes: list[str]
    createdBy: EventActor


class GroupCreatedEvent(TypedDict):
    """A group was created."""

    id: str
    type: Literal["group.created"]
    timestamp: str
    webhookId: str
    data: GroupCreatedEventData


GroupUpdatedEventDataChangesItem = TypedDict("GroupUpdatedEventDataChangesItem", {"field": str, "from": Any, "to": Any})


class GroupUpdatedEventData(TypedDict):
    groupId: str
    groupName: str
    environment: Literal["live", "test"]
    changes: list[GroupUpdatedEventDataChangesItem]
    updatedBy: EventActor


class GroupUpdatedEvent(TypedDict):
    """A group was changed."""

    id: str
    type: Literal["group.updated"]
    timestamp: str
    webhookId: str
    data: GroupUpdatedEventData


class GroupDeletedEventData(TypedDict):
    groupId: str
    groupName: str
    environment: Literal["live", "test"]
    memberCount: int
    deletedBy: EventActor


class GroupDeletedEvent(TypedDict):
    """A group was deleted; of its members no more is told."""

    id: str
    type: Literal["group.deleted"]
    timestamp: str
    webhookId: str
    data: GroupDeletedEventData


class GroupMemberAddedEventData(TypedDict):
    groupId: str
    groupName: str
    environment: Literal["live", "test"]
    userId: str
    userName: str
    addedBy: EventActor


class GroupMemberAddedEvent(TypedDict):
    """A user came into a group."""

    id: str
    type: Literal["group.member_added"]
    timestamp: str
    webhookId: str
    data: GroupMemberAddedEventData


class GroupMemberRemovedEventData(TypedDict):
    groupId: str
    groupName: str
    environment: Literal["live", "test"]
    userId: str
    userName: str
    removedBy: EventActor


class GroupMemberRemovedEvent(TypedDict):
    """A user left a group."""

    id: str
    type: Literal["group.member_removed"]
    timestamp: str
    webhookId: str
    data: GroupMemberRemovedEventData


class PolicyViolatedEventData(TypedDict):
    policyId: str
    policyName: str
    policyType: str
    mode: str
    severity: str
    identityId: str | None
    identityName: str | None
    credentialId: str | None
    action: str
    outcome: str
    details: dict[str, Any]
    requestId: str | None
    environment: Literal["live", "test"]


class PolicyViolatedEvent(TypedDict):
    """An identity attempted an action that a policy forbids, or is now in a state that a policy forbids. Violations by verifications and API calls are sent once a minute for a policy and a credential. `details.count` counts them."""

    id: str
    type: Literal["policy.violated"]
    timestamp: str
    webhookId: str
    data: PolicyViolatedEventData


AccessPolicyChangedEventDataChangesItem = TypedDict("AccessPolicyChangedEventDataChangesItem", {"field": str, "from": Any, "to": Any})


class AccessPolicyChangedEventData(TypedDict):
    resourceType: str
    resourceId: str
    resourceName: str
    change: str
    status: Any
    changes: list[AccessPolicyChangedEventDataChangesItem]
    changedBy: EventActor
    environment: Literal["live", "test"]


class AccessPolicyChangedEvent(TypedDict):
    """A policy of conditional access or a named location was created, changed or deleted."""

    id: str
    type: Literal["access.policy_changed"]
    timestamp: str
    webhookId: str
    data: AccessPolicyChangedEventData


class AccessDeniedEventData(TypedDict):
    policyId: str
    policyName: str
    outcome: str
    subject: str
    userId: str | None
    identityId: str | None
    credentialId: str | None
    application: str | None
    count: int
    requestId: str | None
    environment: Literal["live", "test"]


class AccessDeniedEvent(TypedDict):
    """A policy of conditional access blocked an attempt. The event is sent once a minute for a policy and a user or an identity. `count` counts the attempts since the event before."""

    id: str
    type: Literal["access.denied"]
    timestamp: str
    webhookId: str
    data: AccessDeniedEventData


class AccessExclusionUsedEventData(TypedDict):
    policyId: str
    policyName: str
    subject: str
    userId: str | None
    identityId: str | None
    credentialId: str | None
    application: str | None
    count: int
    requestId: str | None
    environment: Literal["live", "test"]


class AccessExclusionUsedEvent(TypedDict):
    """An enabled policy of conditional access would have blocked an attempt, or asked for more, but excludes the user or the identity by its ID. The event is sent once an hour for a policy and a user or an identity. `count` counts the attempts since the event before."""

    id: str
    type: Literal["access.exclusion_used"]
    timestamp: str
    webhookId: str
    data: AccessExclusionUsedEventData


class AccessOwnersBlockedEventData(TypedDict):
    policyId: str
    policyName: str
    groupId: str
    ownerIds: list[str]
    changedBy: EventActor
    environment: Literal["live", "test"]


class AccessOwnersBlockedEvent(TypedDict):
    """A directory changed the members of a group over SCIM, or an identity provider by the group mapping of its connection. Since then, a policy of conditional access keeps every owner from signing in. Each owner is judged from where the owner was last."""

    id: str
    type: Literal["access.owners_blocked"]
    timestamp: str
    webhookId: str
    data: AccessOwnersBlockedEventData


class AnomalyDetectedEventData(TypedDict):
    anomalyId: str
    type: str
    severity: str
    score: float
    identityId: str | None
    identityName: str | None
    credentialId: str | None
    userId: str | None
    description: str
    evidence: dict[str, Any]
    detectedAt: str
    environment: Literal["live", "test"]


class AnomalyDetectedEvent(TypedDict):
    """Something unusual was seen."""

    id: str
    type: Literal["anomaly.detected"]
    timestamp: str
    webhookId: str
    data: AnomalyDetectedEventData


class AlertSource(TypedDict):
    """What raised the alert."""

    type: str
    id: str | None


class AlertTriggeredEventData(TypedDict):
    alertId: str
    ruleId: str | None
    title: str
    severity: str
    source: AlertSource
    identityId: str | None
    description: str
    triggeredAt: str
    environment: Literal["live", "test"]


class AlertTriggeredEvent(TypedDict):
    """Something needs a person to look at it."""

    id: str
    type: Literal["alert.triggered"]
    timestamp: str
    webhookId: str
    data: AlertTriggeredEventData


class OidcClientCreatedEventData(TypedDict):
    clientId: str
    clientName: str
    environment: Literal["live", "test"]
    origin: str
    applicationType: str
    grantTypes: list[str]
    scopes: list[str]
    createdBy: EventActor


class OidcClientCreatedEvent(TypedDict):
    """An OIDC client was registered."""

    id: str
    type: Literal["oidc_client.created"]
    timestamp: str
    webhookId: str
    data: OidcClientCreatedEventData


OidcClientUpdatedEventDataChangesItem = TypedDict("OidcClientUpdatedEventDataChangesItem", {"field": str, "from": Any, "to": Any})


class OidcClientUpdatedEventData(TypedDict):
    clientId: str
    clientName: str
    environment: Literal["live", "test"]
    changes: list[OidcClientUpdatedEventDataChangesItem]
    updatedBy: EventActor


class OidcClientUpdatedEvent(TypedDict):
    """An OIDC client was changed."""

    id: str
    type: Literal["oidc_client.updated"]
    timestamp: str
    webhookId: str
    data: OidcClientUpdatedEventData


class OidcClientDeletedEventData(TypedDict):
    clientId: str
    clientName: str
    environment: Literal["live", "test"]
    deletedBy: EventActor


class OidcClientDeletedEvent(TypedDict):
    """An OIDC client was deleted, and its tokens are good for nothing any more."""

    id: str
    type: Literal["oidc_client.deleted"]
    timestamp: str
    webhookId: str
    data: OidcClientDeletedEventData


class OidcClientSecretRotatedEventData(TypedDict):
    clientId: str
    clientName: str
    environment: Literal["live", "test"]
    previousSecretExpiresAt: str | None
    rotatedBy: EventActor


class OidcClientSecretRotatedEvent(TypedDict):
    """An OIDC client got a new secret."""

    id: str
    type: Literal["oidc_client.secret_rotated"]
    timestamp: str
    webhookId: str
    data: OidcClientSecretRotatedEventData


class OidcConsentGrantedEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    clientId: str
    clientName: str
    scopes: list[str]
    grantedBy: EventActor


class OidcConsentGrantedEvent(TypedDict):
    """A user let an application in, or allowed it more."""

    id: str
    type: Literal["oidc_consent.granted"]
    timestamp: str
    webhookId: str
    data: OidcConsentGrantedEventData


class OidcConsentWithdrawnEventData(TypedDict):
    userId: str
    userName: str
    environment: Literal["live", "test"]
    clientId: str
    clientName: str
    scopes: list[str]
    withdrawnBy: EventActor


class OidcConsentWithdrawnEvent(TypedDict):
    """A user took back what they had allowed an application; all it held for them is dead."""

    id: str
    type: Literal["oidc_consent.withdrawn"]
    timestamp: str
    webhookId: str
    data: OidcConsentWithdrawnEventData


class OidcAgentEndedEventData(TypedDict):
    agentId: str
    agentName: str
    clientId: str
    environment: Literal["live", "test"]
    userCount: int
    endedBy: EventActor


class OidcAgentEndedEvent(TypedDict):
    """An administrator ended an agent for all users. All consents to it ended, and what was issued to it."""

    id: str
    type: Literal["oidc_agent.ended"]
    timestamp: str
    webhookId: str
    data: OidcAgentEndedEventData


class OidcAgentApprovedEventData(TypedDict):
    agentId: str
    agentName: str
    clientId: str
    environment: Literal["live", "test"]
    identityId: str
    identityName: str
    approvedBy: EventActor


class OidcAgentApprovedEvent(TypedDict):
    """An administrator gave an agent an identity."""

    id: str
    type: Literal["oidc_agent.approved"]
    timestamp: str
    webhookId: str
    data: OidcAgentApprovedEventData


class OidcAgentHostsBlockedEventData(TypedDict):
    hosts: list[str]
    agentCount: int
    userCount: int
    blockedBy: EventActor
    environment: Literal["live", "test"]


class OidcAgentHostsBlockedEvent(TypedDict):
    """Hosts were blocked. All consents to their agents ended, and what was issued to them."""

    id: str
    type: Literal["oidc_agent.hosts_blocked"]
    timestamp: str
    webhookId: str
    data: OidcAgentHostsBlockedEventData


class ServiceProviderCreatedEventData(TypedDict):
    serviceProviderId: str
    serviceProviderName: str
    entityId: str
    environment: Literal["live", "test"]
    acsUrl: str
    createdBy: EventActor


class ServiceProviderCreatedEvent(TypedDict):
    """A SAML service provider was registered."""

    id: str
    type: Literal["service_provider.created"]
    timestamp: str
    webhookId: str
    data: ServiceProviderCreatedEventData


ServiceProviderUpdatedEventDataChangesItem = TypedDict("ServiceProviderUpdatedEventDataChangesItem", {"field": str, "from": Any, "to": Any})


class ServiceProviderUpdatedEventData(TypedDict):
    serviceProviderId: str
    serviceProviderName: str
    entityId: str
    environment: Literal["live", "test"]
    changes: list[ServiceProviderUpdatedEventDataChangesItem]
    updatedBy: EventActor


class ServiceProviderUpdatedEvent(TypedDict):
    """A SAML service provider was changed, by a caller or by its metadata."""

    id: str
    type: Literal["service_provider.updated"]
    timestamp: str
    webhookId: str
    data: ServiceProviderUpdatedEventData


class ServiceProviderDeletedEventData(TypedDict):
    serviceProviderId: str
    serviceProviderName: str
    entityId: str
    environment: Literal["live", "test"]
    deletedBy: EventActor


class ServiceProviderDeletedEvent(TypedDict):
    """A SAML service provider was deleted."""

    id: str
    type: Literal["service_provider.deleted"]
    timestamp: str
    webhookId: str
    data: ServiceProviderDeletedEventData


class ServiceProviderChangePendingEventData(TypedDict):
    serviceProviderId: str
    serviceProviderName: str
    entityId: str
    environment: Literal["live", "test"]
    changeId: str
    reasons: list[str]
    detectedAt: str


class ServiceProviderChangePendingEvent(TypedDict):
    """The metadata of a SAML service provider asks for a change that an administrator must approve."""

    id: str
    type: Literal["service_provider.change_pending"]
    timestamp: str
    webhookId: str
    data: ServiceProviderChangePendingEventData


class ServiceProviderCertificateExpiringEventData(TypedDict):
    serviceProviderId: str
    serviceProviderName: str
    entityId: str
    environment: Literal["live", "test"]
    fingerprint: str
    expiresAt: str
    daysLeft: int


class ServiceProviderCertificateExpiringEvent(TypedDict):
    """A certificate of a SAML service provider expires in 30, 14, 7 days or 1."""

    id: str
    type: Literal["service_provider.certificate_expiring"]
    timestamp: str
    webhookId: str
    data: ServiceProviderCertificateExpiringEventData


class FederationConnectedEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    issuer: str | None
    connectedBy: EventActor


class FederationConnectedEvent(TypedDict):
    """A connection to an identity provider was created or enabled."""

    id: str
    type: Literal["federation.connected"]
    timestamp: str
    webhookId: str
    data: FederationConnectedEventData


class FederationSetupFinishedEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    setupLinkId: str
    setupLinkName: str
    provedDomains: list[str]
    openDomains: list[str]
    finishedAt: str


class FederationSetupFinishedEvent(TypedDict):
    """The holder of a setup link has finished. The connection is `DISABLED` until you activate it."""

    id: str
    type: Literal["federation.setup_finished"]
    timestamp: str
    webhookId: str
    data: FederationSetupFinishedEventData


class FederationFailedEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    error: str
    failedAt: str


class FederationFailedEvent(TypedDict):
    """A connection began to fail, in a sign-in, a test or the daily check. While it fails, there is no further event."""

    id: str
    type: Literal["federation.failed"]
    timestamp: str
    webhookId: str
    data: FederationFailedEventData


class FederationChangePendingEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    changeId: str
    reasons: list[str]
    detectedAt: str


class FederationChangePendingEvent(TypedDict):
    """The metadata of an identity provider asks for a change that an administrator must approve."""

    id: str
    type: Literal["federation.change_pending"]
    timestamp: str
    webhookId: str
    data: FederationChangePendingEventData


class FederationCertificateExpiringEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    fingerprint: str
    expiresAt: str
    daysLeft: int


class FederationCertificateExpiringEvent(TypedDict):
    """A certificate of an identity provider expires in 30, 14, 7 days or 1."""

    id: str
    type: Literal["federation.certificate_expiring"]
    timestamp: str
    webhookId: str
    data: FederationCertificateExpiringEventData


class FederationDisabledEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    deleted: bool
    endedSessions: int
    disabledBy: EventActor


class FederationDisabledEvent(TypedDict):
    """A connection to an identity provider was disabled or deleted."""

    id: str
    type: Literal["federation.disabled"]
    timestamp: str
    webhookId: str
    data: FederationDisabledEventData


class DomainVerifiedEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    domain: str
    verifiedBy: EventActor


class DomainVerifiedEvent(TypedDict):
    """A domain of a connection was proved by its DNS record."""

    id: str
    type: Literal["domain.verified"]
    timestamp: str
    webhookId: str
    data: DomainVerifiedEventData


class DomainVerification(TypedDict):
    """The DNS record that proves the domain."""

    type: str
    name: str
    value: str


class DomainFailedEventData(TypedDict):
    connectionId: str
    connectionName: str
    connectionType: str
    environment: Literal["live", "test"]
    domain: str
    reason: str
    verification: DomainVerification


class DomainFailedEvent(TypedDict):
    """A domain of a connection is no longer proved. It links and provisions no user."""

    id: str
    type: Literal["domain.failed"]
    timestamp: str
    webhookId: str
    data: DomainFailedEventData


class KeyPublishedEventData(TypedDict):
    keyId: str
    algorithm: str
    certificateExpiresAt: str
    replacedKeyIds: list[str]
    publishedBy: EventActor
    environment: Literal["live", "test"]


class KeyPublishedEvent(TypedDict):
    """A SAML key was published that will sign when an administrator activates it."""

    id: str
    type: Literal["key.published"]
    timestamp: str
    webhookId: str
    data: KeyPublishedEventData


class KeyRotatedEventData(TypedDict):
    keyId: str
    algorithm: str
    activatesAt: str
    emergency: bool
    replacedKeyIds: list[str]
    rotatedBy: EventActor
    environment: Literal["live", "test"]


class KeyRotatedEvent(TypedDict):
    """A new key was made that signs tokens, or will, or that SAML assertions are encrypted for; or a SAML key was activated."""

    id: str
    type: Literal["key.rotated"]
    timestamp: str
    webhookId: str
    data: KeyRotatedEventData


class WebhookDisabledEventData(TypedDict):
    webhookId: str
    webhookName: str
    environment: Literal["live", "test"]
    url: str
    failingSince: str
    disabledAt: str


class WebhookDisabledEvent(TypedDict):
    """A webhook failed for 120 hours without a success and gets no more events."""

    id: str
    type: Literal["webhook.disabled"]
    timestamp: str
    webhookId: str
    data: WebhookDisabledEventData


class WebhookTestEventData(TypedDict):
    webhookId: str
    webhookName: str
    environment: Literal["live", "test"]
    message: str


class WebhookTestEvent(TypedDict):
    """A test call; webhooks cannot subscribe to it."""

    id: str
    type: Literal["webhook.test"]
    timestamp: str
    webhookId: str
    data: WebhookTestEventData


@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["identity.created"]) -> TypeGuard[IdentityCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["identity.updated"]) -> TypeGuard[IdentityUpdatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["identity.suspended"]) -> TypeGuard[IdentitySuspendedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["identity.revoked"]) -> TypeGuard[IdentityRevokedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.created"]) -> TypeGuard[CredentialCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.used"]) -> TypeGuard[CredentialUsedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.rotated"]) -> TypeGuard[CredentialRotatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.expired"]) -> TypeGuard[CredentialExpiredEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.expiring"]) -> TypeGuard[CredentialExpiringEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.revoked"]) -> TypeGuard[CredentialRevokedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.suspended"]) -> TypeGuard[CredentialSuspendedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.reactivated"]) -> TypeGuard[CredentialReactivatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["credential.leaked"]) -> TypeGuard[CredentialLeakedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.created"]) -> TypeGuard[UserCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.updated"]) -> TypeGuard[UserUpdatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.suspended"]) -> TypeGuard[UserSuspendedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.reactivated"]) -> TypeGuard[UserReactivatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.deprovisioned"]) -> TypeGuard[UserDeprovisionedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.deleted"]) -> TypeGuard[UserDeletedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.access_pass_created"]) -> TypeGuard[UserAccessPassCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.login"]) -> TypeGuard[UserLoginEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.login_failed"]) -> TypeGuard[UserLoginFailedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.local_login"]) -> TypeGuard[UserLocalLoginEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.dashboard_link_used"]) -> TypeGuard[UserDashboardLinkUsedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["user.locked"]) -> TypeGuard[UserLockedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["session.created"]) -> TypeGuard[SessionCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["session.revoked"]) -> TypeGuard[SessionRevokedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["group.created"]) -> TypeGuard[GroupCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["group.updated"]) -> TypeGuard[GroupUpdatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["group.deleted"]) -> TypeGuard[GroupDeletedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["group.member_added"]) -> TypeGuard[GroupMemberAddedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["group.member_removed"]) -> TypeGuard[GroupMemberRemovedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["policy.violated"]) -> TypeGuard[PolicyViolatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["access.policy_changed"]) -> TypeGuard[AccessPolicyChangedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["access.denied"]) -> TypeGuard[AccessDeniedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["access.exclusion_used"]) -> TypeGuard[AccessExclusionUsedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["access.owners_blocked"]) -> TypeGuard[AccessOwnersBlockedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["anomaly.detected"]) -> TypeGuard[AnomalyDetectedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["alert.triggered"]) -> TypeGuard[AlertTriggeredEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_client.created"]) -> TypeGuard[OidcClientCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_client.updated"]) -> TypeGuard[OidcClientUpdatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_client.deleted"]) -> TypeGuard[OidcClientDeletedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_client.secret_rotated"]) -> TypeGuard[OidcClientSecretRotatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_consent.granted"]) -> TypeGuard[OidcConsentGrantedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_consent.withdrawn"]) -> TypeGuard[OidcConsentWithdrawnEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_agent.ended"]) -> TypeGuard[OidcAgentEndedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_agent.approved"]) -> TypeGuard[OidcAgentApprovedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["oidc_agent.hosts_blocked"]) -> TypeGuard[OidcAgentHostsBlockedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["service_provider.created"]) -> TypeGuard[ServiceProviderCreatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["service_provider.updated"]) -> TypeGuard[ServiceProviderUpdatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["service_provider.deleted"]) -> TypeGuard[ServiceProviderDeletedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["service_provider.change_pending"]) -> TypeGuard[ServiceProviderChangePendingEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["service_provider.certificate_expiring"]) -> TypeGuard[ServiceProviderCertificateExpiringEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["federation.connected"]) -> TypeGuard[FederationConnectedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["federation.setup_finished"]) -> TypeGuard[FederationSetupFinishedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["federation.failed"]) -> TypeGuard[FederationFailedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["federation.change_pending"]) -> TypeGuard[FederationChangePendingEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["federation.certificate_expiring"]) -> TypeGuard[FederationCertificateExpiringEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["federation.disabled"]) -> TypeGuard[FederationDisabledEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["domain.verified"]) -> TypeGuard[DomainVerifiedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["domain.failed"]) -> TypeGuard[DomainFailedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["key.published"]) -> TypeGuard[KeyPublishedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["key.rotated"]) -> TypeGuard[KeyRotatedEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["webhook.disabled"]) -> TypeGuard[WebhookDisabledEvent]: ...

@overload
def is_webhook_event(event: WebhookEvent, type_: Literal["webhook.test"]) -> TypeGuard[WebhookTestEvent]: ...


def is_webhook_event(event: WebhookEvent, type_: str) -> bool:
    """Whether it is an event of this type, so that its `data` has a type too."""
    return event.get("type") == type_
