// The script of the page on which a payer is authenticated. It runs the acquirer's script and tells the server what has happened. The server
// believes none of it: it asks the acquirer itself.

import { onEmbedded } from "../pay/embedded.ts"
import { watchStatus } from "../pay/watch.ts"
import { only } from "../shared/only.ts"
import { browserFacts, fieldsOf, showWrong } from "./facts.ts"
import { type Acs, collectDevice, removeOverlay, showChallenge } from "./mpi.ts"
import { goTo, openTab, type Redirect } from "./redirect.ts"

type Step =
  | { step: "collect"; session: string; browser_token: string }
  | ({ step: "challenge"; order: string } & Acs)
  | ({ step: "redirect" } & Redirect)
  | { step: "again" | "over" }
  | { wrong: string[] }

/** The page goes on without the device's data after this time. The issuer then asks for a challenge more often. */
const COLLECTED_WITHIN_MS = 20_000
const CHALLENGED_WITHIN_MS = 5 * 60_000
/** How long the page waits for the outcome before it offers another try. */
const PATIENCE_MS = 20_000
/** After this many requests without a response, the page tells the payer. */
const LOST_AFTER = 2
/** A page around this one that listens has greeted it by then. */
const GREETED_WITHIN_MS = 4000

const main = only("main")
const { state = "", status = "", outcome, scripts, decided, redirect } = main.dataset
const base = status.replace(/\/status$/, "")
const doing = only("[data-doing]", main)
const lost = only("[data-lost]", main)
const retry = only<HTMLButtonElement>("[data-retry]", main)
const leaving = only<HTMLFormElement>("[data-leave]", main)
const wayOut = only("[data-way-out]", main)
const contact = main.querySelector<HTMLFormElement>("form[data-contact]")
const tell = window.parent === window ? undefined : onEmbedded(main, outcome)

/** Counts the tries of this page. What an earlier one still hears is no longer of interest. */
let tries = 0
/** When the page offers another try, if the payment then still waits. */
let patientUntil = Number.POSITIVE_INFINITY
/** The acquirer's script is of no more use to this page. */
let isSpent = false
/** The payer was authenticated, and the sale was certainly not made. The next try sends it again. */
let mayCharge = decided !== undefined
let check = watch(state)

retry.onclick = () => {
  if (redirect !== undefined) void lead()
  else if (isSpent) location.reload()
  else void run()
}
// The payer has come back by the browser's own button.
window.onpageshow = ({ persisted }) => persisted && location.reload()
leaving.onsubmit = (event) => {
  event.preventDefault()
  const mine = ++tries
  if (!wayOut.hidden) clear()
  finish("leaving")
  void post("leave", {})
    .then(() => mine === tries && left())
    .catch(() => {})
}
if (contact)
  contact.onsubmit = (event) => {
    event.preventDefault()
    void run()
  }
start()

function start(): void {
  if (outcome) {
    setTimeout(goOn, GREETED_WITHIN_MS)
    return
  }
  if (scripts === undefined) {
    finish()
    return
  }
  leaving.hidden = false
  if (redirect !== undefined) {
    if (redirect === "begin" && !tell) void lead()
    else offerBank()
  } else if (mayCharge) failed()
  else if (contact) contact.hidden = false
  else void run()
}

/** Leads to where the payer learns what has happened. In a frame, the page around it hears that from here. */
function left(): void {
  if (tell) check()
  else goOn()
}

/** Leads to the bank's page, once more if need be. In a frame, this page stays and watches. */
async function lead(): Promise<void> {
  const mine = ++tries
  const tab = tell ? openTab() : undefined
  retry.hidden = true
  say("asking")
  const next = await post("redirect", { browser: browserFacts() }).catch(() => undefined)
  if (next && "step" in next && next.step === "redirect" && mine === tries) {
    goTo(next, tab)
    if (tell) offerBank()
    return
  }
  tab?.close()
  if (mine !== tries) return
  // Where an answer was lost, only the state of the payment says what the server has done.
  if (next && "step" in next && next.step === "again") failed()
  else finish()
}

function offerBank(): void {
  say("challenge", true)
  retry.hidden = false
  leaving.hidden = false
}

/** Goes through all steps, from the beginning. */
async function run(): Promise<void> {
  const mine = ++tries
  patientUntil = Number.POSITIVE_INFINITY
  retry.hidden = true
  leaving.hidden = false
  if (contact) contact.hidden = true
  say("preparing")
  let next: Step
  try {
    next = await post("begin", contact ? fieldsOf(contact) : {})
  } catch {
    if (mine === tries) (mayCharge ? finish : failed)()
    return
  }
  // Where an answer was lost, only the state of the payment says what the server has done.
  await follow(next, mine).catch(() => mine === tries && finish())
}

async function follow(next: Step, mine: number): Promise<void> {
  if (mine !== tries) return
  if ("wrong" in next) return correct(next.wrong)
  if (next.step === "again") return failed()
  if (next.step === "over") return finish()
  if (next.step !== "collect") return
  const { session, browser_token } = next
  await collectDevice(main.dataset, { session, token: browser_token }, COLLECTED_WITHIN_MS)
  if (mine !== tries) return
  say("asking")
  const asked = await post("enroll", { session, browser: browserFacts() })
  if (mine !== tries || !("step" in asked) || asked.step !== "challenge") return follow(asked, mine)
  say("challenge")
  offerWayOut(true)
  const isOver = await showChallenge(asked, asked.order, CHALLENGED_WITHIN_MS).finally(() => mine === tries && offerWayOut(false))
  if (mine !== tries) return
  if (!isOver) clear()
  say("finishing")
  await follow(await post("validate", { session }), mine)
}

/** The script covers the page with the issuer's. A way out stays above both. */
function offerWayOut(isOffered: boolean): void {
  main.classList.toggle("challenged", isOffered)
  leaving.hidden = isOffered
  wayOut.hidden = !isOffered
  // Older browsers have no layer above all others.
  wayOut.togglePopover?.(isOffered)
}

/** Ends a challenge that the payer leaves, or that did not end by itself. */
function clear(): void {
  offerWayOut(false)
  removeOverlay(main)
  isSpent = true
}

/** Watches the payment from a state on. While its sale is being decided, this page says so: the one around a frame only hears this page. */
function watch(shown: string): () => void {
  return watchStatus(status, shown, {
    onTime: () => {
      // Only an answer that is later than the patience may say that nothing was charged.
      if (shown === "waiting" && Date.now() >= patientUntil) failed()
    },
    onLost: (times) => {
      lost.hidden = times < LOST_AFTER
    },
    onEnd: (ended, now) => {
      if (ended) {
        if (!tell?.(ended)) goOn()
        return
      }
      // The issuer wants more of the payer. The server leads to the page for that.
      if (now === "moved") return location.reload()
      check = watch(now)
      if (now !== "waiting") return finish()
      mayCharge = true
      failed()
    },
  })
}

function goOn(): void {
  location.replace(`${location.pathname}?watched`)
}

/** The server knows what has become of the payment, or will in a moment. */
function finish(what = "finishing"): void {
  leaving.hidden = true
  retry.hidden = true
  if (contact) contact.hidden = true
  say(what)
  patientUntil = Date.now() + PATIENCE_MS
  check()
}

function failed(): void {
  patientUntil = Number.POSITIVE_INFINITY
  say("again", true)
  retry.hidden = false
  leaving.hidden = false
  if (document.hasFocus()) retry.focus()
}

function correct(names: string[]): void {
  say("")
  if (contact) {
    contact.hidden = false
    showWrong(contact, names)
  } else failed()
}

function say(what: string, still = false): void {
  doing.classList.toggle("still", still)
  doing.textContent = doing.dataset[what] ?? ""
}

async function post(step: string, body: object): Promise<Step> {
  const response = await fetch(`${base}/${step}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${step}: ${response.status}`)
  return response.json()
}
