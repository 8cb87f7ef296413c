# What one does with Vintém. Needs Node 20 or later and npm, nothing else: `npm ci` brings the Node that everything runs on.
.DEFAULT_GOAL := help
SHELL := /bin/bash
run = npm run -s
installed = node_modules/.package-lock.json

.PHONY: run test test-sdk lint format spec generate check-generated clients mutants bench help

run: $(installed) ## Install, migrate, seed and serve on SQLite; prints a test key and what to try
	@$(run) vintem -- migrate
	@$(run) vintem -- seed
	@$(run) try
	@exec $(run) vintem -- serve

test: $(installed) ## All tests, on SQLite and on a Postgres that they start themselves
	@$(run) test

test-sdk: $(installed) ## The tests of the service once more, through the SDK, on each Node.js there is
	@$(run) test:sdk

lint: $(installed) ## Format and lint rules, who may import whom, types
	@$(run) lint

format: $(installed) ## Bring the code into the common format
	@$(run) format

spec: $(installed) ## Lint openapi.yaml and show what it breaks against main
	@$(run) spec

generate: $(installed) ## Write everything under generated/ anew from openapi.yaml
	@$(run) generate

check-generated: $(installed) ## Fail if anything generated is not what its source gives
	@$(run) check-generated

clients: $(installed) ## Generate Python and Go clients, compile them and take a payment with each (needs those languages)
	@$(run) clients

mutants: $(installed) ## Put small bugs into the code and list those that no test notices (docs/testing.md; hours, or CHANGED=1, ROOM=refunds, SAMPLE=40)
	@$(run) mutants -- $(foreach room,$(ROOM),--room $(room)) $(if $(CHANGED),--changed) $(if $(BASE),--base $(BASE)) \
	  $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(BUDGET),--budget $(BUDGET)) $(if $(WRITE),--write)

bench: $(installed) ## Requests a second, latency and memory beside two floors (about two minutes)
	@$(run) bench

help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

# npm ci runs on the machine's own Node, as it replaces ours.
$(installed): package-lock.json
	npm ci --no-progress --loglevel=error
	@touch $@
