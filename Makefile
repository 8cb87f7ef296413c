# Needs only Node 20 or later and npm. The version of Node that everything runs on is among the packages.
.DEFAULT_GOAL := help
SHELL := /bin/bash
run = npm run -s

.PHONY: run demo test test-long test-balanced test-sdk conformance lint format spec docs examples generate check-generated clients supply sbom release fuzz faults mutants planted reliability victim try-first-sale try-image restore-drill screenshots bench bench-profile bench-engine bench-card-fields bench-pay-page bench-scale bench-sdk bench-size bench-search bench-payout bench-statements simulate year help packages all-packages

run: packages ## Install, migrate, create a demo account and serve on SQLite; prints a test key, a first request and a link to the dashboard
	@$(run) vintem -- migrate > /dev/null
	@exec $(run) vintem -- serve --demo

demo: packages ## Open a demo shop at http://localhost:4242, with card fields, PIX, boleto and a subscription; prints a link to its dashboard (SHOP_PORT)
	@exec $(run) demo

test: all-packages ## Run all tests but the longest proofs, on SQLite and on a Postgres that they start
	@$(run) test

test-long: all-packages ## Run the longest proofs: kills, faults and lost answers at length
	@$(run) test:long

test-balanced: all-packages ## Run the contract's tests through a load balancer, over processes that are restarted meanwhile
	@$(run) test:balanced

test-sdk: all-packages ## Run the tests of the API through the SDK, on the repository's Node.js and the system's, and on Bun and Deno if they are installed
	@$(run) test:sdk

conformance: packages ## Check whether a server is this API: that of make run, or BASE_URL (and KEY_FILE, KEY or the variable VINTEM_KEY), at SERVICE_VERSION (docs/conformance.md)
	@$(run) vintem -- conformance $(if $(BASE_URL),--base-url $(BASE_URL)) $(if $(KEY),--key $(KEY)) $(if $(KEY_FILE),--key-file $(KEY_FILE)) $(if $(SERVICE_VERSION),--service-version $(SERVICE_VERSION)) $(foreach name,$(ONLY),--only $(name))

lint: all-packages ## Check format, lint rules, imports, regular expressions and types
	@$(run) lint

format: all-packages ## Format the code
	@$(run) format

spec: all-packages ## Lint openapi.yaml and compare it with main; fails on a breaking change that is not approved
	@$(run) spec -- $(if $(BASE),--base $(BASE)) $(if $(RELEASE),--release) $(if $(MARKDOWN),--markdown $(MARKDOWN)) $(if $(HTML),--html $(HTML))

docs: all-packages ## Show the documentation of openapi.yaml in a browser; it follows edits
	@exec $(run) docs -- $(if $(PORT),--port $(PORT))

examples: all-packages ## Record the examples of openapi.yaml from the running service
	@$(run) examples

generate: all-packages ## Write generated/, and the pages of docs/ that derive from the contract and the code
	@$(run) generate

check-generated: all-packages ## Fail if a generated file or an example of openapi.yaml is out of date
	@$(run) check-generated

clients: all-packages ## Generate clients in Python, Go, TypeScript, Rust and Java, and try them (skips a language that is not installed; GENERATOR=ogen for one)
	@$(run) clients -- $(foreach name,$(GENERATOR),"$(name)")

supply: all-packages ## Check packages: digests, install scripts, licenses, advisories; writes dist/sbom.cdx.json
	@$(run) supply

sbom: all-packages ## Write the bill of materials in CycloneDX to dist/sbom.cdx.json
	@$(run) supply -- --sbom-only

reliability: all-packages ## Pay 100,000 times in live mode while processes are killed and the acquirer fails; compare the ledgers (PAYMENTS, SEED)
	@$(run) reliability -- $(if $(PAYMENTS),--payments $(PAYMENTS)) $(if $(SEED),--seed $(SEED))

simulate: all-packages ## Run the whole service on a simulated clock with faults that a seed chooses (SEED, SEEDS, HOURS, WORLDS, TRACE, SHRINK, PROVE)
	@$(run) simulate -- $(if $(SEED),--seed $(SEED)) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(HOURS),--hours $(HOURS)) $(if $(WORLDS),--worlds $(WORLDS)) $(if $(TRACE),--trace) $(if $(SHRINK),--shrink) $(if $(PROVE),--prove)

year: all-packages ## Play a year of 1,000 sales and payouts on the test clock, and explain each cent from the API and a CSV file (two minutes; SALES, SEED, OUT)
	@$(run) year -- $(if $(SALES),--sales $(SALES)) $(if $(SEED),--seed $(SEED)) $(if $(OUT),--out $(OUT))

mutants: all-packages ## Insert small bugs and list those that no test finds (takes hours; see docs/testing.md for shorter runs)
	@$(run) mutants -- $(foreach room,$(ROOM),--room $(room)) $(if $(CHANGED),--changed) $(if $(BASE),--base $(BASE)) \
	  $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(MOST),--most $(MOST)) $(if $(NEAR),--near) $(if $(FLOOR),--floor $(FLOOR)) $(if $(SEED),--seed $(SEED)) $(if $(BUDGET),--budget $(BUDGET)) \
	  $(foreach place,$(TESTS),--tests $(place)) $(foreach run,$(ON),--on $(run)) $(if $(AGAIN),--again) $(if $(WRITE),--write)

planted: all-packages ## Plant bugs of card payments, and list those that no test notices
	@$(run) planted

release: all-packages ## Check, tag and pack a release (VERSION=1.2.3; DRY=1 tags nothing; see docs/releases.md)
	@$(run) release -- --version "$(or $(VERSION),$(error Name the version: make release VERSION=1.2.3))" $(if $(DRY),--dry)

fuzz: all-packages ## Fuzz the API by its contract with Schemathesis (needs Python 3; about two minutes)
	@$(run) fuzz -- $(if $(EXAMPLES),--examples $(EXAMPLES)) $(if $(SEED),--seed $(SEED)) $(foreach id,$(OPERATION),--operation $(id))

faults: all-packages ## Let processes, disks, connections and Postgres fail while merchants work; compare all that was said (DATABASE, MINUTES, FAULTS, OPERATIONS, SEED; ONLY=pages, threeds or bank; ONLY=kills, AT=capture,payout)
	@$(run) faults -- $(if $(DATABASE),--database $(DATABASE)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(FAULTS),--faults $(FAULTS)) $(if $(OPERATIONS),--operations $(OPERATIONS)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY)) $(if $(AT),--at $(AT))

victim: all-packages ## Attack the service as one tenant, and measure what another one sees (about two minutes)
	@ulimit -n 4096; $(run) victim -- $(foreach attack,$(ATTACK),--attack "$(attack)") $(if $(SECONDS),--seconds $(SECONDS))

try-first-sale: all-packages ## Run the commands of docs/operations/first-sale.md against the simulator of Cielo, on a Postgres that it starts
	@$(run) try-first-sale

try-image: all-packages ## Take the steps of the Dockerfile without Docker, and a payment in the result (Linux, as root)
	@$(run) try-image

restore-drill: all-packages ## Restore a backup of Postgres to a point in time, and find what was paid since (a minute; POSTGRES_BIN for another Postgres)
	@$(run) restore-drill

screenshots: all-packages ## Take the pictures of docs/images with Chromium (OUT=directory; about three minutes)
	@$(run) screenshots -- $(if $(OUT),--out $(OUT))

bench: all-packages ## Measure requests on SQLite and Postgres beside their floors (about six minutes; OPTIONS="--rounds 2", see docs/benchmarks.md)
	@$(run) bench -- $(OPTIONS)

bench-profile: all-packages ## Show who uses the processor time of a request, or its memory (about three minutes; OPTIONS="--only create --on sqlite --memory", or --native)
	@$(run) bench-profile -- $(OPTIONS)

bench-engine: all-packages ## Measure due work with one and three workers (about ten minutes; see docs/benchmarks.md)
	@$(run) bench-engine -- $(if $(ACCOUNTS),--accounts $(ACCOUNTS)) $(if $(SPREAD),--spread $(SPREAD)) $(DATABASE)

bench-card-fields: all-packages ## Measure how soon the card fields are ready in a browser, and the size of vintem.js
	@$(run) bench-card-fields

bench-pay-page: all-packages ## Measure how soon a payer can type on a pay page, on a slow network and a slow phone, and its bytes (a minute; OPTIONS="--runs 5")
	@$(run) bench-pay-page -- $(OPTIONS)

bench-scale: all-packages ## Compare every read and page in a database of a million payments with one of ten thousand (about half an hour; PAYMENTS=200000 for less; OPTIONS: see scripts/bench/scale.ts)
	@$(run) bench-scale -- $(OPTIONS) $(if $(PAYMENTS),--payments $(PAYMENTS)) $(if $(JSON),--json $(JSON)) $(DATABASE)

bench-sdk: all-packages ## Measure the processor time of a list through the SDK, bare fetch and the package stripe (ten seconds; OPTIONS="--intents 10")
	@$(run) bench-sdk -- $(OPTIONS)

bench-size: all-packages ## Measure what a card payment leaves in Postgres: rows and bytes of each table, and its write-ahead log (two minutes)
	@$(run) bench-size -- $(if $(PAYMENTS),--payments $(PAYMENTS))

bench-search: all-packages ## Measure the search for payments among a million, on both databases (about half an hour; OPTIONS="--payments 200000 sqlite")
	@$(run) bench-search -- $(OPTIONS)

bench-payout: all-packages ## Measure the first payout of a million balance transactions, on both databases (about half an hour; OPTIONS="--rows 200000 sqlite")
	@$(run) bench-payout -- $(OPTIONS)

bench-statements: all-packages ## Measure how a statement of 200,000 lines is read, on both databases (OPTIONS="--upload --lines 20000 sqlite")
	@$(run) bench-statements -- $(OPTIONS)

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

packages:
	@scripts/install.sh run

all-packages:
	@scripts/install.sh all
