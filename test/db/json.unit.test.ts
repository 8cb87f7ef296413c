import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"

const ROOT = join(import.meta.dirname, "../..")

/** What the files parse that use JSON.parse. The JSON of a column is parsed in src/db/decode.ts only, which names the damaged column. */
const PARSED: Record<string, string> = {
  "src/db/decode.ts": "the JSON columns of all tables",
  "src/accounts/users/webauthn.ts": "what the browser sends of a passkey",
  "src/acquirers/wire/request.ts": "the response of an acquirer",
  "src/acquirers/credentials.ts": "what was sealed",
  "src/app.ts": "a saved response, whose exact bytes are kept",
  "src/browser/dashboard/live.ts": "data of the page, and messages of the server",
  "src/cli/conformance/contract/document.ts": "a copy of the contract",
  "src/cli/conformance/contract/responses.ts": "the response of a service",
  "src/cli/conformance/contract/schemas.ts": "a schema of the contract",
  "src/cli/conformance/requests.ts": "a copy of an example",
  "src/cli/listen/lines.ts": "an event, whose exact bytes are sent",
  "src/cli/trigger/command.ts": "events, whose exact bytes are sent",
  "src/contract/contract.ts": "the contract from its file",
  "src/db/migrations/search-terms.ts": "metadata, in a migration, which uses no tables of the code",
  "src/erasure/payments.ts": "an order, whose exact bytes are sent",
  "src/erasure/finish.ts": "an event or a saved response, whose exact bytes are kept",
  "src/events/list/events.ts": "an event, whose exact bytes are sent",
  "src/events/webhooks/shown-bytes.ts": "an event, as an older version shows it",
  "src/http/body.ts": "the body of a request",
  "src/http/idempotency.ts": "a saved response, whose exact bytes are kept",
  "src/http/payer-quota.ts": "a value in Redis",
  "src/mail/store.ts": "what was sealed",
  "src/modes/desks.ts": "what was sealed",
  "src/payments/authentication/store.ts": "what was sealed",
  "src/payouts/bank-accounts.ts": "what was sealed",
  "src/sdk/package/examples/shop.ts": "the body of a request",
  "src/sdk/package/examples/shop/public/shop.js": "data of the page, and the response of the shop",
  "src/sdk/package/examples/shop/server.ts": "the body of a request",
  "src/sdk/runtime/transport.ts": "the body of a request, and of its response",
  "src/sdk/runtime/webhooks.ts": "the message of a webhook",
  "src/start/built.ts": "the list of the built files",
  "src/statements/settling/parts.ts": "an id, which names a part of an account's statements",
  "src/web/dashboard/components/code-block.ts": "a text that is shown, and is JSON if it can be parsed",
  "src/web/dashboard/forms/form-values.ts": "the field of a form",
  "src/web/dashboard/pages/webhooks/events.ts": "an event, whose exact bytes are sent",
  "src/web/docs/guides.ts": "the guides from their file",
}

describe("JSON.parse", () => {
  it("is used for the columns of tables in src/db/decode.ts only, and elsewhere for what the list says", () => {
    const files = globSync(["src/**/*.ts", "src/**/*.js", "handlers/**/*.ts"], { cwd: ROOT })
    const parsing = files.filter((file) => readFileSync(join(ROOT, file), "utf8").includes("JSON.parse("))
    expect(parsing.sort(), "declare the column with json(), or add the file to the list with what it parses").to.deep.equal(
      Object.keys(PARSED).sort(),
    )
  })
})
