import type { Checked } from "../acquirer.ts"
import { isSuccess, NotSent } from "../wire/request.ts"
import type { Account } from "./exchange.ts"

const name = "webhook_mtls"
/** How servers that end TLS say that no certificate was shown. nginx: 400, or 495 and 496 in its log. */
const TURNED_AWAY = new Set([400, 401, 403, 495, 496])

/** Whether the credentials say that our address demands the bank's certificate. */
export function demandsCertificate(account: Account): boolean {
  return account.credentials().webhookMtls
}

/**
 * Whether our address for notifications turns a caller away who shows no certificate. TLS ends in front of this process, so nothing else is seen from
 * here: not whose certificates are taken there.
 */
export async function checkMtls(account: Account, url: string | undefined, signal: AbortSignal): Promise<Checked> {
  if (url === undefined) return { name, result: "unknown", text: "There is no address for notifications." }
  try {
    const answer = await account.knock(url, signal)
    if (isSuccess(answer))
      return {
        name,
        result: "wrong",
        text: "Our address takes calls without a certificate. Let the proxy in front of it demand the bank's.",
      }
    if (TURNED_AWAY.has(answer.status)) return right()
    return { name, result: "unknown", text: `Our address answers ${answer.status} to a call without a certificate.` }
  } catch (error) {
    // Without a certificate, the connection is made, and ends before an answer.
    const isCut = !(error instanceof NotSent) || /ALERT|CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/.test(error.message)
    return isCut ? right() : { name, result: "unknown", text: "Our address cannot be reached from here." }
  }
}

function right(): Checked {
  return { name, result: "right", text: "Our address turns away who shows no certificate." }
}
