// Which files may import which others, types included. docs/architecture.md describes the folders.

/** From top to bottom. A layer may import the layers below it, but none above it. */
const LAYERS = [
  { name: "start", path: ["^src/start/"] },
  { name: "cli", path: ["^src/cli/", "^seeds/"] },
  { name: "serve", path: ["^src/serve\\.ts$"] },
  { name: "app", path: ["^src/app\\.ts$"] },
  { name: "handlers", path: ["^handlers/"] },
  { name: "web", path: ["^src/web/"] },
  { name: "modes", path: ["^src/modes/"] },
  { name: "attention", path: ["^src/attention/"] },
  { name: "test-clock", path: ["^src/test-clock/"] },
  { name: "statements", path: ["^src/statements/"] },
  { name: "payouts", path: ["^src/payouts/"] },
  { name: "billing", path: ["^src/billing/"] },
  { name: "payments", path: ["^src/payments/"] },
  { name: "ledger", path: ["^src/ledger/"] },
  { name: "customers", path: ["^src/customers/"] },
  { name: "events", path: ["^src/events/"] },
  { name: "http", path: ["^src/http/"] },
  { name: "requests", path: ["^src/requests/"] },
  { name: "config", path: ["^src/config/"] },
  { name: "acquirers", path: ["^src/acquirers/"] },
  { name: "idempotency", path: ["^src/idempotency/"] },
  { name: "jobs", path: ["^src/jobs/"] },
  { name: "accounts", path: ["^src/accounts/"] },
  { name: "audit", path: ["^src/audit/"] },
  { name: "vault", path: ["^src/vault/"] },
  { name: "db", path: ["^src/db/"] },
  { name: "contract", path: ["^src/contract/"] },
  { name: "base", path: ["^src/base/"] },
]

const downwards = LAYERS.slice(1).map(({ name, path }, index) => ({
  name: `${name}-imports-downwards`,
  severity: "error",
  from: { path },
  to: { path: LAYERS.slice(0, index + 1).flatMap((layer) => layer.path) },
}))

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...downwards,
    { name: "no-cycles", comment: "Imports of types count too.", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "base-imports-nothing",
      comment: "So every room may use it, and it can be read and tested alone. The codes of errors are those of the contract.",
      severity: "error",
      from: { path: "^src/base/" },
      to: { path: "^(src|handlers|seeds|generated)/", pathNot: ["^src/base/", "^generated/errors\\.ts$"] },
    },
    {
      name: "state-imports-nothing",
      comment: "A table of states is data. It can be read, drawn and tested alone.",
      severity: "error",
      from: { path: "/state\\.ts$" },
      to: {},
    },
    {
      name: "http-knows-no-resource",
      comment: "The middleware is the same for all resources.",
      severity: "error",
      from: { path: "^src/http/" },
      to: { path: "^src/(acquirers|jobs)/" },
    },
    {
      name: "handlers-only-translate",
      comment: "A handler calls the domain. It is given its transaction, opens none and defines no statements.",
      severity: "error",
      from: { path: "^handlers/" },
      to: { path: "^src/(db|web)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "koa-in-http-and-web",
      severity: "error",
      from: { pathNot: ["^src/app\\.ts$", "^src/(http|web)/", "^src/sdk/package/", "^(test|scripts)/"] },
      to: { path: "node_modules/(@types/)?(koa|@koa/.*)/" },
    },
    {
      name: "knex-in-db",
      comment: "Stores define statements with the builder that statement() passes. They may import only the types of Knex.",
      severity: "error",
      from: { path: "^(src|handlers)/", pathNot: "^src/db/" },
      to: { path: "node_modules/knex/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "drivers-in-db",
      comment: "The rate limiter may use the drivers, as it counts outside of transactions.",
      severity: "error",
      from: { path: "^(src|handlers)/", pathNot: ["^src/db/", "^src/http/limiter\\.ts$"] },
      to: { path: "node_modules/(@types/)?(pg|better-sqlite3)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "card-numbers-in-the-vault",
      comment: "Tokens seal card numbers and sales open them. Update docs/threat-model.md before you add a file here.",
      severity: "error",
      from: {
        path: "^(src|handlers)/",
        pathNot: ["^src/vault/", "^src/browser/card/", "^src/payments/(tokens|methods)/", "^src/payments/intents/sale\\.ts$"],
      },
      to: { path: "^src/vault/(cards|number)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "ciphers-in-the-vault",
      severity: "error",
      from: { path: "^(src|handlers)/", pathNot: ["^src/vault/"] },
      to: { path: "^src/vault/aead\\.ts$" },
    },
    {
      name: "no-tests-in-production",
      severity: "error",
      from: { path: "^(src|handlers|seeds)/" },
      to: { path: "^(test|scripts)/" },
    },
    {
      name: "sdk-stands-alone",
      comment: "The runtime is copied into the SDK.",
      severity: "error",
      from: { path: "^src/sdk/runtime/" },
      to: { path: "^(src|handlers|seeds|generated)/", pathNot: "^src/sdk/runtime/" },
    },
    {
      name: "browser-stands-alone",
      comment:
        "It is bundled for browsers. Card fields check a number as the vault does. The types of vintem.js are those that the SDK publishes.",
      severity: "error",
      from: { path: "^src/browser/" },
      to: { path: "^(src|handlers|seeds|generated)/", pathNot: ["^src/(browser|sdk/browser)/", "^src/vault/number\\.ts$"] },
    },
    {
      name: "only-bundles-are-served",
      severity: "error",
      from: { path: "^(src|handlers|seeds)/", pathNot: "^src/browser/" },
      to: { path: "^src/browser/" },
    },
    {
      name: "no-development-packages-in-production",
      comment: "What runs in browsers is bundled before.",
      severity: "error",
      from: { path: "^(src|handlers|seeds)/", pathNot: "^src/browser/" },
      to: { dependencyTypes: ["npm-dev", "npm-optional"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
    },
    {
      name: "no-development-packages-to-try-it",
      comment: "`make run`, `make demo` and the first sale install no packages of tests and tools.",
      severity: "error",
      from: { path: ["^scripts/demo(\\.ts$|/)", "^scripts/build/sdk\\.ts$", "^test/cielo/"], pathNot: "\\.unit\\.test\\.ts$" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
    },
    {
      name: "declared-packages-only",
      severity: "error",
      from: { path: "^(src|handlers|seeds|scripts|test)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // They import a client that does not exist until `make clients` generates it.
    exclude: { path: "^scripts/clients/programs/" },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
}
