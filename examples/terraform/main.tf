terraform {
  required_version = ">= 1.11"
  required_providers {
    keyward = {
      source = "keyward.example/keyward/keyward"
    }
  }
}

# KEYWARD_URL and KEYWARD_API_KEY of the environment say where the tenant is.
provider "keyward" {}

# Keys live at most a day, and those of production are watched.
resource "keyward_policy" "short_lives" {
  name       = "Keys live a day"
  type       = "CREDENTIAL_LIFETIME"
  parameters = { max_ttl_seconds = 86400, default_ttl_seconds = 3600 }
  selector   = { tags = ["production"] }
}

resource "keyward_identity" "deployer" {
  name           = "deployer"
  type           = "CI_CD"
  description    = "Deploys the shop"
  tags           = ["production", "payments"]
  allowed_scopes = ["deploy.*"]

  # The CI gets a key for its own token, so that no key is stored.
  federated_subjects = [{
    issuer   = "https://token.actions.githubusercontent.com"
    audience = "keyward"
    subject  = "repo:acme/shop:ref:refs/heads/main"
  }]
}

resource "keyward_group" "administrators" {
  name   = "Administrators"
  scopes = ["directory.read", "audit.read"]
}

resource "keyward_named_location" "office" {
  name       = "Office"
  type       = "IP"
  ip_ranges  = ["192.0.2.0/24"]
  is_trusted = true
}

resource "keyward_access_policy" "administrators" {
  name         = "Administrators prove twice"
  priority     = 100
  decision     = "REQUIRE"
  requirements = ["MFA"]

  conditions = {
    groups       = { include = [keyward_group.administrators.id] }
    locations    = { exclude = [keyward_named_location.office.id] }
    client_types = ["browser"]
  }
}

resource "keyward_oidc_client" "shop" {
  name           = "Shop"
  redirect_uris  = ["https://shop.example.com/callback"]
  allowed_groups = [keyward_group.administrators.id]
}

resource "keyward_webhook" "audit" {
  name   = "Audit"
  url    = "https://hooks.example.com/keyward"
  events = ["identity.created", "policy.violated"]
}

resource "keyward_branding" "this" {
  display_name  = "Acme"
  primary_color = "#0b5fff"
}
