import { Agent, request } from "undici"
import type { Attack } from "../attack.ts"
import { counted, newTenant } from "./tenant.ts"

const CONNECTIONS = 40
const LINKS = 60
const ADDRESS = "127.0.0.7"

/** Payers, who need no key, repeatedly request one QR code. */
export const oneQrCode: Attack = { name: "one QR code", begin: (target) => draw(target, 1) }

/** Payers repeatedly request the QR codes of many payments. */
export const manyQrCodes: Attack = { name: "many QR codes", begin: (target) => draw(target, LINKS) }

async function draw(target: Parameters<Attack["begin"]>[0], links: number) {
  const tenant = await newTenant(target, { keys: 4, address: ADDRESS })
  const document = { type: "cpf", number: "11144477735" }
  const { id: customer } = (await tenant.post("/v1/customers", { email: "pix@example.com", name: "Maria", document })).body
  const pictures: string[] = []
  while (pictures.length < links) {
    const pix = { amount: 100, currency: "brl", customer, payment_method_types: ["pix"] }
    const { id } = (await tenant.post("/v1/payment_intents", pix)).body
    const { id: payment_method } = (await tenant.post("/v1/tokens", { type: "pix" })).body
    const { body } = await tenant.post(`/v1/payment_intents/${id}/confirm`, { payment_method })
    pictures.push((body.next_action as unknown as { qr_code_url: string }).qr_code_url)
  }
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: { localAddress: ADDRESS } })
  const statuses: number[] = []
  let ending = false
  const visit = async () => {
    while (!ending) {
      const response = await request(pictures[statuses.length % links]!, { dispatcher }).catch(() => undefined)
      await response?.body.dump().catch(() => {})
      statuses.push(response?.statusCode ?? 0)
    }
  }
  const visits = Array.from({ length: CONNECTIONS }, visit)
  return {
    end: async () => {
      ending = true
      await Promise.all([...visits, tenant.end()])
      await dispatcher.destroy()
    },
    reached: () => counted(statuses),
  }
}
