"""Former names of models. New code takes the present ones."""

from .models import (
    IdentityInput,
    CredentialInput,
    CredentialWithSecret,
    JitCredentialInput,
    JitCredentialWithSecret,
    PolicyInput,
    PolicyInputFields,
    AccessPolicyInput,
    AccessBacktestInput,
    NamedLocationInput,
    ScimTokenInput,
    ScimTokenWithSecret,
    UserInput,
    AccessPassInput,
    AttributeSchemaInput,
    GroupInput,
    MembersInput,
    OidcConnectionInput,
    SamlConnectionInput,
    SetupLinkInput,
    SetupLinkWithUrl,
    SocialProviderInput,
    OidcClientInput,
    OidcScopeInput,
    AcsUrlInput,
    AttributeMappingInput,
    ServiceProviderInput,
    WebhookInput,
    AlertRuleInput,
    CredentialInputType,
    PolicyInputParameters,
    PolicyInputFieldsParameters,
)

NewIdentity = IdentityInput
NewCredential = CredentialInput
NewCredentialSecret = CredentialWithSecret
NewJitCredential = JitCredentialInput
NewJitSecret = JitCredentialWithSecret
NewPolicy = PolicyInput
NewPolicyFields = PolicyInputFields
NewAccessPolicy = AccessPolicyInput
NewAccessBacktest = AccessBacktestInput
NewNamedLocation = NamedLocationInput
NewScimToken = ScimTokenInput
NewScimTokenSecret = ScimTokenWithSecret
NewUser = UserInput
NewAccessPass = AccessPassInput
NewAttributeSchema = AttributeSchemaInput
NewGroup = GroupInput
NewMembers = MembersInput
NewOidcConnection = OidcConnectionInput
NewSamlConnection = SamlConnectionInput
NewSetupLink = SetupLinkInput
NewSetupLinkUrl = SetupLinkWithUrl
NewSocialProvider = SocialProviderInput
NewOidcClient = OidcClientInput
NewOidcScope = OidcScopeInput
NewAcsUrl = AcsUrlInput
NewAttributeMapping = AttributeMappingInput
NewServiceProvider = ServiceProviderInput
NewWebhook = WebhookInput
NewAlertRule = AlertRuleInput
NewCredentialType = CredentialInputType
NewPolicyParameters = PolicyInputParameters
NewPolicyFieldsParameters = PolicyInputFieldsParameters

__all__ = [
    "NewIdentity",
    "NewCredential",
    "NewCredentialSecret",
    "NewJitCredential",
    "NewJitSecret",
    "NewPolicy",
    "NewPolicyFields",
    "NewAccessPolicy",
    "NewAccessBacktest",
    "NewNamedLocation",
    "NewScimToken",
    "NewScimTokenSecret",
    "NewUser",
    "NewAccessPass",
    "NewAttributeSchema",
    "NewGroup",
    "NewMembers",
    "NewOidcConnection",
    "NewSamlConnection",
    "NewSetupLink",
    "NewSetupLinkUrl",
    "NewSocialProvider",
    "NewOidcClient",
    "NewOidcScope",
    "NewAcsUrl",
    "NewAttributeMapping",
    "NewServiceProvider",
    "NewWebhook",
    "NewAlertRule",
    "NewCredentialType",
    "NewPolicyParameters",
    "NewPolicyFieldsParameters",
]
