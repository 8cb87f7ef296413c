// Bugs of payers who are led to their issuer's page and come back, as at Adyen.
import type { PlantedBug } from "./bug.ts"
import { ADYEN_LOST, ADYEN_REDIRECT, REDIRECT_PAGE } from "./tests.ts"

const REDIRECTS = "src/acquirers/adyen/redirects.ts"
const RETURN = "src/payments/three-d-secure/redirect.ts"
const THREE_D_SECURE = "src/acquirers/adyen/three-d-secure.ts"

export const OF_ADYEN_REDIRECT: readonly PlantedBug[] = [
  {
    name: "what a browser brings back ends the payment, also if the acquirer never gave it",
    file: REDIRECTS,
    right: `if (isInvalid(answer)) return { result: "unavailable" }`,
    wrong: `if (isInvalid(answer)) return { result: "refused", charge: null, code: "authentication_failed", message: "Refused." }`,
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "a payer who has come back counts as authenticated",
    file: THREE_D_SECURE,
    right: `if (threeDAuthenticated === "true")`,
    wrong: "if (true)",
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "a payer who has failed counts as not asked",
    file: THREE_D_SECURE,
    right: `FAILED_CODES.includes(code) ? "failed" : `,
    wrong: "",
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "the details of a lost answer are sent with another key",
    file: REDIRECTS,
    right: ".update(`${reference} ${result}`)",
    wrong: ".update(`${reference} ${result} ${account.now()}`)",
    tests: [ADYEN_LOST],
  },
  {
    name: "what belongs to another payment ends this one",
    file: REDIRECTS,
    right: "return outcomeIn(account, ordered, answer)",
    wrong:
      "return outcomeIn(account, { ...ordered, reference: textOf((answer.body as { merchantReference?: unknown }).merchantReference) }, answer)",
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "a payer who comes back by the browser's button is not led to the issuer again",
    file: RETURN,
    right: `if (row.step === "challenged") return redirectStep(page)`,
    wrong: "",
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "what the payer brings back stays in the address",
    file: "src/web/threeds/app.ts",
    right: "redirect(ctx, `/pay/${visit.hosted.link}?watched`)",
    wrong: "redirect(ctx, `/pay/${visit.hosted.link}?watched&${ctx.querystring}`)",
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "money of a payer who was not authenticated is kept",
    file: "src/acquirers/adyen/facts.ts",
    right: "if (known.mustAuthenticate && three_d_secure && !isAuthenticated(three_d_secure))",
    wrong: "if (known.mustAuthenticate && three_d_secure && known.captured < 0)",
    tests: [ADYEN_REDIRECT],
  },
  {
    name: "the page stops a form that leads to the issuer",
    file: "src/web/threeds/app.ts",
    right: `"form-action": ["https:", ...(isLocal ? ["http://127.0.0.1:*"] : [])]`,
    wrong: `"form-action": []`,
    tests: [REDIRECT_PAGE],
  },
]
