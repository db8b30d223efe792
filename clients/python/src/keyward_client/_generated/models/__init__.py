"""Contains all the data models used in inputs/outputs"""

from .access_analysis import AccessAnalysis
from .access_backtest import AccessBacktest
from .access_backtest_counts import AccessBacktestCounts
from .access_backtest_day import AccessBacktestDay
from .access_backtest_example import AccessBacktestExample
from .access_backtest_input import AccessBacktestInput
from .access_backtest_result import AccessBacktestResult
from .access_backtest_status import AccessBacktestStatus
from .access_client_type import AccessClientType
from .access_condition_client_type import AccessConditionClientType
from .access_conditions import AccessConditions
from .access_day import AccessDay
from .access_decision import AccessDecision
from .access_device import AccessDevice
from .access_device_input import AccessDeviceInput
from .access_device_list import AccessDeviceList
from .access_inputs import AccessInputs
from .access_missing_input import AccessMissingInput
from .access_outcome import AccessOutcome
from .access_pass import AccessPass
from .access_pass_input import AccessPassInput
from .access_policy import AccessPolicy
from .access_policy_change import AccessPolicyChange
from .access_policy_fields import AccessPolicyFields
from .access_policy_input import AccessPolicyInput
from .access_policy_list import AccessPolicyList
from .access_policy_order import AccessPolicyOrder
from .access_policy_order_change import AccessPolicyOrderChange
from .access_policy_place import AccessPolicyPlace
from .access_policy_status import AccessPolicyStatus
from .access_requirement import AccessRequirement
from .access_risk import AccessRisk
from .access_risk_level import AccessRiskLevel
from .access_risk_reasons_item import AccessRiskReasonsItem
from .access_schedule import AccessSchedule
from .access_selection import AccessSelection
from .access_session import AccessSession
from .access_simulation import AccessSimulation
from .access_simulation_request import AccessSimulationRequest
from .access_stats import AccessStats
from .access_type_selection import AccessTypeSelection
from .account_linking import AccountLinking
from .acs_binding import AcsBinding
from .acs_url import AcsUrl
from .acs_url_input import AcsUrlInput
from .added_members import AddedMembers
from .alert import Alert
from .alert_channel import AlertChannel
from .alert_channel_error import AlertChannelError
from .alert_channel_input import AlertChannelInput
from .alert_channel_test import AlertChannelTest
from .alert_channel_test_status import AlertChannelTestStatus
from .alert_channel_type import AlertChannelType
from .alert_conditions import AlertConditions
from .alert_conditions_patch import AlertConditionsPatch
from .alert_list import AlertList
from .alert_overview import AlertOverview
from .alert_overview_open_by_severity import AlertOverviewOpenBySeverity
from .alert_patch import AlertPatch
from .alert_rule import AlertRule
from .alert_rule_input import AlertRuleInput
from .alert_rule_list import AlertRuleList
from .alert_rule_patch import AlertRulePatch
from .alert_rule_test import AlertRuleTest
from .alert_source import AlertSource
from .alert_status import AlertStatus
from .alert_trigger import AlertTrigger
from .anomaly import Anomaly
from .anomaly_evidence import AnomalyEvidence
from .anomaly_list import AnomalyList
from .anomaly_patch import AnomalyPatch
from .anomaly_status import AnomalyStatus
from .anomaly_type import AnomalyType
from .assertion_audience import AssertionAudience
from .attempt import Attempt
from .attempt_error import AttemptError
from .attempt_outcome import AttemptOutcome
from .attribute_mapping import AttributeMapping
from .attribute_mapping_input import AttributeMappingInput
from .attribute_name_format import AttributeNameFormat
from .attribute_schema import AttributeSchema
from .attribute_schema_input import AttributeSchemaInput
from .audit_actor import AuditActor
from .audit_actor_type import AuditActorType
from .audit_change import AuditChange
from .audit_checkpoint import AuditCheckpoint
from .audit_fault import AuditFault
from .audit_fault_kind import AuditFaultKind
from .audit_integrity import AuditIntegrity
from .audit_log import AuditLog
from .audit_log_environment import AuditLogEnvironment
from .audit_log_list import AuditLogList
from .audit_public_key import AuditPublicKey
from .audit_public_key_crv import AuditPublicKeyCrv
from .audit_public_key_kty import AuditPublicKeyKty
from .audit_result import AuditResult
from .audit_target import AuditTarget
from .branding import Branding
from .branding_change import BrandingChange
from .certificate_use import CertificateUse
from .claim_mapping import ClaimMapping
from .clean_up import CleanUp
from .clean_up_action import CleanUpAction
from .clean_up_left_item import CleanUpLeftItem
from .clean_up_left_reason import CleanUpLeftReason
from .clean_up_request import CleanUpRequest
from .cleaned_up_core import CleanedUpCore
from .client_registration import ClientRegistration
from .client_registration_change import ClientRegistrationChange
from .client_registration_mode import ClientRegistrationMode
from .configuration_action import ConfigurationAction
from .configuration_apply_request import ConfigurationApplyRequest
from .configuration_change import ConfigurationChange
from .configuration_difference import ConfigurationDifference
from .configuration_export import ConfigurationExport
from .configuration_export_pagination import ConfigurationExportPagination
from .configuration_kind import ConfigurationKind
from .configuration_object import ConfigurationObject
from .configuration_object_spec import ConfigurationObjectSpec
from .configuration_plan import ConfigurationPlan
from .configuration_plan_counts import ConfigurationPlanCounts
from .configuration_plan_request import ConfigurationPlanRequest
from .configuration_refusal import ConfigurationRefusal
from .configuration_refusal_details import ConfigurationRefusalDetails
from .connected_account import ConnectedAccount
from .connected_account_type import ConnectedAccountType
from .connection import Connection
from .connection_account_linking import ConnectionAccountLinking
from .connection_attribute_mapping import ConnectionAttributeMapping
from .connection_attribute_source import ConnectionAttributeSource
from .connection_certificate import ConnectionCertificate
from .connection_certificate_use import ConnectionCertificateUse
from .connection_check import ConnectionCheck
from .connection_check_name import ConnectionCheckName
from .connection_health import ConnectionHealth
from .connection_list import ConnectionList
from .connection_name_id_format import ConnectionNameIdFormat
from .connection_patch import ConnectionPatch
from .connection_pending_change import ConnectionPendingChange
from .connection_preview import ConnectionPreview
from .connection_preview_request import ConnectionPreviewRequest
from .connection_preview_request_claims import ConnectionPreviewRequestClaims
from .connection_refusal import ConnectionRefusal
from .connection_refusal_code import ConnectionRefusalCode
from .connection_status import ConnectionStatus
from .connection_test import ConnectionTest
from .connection_test_status import ConnectionTestStatus
from .connection_trace import ConnectionTrace
from .connection_trace_claim import ConnectionTraceClaim
from .connection_trace_list import ConnectionTraceList
from .connection_trace_outcome import ConnectionTraceOutcome
from .connection_trace_step import ConnectionTraceStep
from .connection_type import ConnectionType
from .credential import Credential
from .credential_core import CredentialCore
from .credential_input import CredentialInput
from .credential_input_type import CredentialInputType
from .credential_item import CredentialItem
from .credential_lifetime_parameters import CredentialLifetimeParameters
from .credential_list import CredentialList
from .credential_overview import CredentialOverview
from .credential_overview_by_status import CredentialOverviewByStatus
from .credential_patch import CredentialPatch
from .credential_scopes import CredentialScopes
from .credential_stats import CredentialStats
from .credential_stats_by_status import CredentialStatsByStatus
from .credential_status import CredentialStatus
from .credential_summary import CredentialSummary
from .credential_usage import CredentialUsage
from .credential_with_secret import CredentialWithSecret
from .dead_letter_core import DeadLetterCore
from .dead_letter_detail import DeadLetterDetail
from .dead_letter_list import DeadLetterList
from .deleted import Deleted
from .delivery_core import DeliveryCore
from .delivery_detail import DeliveryDetail
from .delivery_list import DeliveryList
from .delivery_status import DeliveryStatus
from .device_platform import DevicePlatform
from .device_trust import DeviceTrust
from .directory_source import DirectorySource
from .domain_status import DomainStatus
from .domain_verification import DomainVerification
from .domain_verification_type import DomainVerificationType
from .email_standing import EmailStanding
from .ended_sessions import EndedSessions
from .environment import Environment
from .error_body import ErrorBody
from .error_body_details import ErrorBodyDetails
from .event_changes_item import EventChangesItem
from .event_subscription import EventSubscription
from .factor_passkeys import FactorPasskeys
from .factor_totp_type_0 import FactorTotpType0
from .federated_domain import FederatedDomain
from .federated_domain_list import FederatedDomainList
from .federated_subject import FederatedSubject
from .federated_subject_claims import FederatedSubjectClaims
from .get_openapi_json_response_200 import GetOpenapiJsonResponse200
from .given_assertion import GivenAssertion
from .given_attribute import GivenAttribute
from .given_name_id import GivenNameId
from .group import Group
from .group_input import GroupInput
from .group_list import GroupList
from .group_mapping import GroupMapping
from .group_of_user import GroupOfUser
from .group_patch import GroupPatch
from .health import Health
from .health_checks import HealthChecks
from .health_status import HealthStatus
from .identity import Identity
from .identity_credentials import IdentityCredentials
from .identity_input import IdentityInput
from .identity_list import IdentityList
from .identity_overview import IdentityOverview
from .identity_overview_by_status import IdentityOverviewByStatus
from .identity_patch import IdentityPatch
from .identity_risk import IdentityRisk
from .identity_status import IdentityStatus
from .identity_summary import IdentitySummary
from .identity_type import IdentityType
from .identity_usage import IdentityUsage
from .idp_binding import IdpBinding
from .inactivity_parameters import InactivityParameters
from .initial_access_token_core import InitialAccessTokenCore
from .initial_access_token_input import InitialAccessTokenInput
from .initial_access_token_list import InitialAccessTokenList
from .initial_access_token_status import InitialAccessTokenStatus
from .initial_access_token_with_secret import InitialAccessTokenWithSecret
from .invitation import Invitation
from .invitation_list import InvitationList
from .invitation_status import InvitationStatus
from .ip_allowlist_parameters import IpAllowlistParameters
from .jit_credential_input import JitCredentialInput
from .jit_credential_with_secret import JitCredentialWithSecret
from .judged_subject import JudgedSubject
from .jwk_algorithm import JwkAlgorithm
from .jwk_curve import JwkCurve
from .jwk_type import JwkType
from .jwk_use import JwkUse
from .last_delivery_status import LastDeliveryStatus
from .left_reason import LeftReason
from .list_alerts_sort import ListAlertsSort
from .list_anomalies_sort import ListAnomaliesSort
from .list_audit_logs_sort import ListAuditLogsSort
from .list_credentials_sort import ListCredentialsSort
from .list_dead_letters_sort import ListDeadLettersSort
from .list_deliveries_sort import ListDeliveriesSort
from .list_group_members_sort import ListGroupMembersSort
from .list_groups_sort import ListGroupsSort
from .list_identities_sort import ListIdentitiesSort
from .list_identity_credentials_sort import ListIdentityCredentialsSort
from .list_provisioning_log_sort import ListProvisioningLogSort
from .list_scim_groups_sort_order import ListScimGroupsSortOrder
from .list_scim_users_sort_order import ListScimUsersSortOrder
from .list_users_sort import ListUsersSort
from .magic_link_config import MagicLinkConfig
from .magic_link_config_change import MagicLinkConfigChange
from .mail_kind import MailKind
from .mail_language import MailLanguage
from .mail_preview import MailPreview
from .mail_template import MailTemplate
from .mail_template_input import MailTemplateInput
from .mail_template_list import MailTemplateList
from .mail_test import MailTest
from .mail_texts import MailTexts
from .masked_secret import MaskedSecret
from .me import Me
from .me_organization import MeOrganization
from .me_signed_in import MeSignedIn
from .me_type import MeType
from .member import Member
from .member_list import MemberList
from .members_input import MembersInput
from .metadata import Metadata
from .name_id_format import NameIdFormat
from .named_location import NamedLocation
from .named_location_change import NamedLocationChange
from .named_location_input import NamedLocationInput
from .named_location_list import NamedLocationList
from .named_location_type import NamedLocationType
from .offset_pagination import OffsetPagination
from .oidc_access_token_algorithm import OidcAccessTokenAlgorithm
from .oidc_access_token_format import OidcAccessTokenFormat
from .oidc_agent import OidcAgent
from .oidc_agent_approval import OidcAgentApproval
from .oidc_agent_grant import OidcAgentGrant
from .oidc_agent_grant_list import OidcAgentGrantList
from .oidc_agent_list import OidcAgentList
from .oidc_agent_origin import OidcAgentOrigin
from .oidc_agent_resource import OidcAgentResource
from .oidc_application_type import OidcApplicationType
from .oidc_auth_method import OidcAuthMethod
from .oidc_blocked_hosts import OidcBlockedHosts
from .oidc_blocked_hosts_change import OidcBlockedHostsChange
from .oidc_client_core import OidcClientCore
from .oidc_client_input import OidcClientInput
from .oidc_client_list import OidcClientList
from .oidc_client_metadata import OidcClientMetadata
from .oidc_client_metadata_change import OidcClientMetadataChange
from .oidc_client_patch import OidcClientPatch
from .oidc_client_secret import OidcClientSecret
from .oidc_client_status import OidcClientStatus
from .oidc_client_with_secret import OidcClientWithSecret
from .oidc_connection import OidcConnection
from .oidc_connection_input import OidcConnectionInput
from .oidc_connection_list import OidcConnectionList
from .oidc_connection_patch import OidcConnectionPatch
from .oidc_document_mode import OidcDocumentMode
from .oidc_grant_type import OidcGrantType
from .oidc_jwk import OidcJwk
from .oidc_jwks_type_0 import OidcJwksType0
from .oidc_profile import OidcProfile
from .oidc_resource import OidcResource
from .oidc_resource_input import OidcResourceInput
from .oidc_resource_list import OidcResourceList
from .oidc_resource_patch import OidcResourcePatch
from .oidc_response_type import OidcResponseType
from .oidc_scope import OidcScope
from .oidc_scope_input import OidcScopeInput
from .oidc_scope_list import OidcScopeList
from .oidc_scope_patch import OidcScopePatch
from .oidc_secret_rotation import OidcSecretRotation
from .oidc_signing_algorithm import OidcSigningAlgorithm
from .oidc_subject_type import OidcSubjectType
from .outcome_count import OutcomeCount
from .outcomes_of_credential import OutcomesOfCredential
from .outcomes_of_day import OutcomesOfDay
from .overview import Overview
from .owner_required_parameters import OwnerRequiredParameters
from .page_locale import PageLocale
from .page_pagination import PagePagination
from .pager_duty_region import PagerDutyRegion
from .passkey import Passkey
from .passkey_device_type import PasskeyDeviceType
from .passkey_list import PasskeyList
from .password_policy import PasswordPolicy
from .password_policy_change import PasswordPolicyChange
from .payload import Payload
from .payload_data import PayloadData
from .pending_change import PendingChange
from .pending_change_decision import PendingChangeDecision
from .pending_change_reason import PendingChangeReason
from .policy import Policy
from .policy_action import PolicyAction
from .policy_change import PolicyChange
from .policy_change_parameters import PolicyChangeParameters
from .policy_day import PolicyDay
from .policy_decision import PolicyDecision
from .policy_evaluation import PolicyEvaluation
from .policy_evaluation_request import PolicyEvaluationRequest
from .policy_input import PolicyInput
from .policy_input_fields import PolicyInputFields
from .policy_input_fields_parameters import PolicyInputFieldsParameters
from .policy_input_parameters import PolicyInputParameters
from .policy_item import PolicyItem
from .policy_judgement import PolicyJudgement
from .policy_judgement_details import PolicyJudgementDetails
from .policy_list import PolicyList
from .policy_mode import PolicyMode
from .policy_operation import PolicyOperation
from .policy_outcome_of_evaluation import PolicyOutcomeOfEvaluation
from .policy_selector import PolicySelector
from .policy_severity import PolicySeverity
from .policy_type import PolicyType
from .postal_address_type_0 import PostalAddressType0
from .preview_attribute import PreviewAttribute
from .preview_authn_context import PreviewAuthnContext
from .preview_email import PreviewEmail
from .preview_field import PreviewField
from .preview_group import PreviewGroup
from .preview_group_change import PreviewGroupChange
from .preview_login import PreviewLogin
from .preview_name_id import PreviewNameId
from .preview_outcome import PreviewOutcome
from .preview_reading import PreviewReading
from .preview_refusal import PreviewRefusal
from .preview_refusal_code import PreviewRefusalCode
from .preview_unwritten import PreviewUnwritten
from .preview_user import PreviewUser
from .preview_verdict import PreviewVerdict
from .previous_credential import PreviousCredential
from .previous_credential_status import PreviousCredentialStatus
from .previous_secret import PreviousSecret
from .previous_secret_status import PreviousSecretStatus
from .provisioning_change import ProvisioningChange
from .provisioning_entry import ProvisioningEntry
from .provisioning_log import ProvisioningLog
from .provisioning_request import ProvisioningRequest
from .provisioning_status import ProvisioningStatus
from .public_key import PublicKey
from .public_key_use import PublicKeyUse
from .rate_limited_body import RateLimitedBody
from .rate_limited_body_code import RateLimitedBodyCode
from .rate_limited_body_details import RateLimitedBodyDetails
from .reason import Reason
from .recorded_access_decision import RecordedAccessDecision
from .recorded_access_decision_list import RecordedAccessDecisionList
from .recovery_range import RecoveryRange
from .redelivery import Redelivery
from .registered_application_type import RegisteredApplicationType
from .registered_auth_method import RegisteredAuthMethod
from .registration_config import RegistrationConfig
from .registration_config_change import RegistrationConfigChange
from .replay_range import ReplayRange
from .resource_scope import ResourceScope
from .revoked_own_credential import RevokedOwnCredential
from .revoked_own_credential_status import RevokedOwnCredentialStatus
from .right_size_request import RightSizeRequest
from .right_sizing import RightSizing
from .right_sizing_left_item import RightSizingLeftItem
from .right_sizing_narrowed_item import RightSizingNarrowedItem
from .risk_factor import RiskFactor
from .risk_level import RiskLevel
from .risky_identity import RiskyIdentity
from .rotated_credential import RotatedCredential
from .rotation import Rotation
from .rotation_age_parameters import RotationAgeParameters
from .saml_connection import SamlConnection
from .saml_connection_input import SamlConnectionInput
from .saml_connection_list import SamlConnectionList
from .saml_connection_patch import SamlConnectionPatch
from .saml_encryption_algorithm import SamlEncryptionAlgorithm
from .saml_signature_algorithm import SamlSignatureAlgorithm
from .scim_address import ScimAddress
from .scim_attribute import ScimAttribute
from .scim_attribute_type import ScimAttributeType
from .scim_bulk_request import ScimBulkRequest
from .scim_bulk_response import ScimBulkResponse
from .scim_bulk_result import ScimBulkResult
from .scim_change import ScimChange
from .scim_dry_run import ScimDryRun
from .scim_enterprise_user import ScimEnterpriseUser
from .scim_error import ScimError
from .scim_error_schemas_item import ScimErrorSchemasItem
from .scim_error_type import ScimErrorType
from .scim_feature import ScimFeature
from .scim_group import ScimGroup
from .scim_group_input import ScimGroupInput
from .scim_group_list import ScimGroupList
from .scim_group_of_user import ScimGroupOfUser
from .scim_input_value import ScimInputValue
from .scim_keyward_user import ScimKeywardUser
from .scim_manager import ScimManager
from .scim_member import ScimMember
from .scim_meta import ScimMeta
from .scim_mutability import ScimMutability
from .scim_name import ScimName
from .scim_patch_request import ScimPatchRequest
from .scim_permission import ScimPermission
from .scim_profile import ScimProfile
from .scim_resource_list import ScimResourceList
from .scim_resource_type import ScimResourceType
from .scim_resource_type_list import ScimResourceTypeList
from .scim_resource_type_schema_extensions_item import ScimResourceTypeSchemaExtensionsItem
from .scim_returned import ScimReturned
from .scim_schema import ScimSchema
from .scim_schema_list import ScimSchemaList
from .scim_search_request import ScimSearchRequest
from .scim_service_provider_config import ScimServiceProviderConfig
from .scim_service_provider_config_authentication_schemes_item import (
    ScimServiceProviderConfigAuthenticationSchemesItem,
)
from .scim_service_provider_config_bulk import ScimServiceProviderConfigBulk
from .scim_service_provider_config_filter import ScimServiceProviderConfigFilter
from .scim_service_provider_config_pagination import ScimServiceProviderConfigPagination
from .scim_token_core import ScimTokenCore
from .scim_token_input import ScimTokenInput
from .scim_token_list import ScimTokenList
from .scim_token_status import ScimTokenStatus
from .scim_token_with_secret import ScimTokenWithSecret
from .scim_uniqueness import ScimUniqueness
from .scim_user import ScimUser
from .scim_user_input import ScimUserInput
from .scim_user_list import ScimUserList
from .scim_value import ScimValue
from .scope_observation import ScopeObservation
from .scope_restriction_parameters import ScopeRestrictionParameters
from .service_provider import ServiceProvider
from .service_provider_certificate import ServiceProviderCertificate
from .service_provider_input import ServiceProviderInput
from .service_provider_list import ServiceProviderList
from .service_provider_patch import ServiceProviderPatch
from .service_provider_preview import ServiceProviderPreview
from .service_provider_preview_request import ServiceProviderPreviewRequest
from .service_provider_status import ServiceProviderStatus
from .service_provider_trace import ServiceProviderTrace
from .service_provider_trace_list import ServiceProviderTraceList
from .setup_link_core import SetupLinkCore
from .setup_link_input import SetupLinkInput
from .setup_link_list import SetupLinkList
from .setup_link_status import SetupLinkStatus
from .setup_link_with_url import SetupLinkWithUrl
from .severity import Severity
from .shown_access_conditions import ShownAccessConditions
from .shown_access_selection import ShownAccessSelection
from .shown_access_session import ShownAccessSession
from .shown_access_type_selection import ShownAccessTypeSelection
from .shown_policy_selector import ShownPolicySelector
from .sign_ins_of_day import SignInsOfDay
from .signing_key import SigningKey
from .signing_key_algorithm import SigningKeyAlgorithm
from .signing_key_list import SigningKeyList
from .signing_key_rotation import SigningKeyRotation
from .signing_key_status import SigningKeyStatus
from .signing_key_use import SigningKeyUse
from .signing_keys import SigningKeys
from .slo_binding import SloBinding
from .social_provider import SocialProvider
from .social_provider_change import SocialProviderChange
from .social_provider_input import SocialProviderInput
from .social_provider_kind import SocialProviderKind
from .social_provider_list import SocialProviderList
from .test_sign_in_link import TestSignInLink
from .time_window_parameters import TimeWindowParameters
from .token_endpoint_auth_method import TokenEndpointAuthMethod
from .token_exchange import TokenExchange
from .totp_algorithm import TotpAlgorithm
from .totp_config import TotpConfig
from .totp_config_change import TotpConfigChange
from .totp_digits import TotpDigits
from .totp_enforcement import TotpEnforcement
from .trace_binding import TraceBinding
from .trace_direction import TraceDirection
from .trace_key import TraceKey
from .trace_message_type import TraceMessageType
from .trace_outcome import TraceOutcome
from .trace_refusal import TraceRefusal
from .trace_status import TraceStatus
from .trace_step import TraceStep
from .unused_credential import UnusedCredential
from .unused_credential_list import UnusedCredentialList
from .unused_reason import UnusedReason
from .unused_scope_list import UnusedScopeList
from .unwrap_request import UnwrapRequest
from .unwrapped_secret import UnwrappedSecret
from .usage_addresses_item import UsageAddressesItem
from .usage_days_item import UsageDaysItem
from .usage_rate_parameters import UsageRateParameters
from .used_scope import UsedScope
from .user import User
from .user_attributes import UserAttributes
from .user_factors import UserFactors
from .user_input import UserInput
from .user_list import UserList
from .user_overview import UserOverview
from .user_overview_by_status import UserOverviewByStatus
from .user_patch import UserPatch
from .user_role import UserRole
from .user_session import UserSession
from .user_session_list import UserSessionList
from .user_status import UserStatus
from .verification import Verification
from .verification_code import VerificationCode
from .verification_outcomes import VerificationOutcomes
from .verification_reason import VerificationReason
from .verification_request import VerificationRequest
from .verification_request_context import VerificationRequestContext
from .verifications_of_day import VerificationsOfDay
from .webauthn_attachment import WebauthnAttachment
from .webauthn_attestation import WebauthnAttestation
from .webauthn_config import WebauthnConfig
from .webauthn_config_change import WebauthnConfigChange
from .webauthn_preference import WebauthnPreference
from .webhook import Webhook
from .webhook_change import WebhookChange
from .webhook_core import WebhookCore
from .webhook_input import WebhookInput
from .webhook_list import WebhookList
from .webhook_listener_core import WebhookListenerCore
from .webhook_listener_input import WebhookListenerInput
from .webhook_listener_list import WebhookListenerList
from .webhook_listener_with_secret import WebhookListenerWithSecret
from .webhook_ordering import WebhookOrdering
from .webhook_overview import WebhookOverview
from .webhook_secret_rotation import WebhookSecretRotation
from .webhook_stats import WebhookStats
from .webhook_status import WebhookStatus
from .webhook_test import WebhookTest
from .webhook_test_details import WebhookTestDetails
from .webhook_test_status import WebhookTestStatus
from .webhook_with_secret import WebhookWithSecret
from .webhook_with_stats import WebhookWithStats
from .written_device_trust import WrittenDeviceTrust

__all__ = (
    "AccessAnalysis",
    "AccessBacktest",
    "AccessBacktestCounts",
    "AccessBacktestDay",
    "AccessBacktestExample",
    "AccessBacktestInput",
    "AccessBacktestResult",
    "AccessBacktestStatus",
    "AccessClientType",
    "AccessConditionClientType",
    "AccessConditions",
    "AccessDay",
    "AccessDecision",
    "AccessDevice",
    "AccessDeviceInput",
    "AccessDeviceList",
    "AccessInputs",
    "AccessMissingInput",
    "AccessOutcome",
    "AccessPass",
    "AccessPassInput",
    "AccessPolicy",
    "AccessPolicyChange",
    "AccessPolicyFields",
    "AccessPolicyInput",
    "AccessPolicyList",
    "AccessPolicyOrder",
    "AccessPolicyOrderChange",
    "AccessPolicyPlace",
    "AccessPolicyStatus",
    "AccessRequirement",
    "AccessRisk",
    "AccessRiskLevel",
    "AccessRiskReasonsItem",
    "AccessSchedule",
    "AccessSelection",
    "AccessSession",
    "AccessSimulation",
    "AccessSimulationRequest",
    "AccessStats",
    "AccessTypeSelection",
    "AccountLinking",
    "AcsBinding",
    "AcsUrl",
    "AcsUrlInput",
    "AddedMembers",
    "Alert",
    "AlertChannel",
    "AlertChannelError",
    "AlertChannelInput",
    "AlertChannelTest",
    "AlertChannelTestStatus",
    "AlertChannelType",
    "AlertConditions",
    "AlertConditionsPatch",
    "AlertList",
    "AlertOverview",
    "AlertOverviewOpenBySeverity",
    "AlertPatch",
    "AlertRule",
    "AlertRuleInput",
    "AlertRuleList",
    "AlertRulePatch",
    "AlertRuleTest",
    "AlertSource",
    "AlertStatus",
    "AlertTrigger",
    "Anomaly",
    "AnomalyEvidence",
    "AnomalyList",
    "AnomalyPatch",
    "AnomalyStatus",
    "AnomalyType",
    "AssertionAudience",
    "Attempt",
    "AttemptError",
    "AttemptOutcome",
    "AttributeMapping",
    "AttributeMappingInput",
    "AttributeNameFormat",
    "AttributeSchema",
    "AttributeSchemaInput",
    "AuditActor",
    "AuditActorType",
    "AuditChange",
    "AuditCheckpoint",
    "AuditFault",
    "AuditFaultKind",
    "AuditIntegrity",
    "AuditLog",
    "AuditLogEnvironment",
    "AuditLogList",
    "AuditPublicKey",
    "AuditPublicKeyCrv",
    "AuditPublicKeyKty",
    "AuditResult",
    "AuditTarget",
    "Branding",
    "BrandingChange",
    "CertificateUse",
    "ClaimMapping",
    "CleanedUpCore",
    "CleanUp",
    "CleanUpAction",
    "CleanUpLeftItem",
    "CleanUpLeftReason",
    "CleanUpRequest",
    "ClientRegistration",
    "ClientRegistrationChange",
    "ClientRegistrationMode",
    "ConfigurationAction",
    "ConfigurationApplyRequest",
    "ConfigurationChange",
    "ConfigurationDifference",
    "ConfigurationExport",
    "ConfigurationExportPagination",
    "ConfigurationKind",
    "ConfigurationObject",
    "ConfigurationObjectSpec",
    "ConfigurationPlan",
    "ConfigurationPlanCounts",
    "ConfigurationPlanRequest",
    "ConfigurationRefusal",
    "ConfigurationRefusalDetails",
    "ConnectedAccount",
    "ConnectedAccountType",
    "Connection",
    "ConnectionAccountLinking",
    "ConnectionAttributeMapping",
    "ConnectionAttributeSource",
    "ConnectionCertificate",
    "ConnectionCertificateUse",
    "ConnectionCheck",
    "ConnectionCheckName",
    "ConnectionHealth",
    "ConnectionList",
    "ConnectionNameIdFormat",
    "ConnectionPatch",
    "ConnectionPendingChange",
    "ConnectionPreview",
    "ConnectionPreviewRequest",
    "ConnectionPreviewRequestClaims",
    "ConnectionRefusal",
    "ConnectionRefusalCode",
    "ConnectionStatus",
    "ConnectionTest",
    "ConnectionTestStatus",
    "ConnectionTrace",
    "ConnectionTraceClaim",
    "ConnectionTraceList",
    "ConnectionTraceOutcome",
    "ConnectionTraceStep",
    "ConnectionType",
    "Credential",
    "CredentialCore",
    "CredentialInput",
    "CredentialInputType",
    "CredentialItem",
    "CredentialLifetimeParameters",
    "CredentialList",
    "CredentialOverview",
    "CredentialOverviewByStatus",
    "CredentialPatch",
    "CredentialScopes",
    "CredentialStats",
    "CredentialStatsByStatus",
    "CredentialStatus",
    "CredentialSummary",
    "CredentialUsage",
    "CredentialWithSecret",
    "DeadLetterCore",
    "DeadLetterDetail",
    "DeadLetterList",
    "Deleted",
    "DeliveryCore",
    "DeliveryDetail",
    "DeliveryList",
    "DeliveryStatus",
    "DevicePlatform",
    "DeviceTrust",
    "DirectorySource",
    "DomainStatus",
    "DomainVerification",
    "DomainVerificationType",
    "EmailStanding",
    "EndedSessions",
    "Environment",
    "ErrorBody",
    "ErrorBodyDetails",
    "EventChangesItem",
    "EventSubscription",
    "FactorPasskeys",
    "FactorTotpType0",
    "FederatedDomain",
    "FederatedDomainList",
    "FederatedSubject",
    "FederatedSubjectClaims",
    "GetOpenapiJsonResponse200",
    "GivenAssertion",
    "GivenAttribute",
    "GivenNameId",
    "Group",
    "GroupInput",
    "GroupList",
    "GroupMapping",
    "GroupOfUser",
    "GroupPatch",
    "Health",
    "HealthChecks",
    "HealthStatus",
    "Identity",
    "IdentityCredentials",
    "IdentityInput",
    "IdentityList",
    "IdentityOverview",
    "IdentityOverviewByStatus",
    "IdentityPatch",
    "IdentityRisk",
    "IdentityStatus",
    "IdentitySummary",
    "IdentityType",
    "IdentityUsage",
    "IdpBinding",
    "InactivityParameters",
    "InitialAccessTokenCore",
    "InitialAccessTokenInput",
    "InitialAccessTokenList",
    "InitialAccessTokenStatus",
    "InitialAccessTokenWithSecret",
    "Invitation",
    "InvitationList",
    "InvitationStatus",
    "IpAllowlistParameters",
    "JitCredentialInput",
    "JitCredentialWithSecret",
    "JudgedSubject",
    "JwkAlgorithm",
    "JwkCurve",
    "JwkType",
    "JwkUse",
    "LastDeliveryStatus",
    "LeftReason",
    "ListAlertsSort",
    "ListAnomaliesSort",
    "ListAuditLogsSort",
    "ListCredentialsSort",
    "ListDeadLettersSort",
    "ListDeliveriesSort",
    "ListGroupMembersSort",
    "ListGroupsSort",
    "ListIdentitiesSort",
    "ListIdentityCredentialsSort",
    "ListProvisioningLogSort",
    "ListScimGroupsSortOrder",
    "ListScimUsersSortOrder",
    "ListUsersSort",
    "MagicLinkConfig",
    "MagicLinkConfigChange",
    "MailKind",
    "MailLanguage",
    "MailPreview",
    "MailTemplate",
    "MailTemplateInput",
    "MailTemplateList",
    "MailTest",
    "MailTexts",
    "MaskedSecret",
    "Me",
    "Member",
    "MemberList",
    "MembersInput",
    "MeOrganization",
    "MeSignedIn",
    "Metadata",
    "MeType",
    "NamedLocation",
    "NamedLocationChange",
    "NamedLocationInput",
    "NamedLocationList",
    "NamedLocationType",
    "NameIdFormat",
    "OffsetPagination",
    "OidcAccessTokenAlgorithm",
    "OidcAccessTokenFormat",
    "OidcAgent",
    "OidcAgentApproval",
    "OidcAgentGrant",
    "OidcAgentGrantList",
    "OidcAgentList",
    "OidcAgentOrigin",
    "OidcAgentResource",
    "OidcApplicationType",
    "OidcAuthMethod",
    "OidcBlockedHosts",
    "OidcBlockedHostsChange",
    "OidcClientCore",
    "OidcClientInput",
    "OidcClientList",
    "OidcClientMetadata",
    "OidcClientMetadataChange",
    "OidcClientPatch",
    "OidcClientSecret",
    "OidcClientStatus",
    "OidcClientWithSecret",
    "OidcConnection",
    "OidcConnectionInput",
    "OidcConnectionList",
    "OidcConnectionPatch",
    "OidcDocumentMode",
    "OidcGrantType",
    "OidcJwk",
    "OidcJwksType0",
    "OidcProfile",
    "OidcResource",
    "OidcResourceInput",
    "OidcResourceList",
    "OidcResourcePatch",
    "OidcResponseType",
    "OidcScope",
    "OidcScopeInput",
    "OidcScopeList",
    "OidcScopePatch",
    "OidcSecretRotation",
    "OidcSigningAlgorithm",
    "OidcSubjectType",
    "OutcomeCount",
    "OutcomesOfCredential",
    "OutcomesOfDay",
    "Overview",
    "OwnerRequiredParameters",
    "PageLocale",
    "PagePagination",
    "PagerDutyRegion",
    "Passkey",
    "PasskeyDeviceType",
    "PasskeyList",
    "PasswordPolicy",
    "PasswordPolicyChange",
    "Payload",
    "PayloadData",
    "PendingChange",
    "PendingChangeDecision",
    "PendingChangeReason",
    "Policy",
    "PolicyAction",
    "PolicyChange",
    "PolicyChangeParameters",
    "PolicyDay",
    "PolicyDecision",
    "PolicyEvaluation",
    "PolicyEvaluationRequest",
    "PolicyInput",
    "PolicyInputFields",
    "PolicyInputFieldsParameters",
    "PolicyInputParameters",
    "PolicyItem",
    "PolicyJudgement",
    "PolicyJudgementDetails",
    "PolicyList",
    "PolicyMode",
    "PolicyOperation",
    "PolicyOutcomeOfEvaluation",
    "PolicySelector",
    "PolicySeverity",
    "PolicyType",
    "PostalAddressType0",
    "PreviewAttribute",
    "PreviewAuthnContext",
    "PreviewEmail",
    "PreviewField",
    "PreviewGroup",
    "PreviewGroupChange",
    "PreviewLogin",
    "PreviewNameId",
    "PreviewOutcome",
    "PreviewReading",
    "PreviewRefusal",
    "PreviewRefusalCode",
    "PreviewUnwritten",
    "PreviewUser",
    "PreviewVerdict",
    "PreviousCredential",
    "PreviousCredentialStatus",
    "PreviousSecret",
    "PreviousSecretStatus",
    "ProvisioningChange",
    "ProvisioningEntry",
    "ProvisioningLog",
    "ProvisioningRequest",
    "ProvisioningStatus",
    "PublicKey",
    "PublicKeyUse",
    "RateLimitedBody",
    "RateLimitedBodyCode",
    "RateLimitedBodyDetails",
    "Reason",
    "RecordedAccessDecision",
    "RecordedAccessDecisionList",
    "RecoveryRange",
    "Redelivery",
    "RegisteredApplicationType",
    "RegisteredAuthMethod",
    "RegistrationConfig",
    "RegistrationConfigChange",
    "ReplayRange",
    "ResourceScope",
    "RevokedOwnCredential",
    "RevokedOwnCredentialStatus",
    "RightSizeRequest",
    "RightSizing",
    "RightSizingLeftItem",
    "RightSizingNarrowedItem",
    "RiskFactor",
    "RiskLevel",
    "RiskyIdentity",
    "RotatedCredential",
    "Rotation",
    "RotationAgeParameters",
    "SamlConnection",
    "SamlConnectionInput",
    "SamlConnectionList",
    "SamlConnectionPatch",
    "SamlEncryptionAlgorithm",
    "SamlSignatureAlgorithm",
    "ScimAddress",
    "ScimAttribute",
    "ScimAttributeType",
    "ScimBulkRequest",
    "ScimBulkResponse",
    "ScimBulkResult",
    "ScimChange",
    "ScimDryRun",
    "ScimEnterpriseUser",
    "ScimError",
    "ScimErrorSchemasItem",
    "ScimErrorType",
    "ScimFeature",
    "ScimGroup",
    "ScimGroupInput",
    "ScimGroupList",
    "ScimGroupOfUser",
    "ScimInputValue",
    "ScimKeywardUser",
    "ScimManager",
    "ScimMember",
    "ScimMeta",
    "ScimMutability",
    "ScimName",
    "ScimPatchRequest",
    "ScimPermission",
    "ScimProfile",
    "ScimResourceList",
    "ScimResourceType",
    "ScimResourceTypeList",
    "ScimResourceTypeSchemaExtensionsItem",
    "ScimReturned",
    "ScimSchema",
    "ScimSchemaList",
    "ScimSearchRequest",
    "ScimServiceProviderConfig",
    "ScimServiceProviderConfigAuthenticationSchemesItem",
    "ScimServiceProviderConfigBulk",
    "ScimServiceProviderConfigFilter",
    "ScimServiceProviderConfigPagination",
    "ScimTokenCore",
    "ScimTokenInput",
    "ScimTokenList",
    "ScimTokenStatus",
    "ScimTokenWithSecret",
    "ScimUniqueness",
    "ScimUser",
    "ScimUserInput",
    "ScimUserList",
    "ScimValue",
    "ScopeObservation",
    "ScopeRestrictionParameters",
    "ServiceProvider",
    "ServiceProviderCertificate",
    "ServiceProviderInput",
    "ServiceProviderList",
    "ServiceProviderPatch",
    "ServiceProviderPreview",
    "ServiceProviderPreviewRequest",
    "ServiceProviderStatus",
    "ServiceProviderTrace",
    "ServiceProviderTraceList",
    "SetupLinkCore",
    "SetupLinkInput",
    "SetupLinkList",
    "SetupLinkStatus",
    "SetupLinkWithUrl",
    "Severity",
    "ShownAccessConditions",
    "ShownAccessSelection",
    "ShownAccessSession",
    "ShownAccessTypeSelection",
    "ShownPolicySelector",
    "SigningKey",
    "SigningKeyAlgorithm",
    "SigningKeyList",
    "SigningKeyRotation",
    "SigningKeys",
    "SigningKeyStatus",
    "SigningKeyUse",
    "SignInsOfDay",
    "SloBinding",
    "SocialProvider",
    "SocialProviderChange",
    "SocialProviderInput",
    "SocialProviderKind",
    "SocialProviderList",
    "TestSignInLink",
    "TimeWindowParameters",
    "TokenEndpointAuthMethod",
    "TokenExchange",
    "TotpAlgorithm",
    "TotpConfig",
    "TotpConfigChange",
    "TotpDigits",
    "TotpEnforcement",
    "TraceBinding",
    "TraceDirection",
    "TraceKey",
    "TraceMessageType",
    "TraceOutcome",
    "TraceRefusal",
    "TraceStatus",
    "TraceStep",
    "UnusedCredential",
    "UnusedCredentialList",
    "UnusedReason",
    "UnusedScopeList",
    "UnwrappedSecret",
    "UnwrapRequest",
    "UsageAddressesItem",
    "UsageDaysItem",
    "UsageRateParameters",
    "UsedScope",
    "User",
    "UserAttributes",
    "UserFactors",
    "UserInput",
    "UserList",
    "UserOverview",
    "UserOverviewByStatus",
    "UserPatch",
    "UserRole",
    "UserSession",
    "UserSessionList",
    "UserStatus",
    "Verification",
    "VerificationCode",
    "VerificationOutcomes",
    "VerificationReason",
    "VerificationRequest",
    "VerificationRequestContext",
    "VerificationsOfDay",
    "WebauthnAttachment",
    "WebauthnAttestation",
    "WebauthnConfig",
    "WebauthnConfigChange",
    "WebauthnPreference",
    "Webhook",
    "WebhookChange",
    "WebhookCore",
    "WebhookInput",
    "WebhookList",
    "WebhookListenerCore",
    "WebhookListenerInput",
    "WebhookListenerList",
    "WebhookListenerWithSecret",
    "WebhookOrdering",
    "WebhookOverview",
    "WebhookSecretRotation",
    "WebhookStats",
    "WebhookStatus",
    "WebhookTest",
    "WebhookTestDetails",
    "WebhookTestStatus",
    "WebhookWithSecret",
    "WebhookWithStats",
    "WrittenDeviceTrust",
)
