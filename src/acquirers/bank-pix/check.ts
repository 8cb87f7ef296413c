import { randomBase62 } from "../../base/ids.ts"
import { CallRefused, type Checked } from "../acquirer.ts"
import { type Charge, readCharge, txidOf } from "./charge.ts"
import { checkAddresses, NO_ANSWER, namesOfAddresses } from "./check-addresses.ts"
import { checkMtls, demandsCertificate } from "./check-mtls.ts"
import type { Account } from "./exchange.ts"
import { ask, write } from "./failures.ts"
import { saleOutcome } from "./outcomes.ts"
import { voidPix } from "./sales.ts"
import { scopesOf } from "./tokens.ts"

const NOT_ASKED = "It was not asked, because the bank gives no token."
/** A difference with which codes still live for about as long as they should. */
const MAX_DIFFERENCE_MS = 30_000
/** For so long the charge of a check may be paid at most. */
const CHECK_SECONDS = 60

/**
 * Proves the credentials without moving money. A charge of a cent that nobody sees is made, and removed at once: nothing else says whether the key
 * is the account's. `notificationUrl` is our address for notifications.
 */
export async function check(
  account: Account,
  notificationUrl: string | undefined,
  signal: AbortSignal,
): Promise<readonly Checked[]> {
  const certificate = checkCertificate(account)
  const access = await checkAccess(account, signal)
  const [token] = access
  if (token?.result !== "right") {
    const names = ["pix_key", "clock", ...(hasMandates(account) ? ["mandates"] : []), ...namesOfAddresses(account)]
    return [certificate, ...access, ...names.map((name): Checked => ({ name, result: "unknown", text: NOT_ASKED }))]
  }
  const mandates = hasMandates(account) ? [await checkMandates(account, signal)] : []
  const mtls = demandsCertificate(account) ? [await checkMtls(account, notificationUrl, signal)] : []
  const addresses = [...(await checkAddresses(account, notificationUrl, signal)), ...mtls]
  return [certificate, ...access, ...(await checkKey(account, signal)), ...mandates, ...addresses]
}

/** Whether anybody has said to which account the money of PIX Automático goes. */
function hasMandates(account: Account): boolean {
  return account.credentials().account !== undefined
}

function checkCertificate(account: Account): Checked {
  const name = "certificate"
  const end = account.credentials().certificateEnd * 1000
  const day = new Date(end).toISOString().slice(0, 10)
  if (end <= account.now()) return { name, result: "wrong", text: `It ended on ${day}. Ask the bank for a new one.` }
  return { name, result: "right", text: `It is valid until ${day}.` }
}

async function checkAccess(account: Account, signal: AbortSignal): Promise<Checked[]> {
  const [token, scopes] = ["token", "scopes"]
  try {
    const missing = await account.missingScopes(signal)
    const right: Checked = { name: token, result: "right", text: "The bank gives a token for the client and the certificate." }
    if (!missing) return [right, { name: scopes, result: "unknown", text: "The bank does not say which scopes it has granted." }]
    if (missing.length === 0)
      return [right, { name: scopes, result: "right", text: `The bank grants ${scopesOf(account.credentials()).join(", ")}.` }]
    return [right, { name: scopes, result: "wrong", text: `The bank does not grant ${missing.join(", ")}. Ask it to.` }]
  } catch (error) {
    const isWrong = error instanceof CallRefused
    const text = isWrong ? "The bank gives no token for the client, its secret and the certificate." : NO_ANSWER
    return [
      { name: token, result: isWrong ? "wrong" : "unknown", text },
      { name: scopes, result: "unknown", text: NOT_ASKED },
    ]
  }
}

/** The key, and the clock of the bank. */
async function checkKey(account: Account, signal: AbortSignal): Promise<Checked[]> {
  const { pix_key: chave } = account.credentials()
  const txid = txidOf(randomBase62(20))
  const body = { calendario: { expiracao: CHECK_SECONDS }, valor: { original: "0.01" }, chave }
  const began = account.now()
  const written = await write(account, { method: "PUT", path: `/cob/${txid}`, body }, signal)
  const ended = account.now()
  try {
    if (written.result === "refused")
      return [
        keyIs("wrong", `The bank makes no charge with this key (${written.error}). It must be one of the account.`),
        clockIs("unknown", NO_ANSWER),
      ]
    if (written.result === "unavailable" && written.refused)
      return [keyIs("wrong", "The bank takes no charges of this client."), clockIs("unknown", NO_ANSWER)]
    if (written.result !== "done") return [keyIs("unknown", NO_ANSWER), clockIs("unknown", NO_ANSWER)]
    const charge = readCharge(written.answer)
    const isPayable = saleOutcome(charge, []).result === "action_required"
    const key = isPayable
      ? keyIs("right", "The bank has made a charge with this key, which nobody saw, and removed it.")
      : keyIs("wrong", "The bank makes charges with this key, but no code that can be paid.")
    return [key, clockOf(charge, { began, ended })]
  } catch {
    return [keyIs("unknown", NO_ANSWER), clockIs("unknown", NO_ANSWER)]
  } finally {
    // Otherwise it ends by itself within a minute, and nobody has its code.
    if (written.result === "done" || written.result === "unknown") await voidPix(account, txid, signal).catch(() => {})
  }
}

const keyIs = (result: Checked["result"], text: string): Checked => ({ name: "pix_key", result, text })
const clockIs = (result: Checked["result"], text: string): Checked => ({ name: "clock", result, text })

function clockOf({ created }: Charge, { began, ended }: { began: number; ended: number }): Checked {
  const difference = Math.round((created < began ? created - began : Math.max(0, created - ended)) / 1000)
  const isRight = Math.abs(difference) * 1000 <= MAX_DIFFERENCE_MS
  if (isRight) return clockIs("right", `The bank's clock differs from this machine's by ${Math.abs(difference)} seconds at most.`)
  return clockIs(
    "wrong",
    `The bank's clock is ${Math.abs(difference)} seconds ${difference < 0 ? "behind" : "ahead of"} this machine's.`,
  )
}

/**
 * PIX Automático: whether the bank shows mandates and their charges, where they are said to be. Whether it takes the account, only a real charge
 * under a mandate would say.
 */
async function checkMandates(account: Account, signal: AbortSignal): Promise<Checked> {
  const name = "mandates"
  const now = account.now()
  const query = { inicio: new Date(now - CHECK_SECONDS * 1000).toISOString(), fim: new Date(now).toISOString() }
  try {
    for (const path of ["/rec", "/cobr"]) {
      const found = await ask(account, { method: "GET", path, query }, signal)
      if (!found) return { name, result: "wrong", text: `The bank has no PIX Automático at this address (GET ${path}).` }
    }
    return { name, result: "right", text: "The bank shows mandates of PIX Automático and their charges." }
  } catch (error) {
    if (!(error instanceof CallRefused)) return { name, result: "unknown", text: NO_ANSWER }
    const text = "The bank does not let this client see mandates and their charges. Ask it for PIX Automático."
    return { name, result: "wrong", text }
  }
}
