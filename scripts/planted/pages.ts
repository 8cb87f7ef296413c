// Bugs of the page on which a payer is authenticated, of test mode, and of what a merchant is shown.
import type { PlantedBug } from "./bug.ts"
import { LIVE, MOCK, MOCK_CONTRACT, POLICIES, PROVEN, SHOWN, UNAUTHENTICATED } from "./tests.ts"

const APP = "src/web/threeds/app.ts"
const REQUESTS = "src/web/threeds/requests.ts"
const STEPS = "src/payments/three-d-secure/steps.ts"
const DECIDE = "src/acquirers/mock/decide.ts"
const TEXT = "src/web/dashboard/components/three-d-secure.ts"

export const OF_PAGES: readonly PlantedBug[] = [
  {
    name: "what the browser says of the challenge is believed",
    file: APP,
    right: "validate: async (page, ctx) => validate(page, readSession(await readJson(ctx))),",
    wrong: `validate: async (page, ctx) => {
    const { session, three_d_secure, result } = (await readJson(ctx)) as never
    if (result !== "authenticated") return validate(page, session)
    const { decideAuthentication } = await import("../../payments/three-d-secure/finish.ts")
    const said = three_d_secure ?? { result, eci: "05", version: "2.2.0", liability_shifted: true }
    await decideAuthentication(page, { result: "decided", three_d_secure: said, proof: null })
    return OVER
  },`,
    tests: [PROVEN],
  },
  {
    name: "the page is told the number of the card",
    file: STEPS,
    right: "transaction_id, order: attempt.reference } : OVER",
    wrong: "transaction_id, order: attempt.reference, ...(await cardOfSale(mode, attempt)) } : OVER",
    tests: [PROVEN],
  },
  {
    name: "the page is told what opens the session",
    file: STEPS,
    right: "browser_token: session.browser_token } : OVER",
    wrong: "browser_token: session.secret } : OVER",
    tests: [PROVEN],
  },
  {
    name: "a form of another site ends the payment",
    file: APP,
    right: `await readJson(ctx)
    return leave(page)`,
    wrong: "return leave(page)",
    tests: [LIVE],
  },
  {
    name: "a request of another site is taken, because its type is not looked at",
    file: REQUESTS,
    right: `if (!ctx.is("application/json")) throw invalid("Send JSON.")`,
    wrong: "",
    tests: [PROVEN],
  },
  {
    name: "any site may frame the page",
    file: "src/web/threeds/page.ts",
    right: "{ancestorSources(ancestors)}",
    wrong: `{"*"}`,
    tests: [POLICIES],
  },
  {
    name: "the page's forms go anywhere",
    file: "src/web/threeds/page.ts",
    right: `    allowed("form-action"),
`,
    wrong: "",
    tests: [POLICIES],
  },
  {
    name: "a payer goes on without 3DS by a browser that the MPI refuses",
    file: REQUESTS,
    right: `.slice(0, MAX_TEXT) || "unknown",`,
    wrong: ".slice(0, MAX_TEXT),",
    tests: [UNAUTHENTICATED],
  },
  {
    name: "what a payer fills in is not checked",
    file: APP,
    right: "return wrong.length > 0 ? { wrong } : beginSession(page, contact)",
    wrong: "return wrong.length > 9 ? { wrong } : beginSession(page, contact)",
    tests: [LIVE],
  },
  {
    name: "in test mode a card that fails the challenge passes it",
    file: DECIDE,
    right: `passed: behavior === "failing_challenge" ? failed : passed, failed`,
    wrong: "passed, failed",
    tests: [MOCK_CONTRACT, MOCK],
  },
  {
    name: "in test mode the issuer bears the risk of data alone",
    file: DECIDE,
    right: `liability_shifted: result === "authenticated",`,
    wrong: `liability_shifted: result === "authenticated" || result === "data_only",`,
    tests: [MOCK_CONTRACT],
  },
  {
    name: "in test mode a payer who presses that they failed has passed",
    file: "src/acquirers/mock/ledger.ts",
    right: "(passed ? row.details.passed : row.details.failed)",
    wrong: "row.details.passed",
    tests: [MOCK_CONTRACT],
  },
  {
    name: "the dashboard says the wrong way round who bears the risk",
    file: TEXT,
    right: "secured.liability_shifted ? words.shifted : words.notShifted",
    wrong: "secured.liability_shifted ? words.notShifted : words.shifted",
    tests: [SHOWN],
  },
]
