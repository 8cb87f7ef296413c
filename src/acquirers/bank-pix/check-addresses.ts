// Our addresses for notifications at the bank: whether it has them, and how it is told them.
import { CallRefused, type Checked } from "../acquirer.ts"
import { objectOf } from "../wire/json.ts"
import type { Account } from "./exchange.ts"
import { ask, type Written, write } from "./failures.ts"
import { textOf } from "./wire.ts"

export const NO_ANSWER = "The bank gave no answer. Check the addresses and the network, and try again."

/** `what` it notifies about. Banks put `suffix` after our address, and some show it with that. */
type Address = { name: string; path: string; scope: string; suffix: string; what: string }

/** One address for the payments of the key. With PIX Automático, one for the merchant's mandates and one for their charges. */
function addressesOf(account: Account): Address[] {
  const { pix_key, account: bankAccount } = account.credentials()
  const key = { name: "notifications", path: `/webhook/${encodeURIComponent(pix_key)}`, what: "the key" }
  const payments = { ...key, scope: "webhook", suffix: "/pix" }
  if (!bankAccount) return [payments]
  return [
    payments,
    { name: "mandate_notifications", path: "/webhookrec", scope: "webhookrec", suffix: "/rec", what: "mandates" },
    { name: "mandate_charge_notifications", path: "/webhookcobr", scope: "webhookcobr", suffix: "/cobr", what: "their charges" },
  ]
}

export function namesOfAddresses(account: Account): string[] {
  return addressesOf(account).map(({ name }) => name)
}

/** Whether the bank has our address for each thing. `notificationUrl`: undefined if it has no secret. */
export async function checkAddresses(
  account: Account,
  notificationUrl: string | undefined,
  signal: AbortSignal,
): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const address of addressesOf(account)) checked.push(await checkAddress(account, address, notificationUrl, signal))
  return checked
}

async function checkAddress(
  account: Account,
  { name, path, scope, suffix, what }: Address,
  notificationUrl: string | undefined,
  signal: AbortSignal,
): Promise<Checked> {
  try {
    const answer = await ask(account, { method: "GET", path }, signal)
    const url = answer && textOf(objectOf(answer.body).webhookUrl)
    if (url === undefined)
      return { name, result: "wrong", text: `The bank has no address for ${what}. Run 'vintem acquirer check --register'.` }
    const shown = url.endsWith(suffix) ? url.slice(0, -suffix.length) : url
    if (shown === notificationUrl) return { name, result: "right", text: `The bank notifies our address about ${what}.` }
    return {
      name,
      result: "wrong",
      text: `The bank notifies another address about ${what}. Run 'vintem acquirer check --register'.`,
    }
  } catch (error) {
    if (!(error instanceof CallRefused)) return { name, result: "unknown", text: NO_ANSWER }
    return {
      name,
      result: "wrong",
      text: `The bank does not let this client read the address for ${what}. Ask it for the scope ${scope}.read.`,
    }
  }
}

/** Tells the bank our address for notifications, in the place of those that it has. */
export async function register(account: Account, webhookUrl: string, signal: AbortSignal): Promise<Checked> {
  const { profile, webhookMtls } = account.credentials()
  const { skipsProbe } = profile
  // An address that demands the bank's certificate stands the bank's own test.
  const headers = skipsProbe && !webhookMtls && { headers: { [skipsProbe.name]: skipsProbe.value } }
  for (const address of addressesOf(account)) {
    const written = await write(account, { method: "PUT", path: address.path, body: { webhookUrl }, ...headers }, signal)
    if (written.result !== "done") return notRegistered(address, written)
  }
  return { name: "registration", result: "right", text: "The bank has our address." }
}

function notRegistered({ scope, what }: Address, written: Written): Checked {
  const name = "registration"
  if (written.result === "refused")
    return {
      name,
      result: "wrong",
      text: `The bank does not take our address for ${what} (${written.error}). It must be https, and the bank must reach it.`,
    }
  if (written.result === "unavailable" && written.refused)
    return {
      name,
      result: "wrong",
      text: `The bank does not let this client set the address for ${what}. Ask it for the scope ${scope}.write.`,
    }
  return { name, result: "unknown", text: NO_ANSWER }
}
