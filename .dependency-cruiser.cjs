// Who may import whom. It runs one way: app → http, handlers → domain → db; docs/architecture.md says why.

const DOMAIN = "^src/(?!http/|web/|db/|jobs/|cli/|sdk-runtime/)[^/]+/"
const TOP = "^src/(app|serve|cli|metrics)\\.ts$|^src/cli/"

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "state-imports-nothing",
      comment: "A table of states is data: it can be read, drawn and tested alone.",
      severity: "error",
      from: { path: "/state\\.ts$" },
      to: {},
    },
    {
      name: "domain-speaks-no-http",
      comment: "The domain throws ApiError and answers rows; what that is in HTTP is for http/ and handlers/ to say.",
      severity: "error",
      from: { path: DOMAIN },
      to: { path: ["^src/(http|web)/", "^handlers/", TOP] },
    },
    {
      name: "handlers-only-translate",
      comment: "A handler calls the domain. It gets its transaction, and neither opens one nor writes a statement.",
      severity: "error",
      from: { path: "^handlers/" },
      to: { path: ["^src/(db|web)/", TOP], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "http-knows-no-resource",
      comment: "What every request passes is the same for all resources.",
      severity: "error",
      from: { path: "^src/http/" },
      to: { path: ["^src/(payment-intents|customers|products|tokens|refunds|subscriptions|webhooks|attempts|acquirers)/", TOP] },
    },
    {
      name: "db-knows-nobody",
      severity: "error",
      from: { path: "^src/db/" },
      to: { path: ["^src/(?!db/)", "^handlers/"], pathNot: "^src/(errors|ids|log|config|clock)\\.ts$" },
    },
    {
      name: "koa-at-the-door",
      severity: "error",
      from: { pathNot: ["^src/app\\.ts$", "^src/(http|web)/", "^(test|scripts)/"] },
      to: { path: "node_modules/(@types/)?(koa|@koa/.*)/" },
    },
    {
      name: "knex-in-the-database-room",
      comment: "A store writes its statements with the builder that statement() hands it, and needs Knex's types at most.",
      severity: "error",
      from: { path: "^(src|handlers)/", pathNot: "^src/db/" },
      to: { path: "node_modules/knex/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "drivers-in-the-database-room",
      comment: "The rate limiter counts outside of transactions, in tables and files of its own.",
      severity: "error",
      from: { path: "^(src|handlers)/", pathNot: ["^src/db/", "^src/http/limiter\\.ts$"] },
      to: { path: "node_modules/(@types/)?(pg|better-sqlite3)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "card-numbers-in-the-vault",
      comment: "Only tokens store a card and only attempts open one. A new name here is a decision for docs/threat-model.md.",
      severity: "error",
      from: {
        path: "^(src|handlers)/",
        pathNot: ["^src/vault/", "^src/tokens/", "^src/attempts/", "^src/payment-intents/sale\\.ts$", "^src/payment-methods/"],
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
      name: "product-needs-no-tests",
      severity: "error",
      from: { path: "^(src|handlers|seeds)/" },
      to: { path: "^(test|scripts)/" },
    },
    {
      name: "sdk-runtime-stands-alone",
      comment: "It is copied into the client library.",
      severity: "error",
      from: { path: "^src/sdk-runtime/" },
      to: { path: "^(src/(?!sdk-runtime/)|handlers|seeds|generated)" },
    },
    {
      name: "no-development-packages-in-production",
      severity: "error",
      from: { path: "^(src|handlers|seeds)/" },
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
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
}
