"""Contains all the data models used in inputs/outputs"""

from .added_members import AddedMembers
from .credential import Credential
from .credential_core import CredentialCore
from .credential_item import CredentialItem
from .credential_list import CredentialList
from .credential_patch import CredentialPatch
from .credential_stats import CredentialStats
from .credential_stats_by_status import CredentialStatsByStatus
from .credential_status import CredentialStatus
from .credential_summary import CredentialSummary
from .credential_usage import CredentialUsage
from .credential_usage_days_item import CredentialUsageDaysItem
from .deleted import Deleted
from .directory_source import DirectorySource
from .environment import Environment
from .error_body import ErrorBody
from .error_body_details import ErrorBodyDetails
from .federated_subject import FederatedSubject
from .federated_subject_claims import FederatedSubjectClaims
from .get_openapi_json_response_200 import GetOpenapiJsonResponse200
from .group import Group
from .group_list import GroupList
from .group_of_user import GroupOfUser
from .group_patch import GroupPatch
from .health import Health
from .health_checks import HealthChecks
from .health_status import HealthStatus
from .identity import Identity
from .identity_list import IdentityList
from .identity_patch import IdentityPatch
from .identity_risk_factors_item import IdentityRiskFactorsItem
from .identity_status import IdentityStatus
from .identity_summary import IdentitySummary
from .identity_type import IdentityType
from .list_groups_sort import ListGroupsSort
from .list_identities_sort import ListIdentitiesSort
from .member import Member
from .member_list import MemberList
from .metadata import Metadata
from .new_credential import NewCredential
from .new_credential_secret import NewCredentialSecret
from .new_credential_type import NewCredentialType
from .new_group import NewGroup
from .new_identity import NewIdentity
from .new_jit_credential import NewJitCredential
from .new_jit_secret import NewJitSecret
from .new_members import NewMembers
from .new_scim_token import NewScimToken
from .new_scim_token_secret import NewScimTokenSecret
from .new_user import NewUser
from .offset_pagination import OffsetPagination
from .page_pagination import PagePagination
from .previous_credential import PreviousCredential
from .previous_credential_status import PreviousCredentialStatus
from .previous_secret import PreviousSecret
from .previous_secret_status import PreviousSecretStatus
from .rate_limited_body import RateLimitedBody
from .rate_limited_body_code import RateLimitedBodyCode
from .rate_limited_body_details import RateLimitedBodyDetails
from .reason import Reason
from .risk_level import RiskLevel
from .rotated_credential import RotatedCredential
from .rotation import Rotation
from .scim_permission import ScimPermission
from .scim_profile import ScimProfile
from .scim_token_core import ScimTokenCore
from .scim_token_list import ScimTokenList
from .scim_token_status import ScimTokenStatus
from .user import User
from .user_attributes import UserAttributes
from .user_list import UserList
from .user_patch import UserPatch
from .user_role import UserRole
from .user_source import UserSource
from .user_status import UserStatus
from .verification import Verification
from .verification_code import VerificationCode
from .verification_request import VerificationRequest

__all__ = (
    "AddedMembers",
    "Credential",
    "CredentialCore",
    "CredentialItem",
    "CredentialList",
    "CredentialPatch",
    "CredentialStats",
    "CredentialStatsByStatus",
    "CredentialStatus",
    "CredentialSummary",
    "CredentialUsage",
    "CredentialUsageDaysItem",
    "Deleted",
    "DirectorySource",
    "Environment",
    "ErrorBody",
    "ErrorBodyDetails",
    "FederatedSubject",
    "FederatedSubjectClaims",
    "GetOpenapiJsonResponse200",
    "Group",
    "GroupList",
    "GroupOfUser",
    "GroupPatch",
    "Health",
    "HealthChecks",
    "HealthStatus",
    "Identity",
    "IdentityList",
    "IdentityPatch",
    "IdentityRiskFactorsItem",
    "IdentityStatus",
    "IdentitySummary",
    "IdentityType",
    "ListGroupsSort",
    "ListIdentitiesSort",
    "Member",
    "MemberList",
    "Metadata",
    "NewCredential",
    "NewCredentialSecret",
    "NewCredentialType",
    "NewGroup",
    "NewIdentity",
    "NewJitCredential",
    "NewJitSecret",
    "NewMembers",
    "NewScimToken",
    "NewScimTokenSecret",
    "NewUser",
    "OffsetPagination",
    "PagePagination",
    "PreviousCredential",
    "PreviousCredentialStatus",
    "PreviousSecret",
    "PreviousSecretStatus",
    "RateLimitedBody",
    "RateLimitedBodyCode",
    "RateLimitedBodyDetails",
    "Reason",
    "RiskLevel",
    "RotatedCredential",
    "Rotation",
    "ScimPermission",
    "ScimProfile",
    "ScimTokenCore",
    "ScimTokenList",
    "ScimTokenStatus",
    "User",
    "UserAttributes",
    "UserList",
    "UserPatch",
    "UserRole",
    "UserSource",
    "UserStatus",
    "Verification",
    "VerificationCode",
    "VerificationRequest",
)
