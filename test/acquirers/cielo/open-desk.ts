// The desk for Cielo's chargebacks, as an account uses it.
import pino from "pino"
import type { ChargebackDesk, DeskAddresses } from "../../../src/acquirers/chargebacks.ts"
import { openDesk } from "../../../src/acquirers/cielo/chargebacks/desk.ts"
import type { Chargebacks } from "../../support/cielo-chargebacks/chargebacks.ts"
import { trustTestAuthority } from "../../support/network/https-sink.ts"

export const EC = "2000000001"

export const signal = () => AbortSignal.timeout(20_000)

/** What `acquirer chargebacks set` stores for the merchant that the simulator knows. */
export function credentialsOf({ client, certificate }: Chargebacks) {
  const { cert, key } = certificate
  return { client_id: client.id, client_secret: client.secret, certificate: cert, key, user_name: "ana@example.com", head: null }
}

export function addressesOf(cielo: Chargebacks): DeskAddresses {
  return {
    cieloChargebackUrl: cielo.baseUrl().replace(/\/$/, ""),
    cieloChargebackTokenUrl: cielo.tokenUrl,
    cieloChargebackFile: cielo.options.refusal,
  }
}

/** Trusts the simulator's certificate first. `lines` are what the desk has logged. */
export async function openTestDesk(cielo: Chargebacks, more: object = {}): Promise<{ desk: ChargebackDesk; lines: string[] }> {
  await trustTestAuthority()
  const lines: string[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(line) })
  const credentials = { account: "acct_1", ...credentialsOf(cielo), establishments: async () => [EC], ...more }
  return { desk: openDesk(credentials, addressesOf(cielo), log), lines }
}
