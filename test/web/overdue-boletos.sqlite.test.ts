import { expect } from "chai"
import { DateTime } from "luxon"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { help, payWith, perform, retrieve } from "../support/merchants/rails.ts"

describe("The page of a boleto whose bank takes days to report a payment", () => {
  let vintem: Running
  let merchant: Merchant
  const clock = { ms: 0, now: () => clock.ms }
  const setTime = (time: string) => {
    clock.ms = DateTime.fromISO(time, { zone: "America/Sao_Paulo" }).toMillis()
  }
  setTime("2026-12-01T12:00")
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    replaceAcquirer(vintem, merchant, (bank) => ({ ...bank, boletoClearingDays: 3 }))
  })

  const pageOf = ({ next_action }: Json): string => next_action.pdf_url.replace("/boleto.pdf", "")
  const read = async (intent: Json, language = "en") =>
    (await fetch(pageOf(intent), { headers: { "accept-language": language } })).text()
  const stateOf = async (intent: Json) => ((await (await fetch(`${pageOf(intent)}/status`)).json()) as Json).state
  const files = async ({ next_action: { pdf_url, barcode_url } }: Json) =>
    Promise.all([pdf_url, barcode_url].map(async (url) => (await fetch(url)).status))

  for (const [issued, due, until, why] of [
    ["2026-12-01", "2026-12-04", "2026-12-04", "the end of its due date"],
    ["2026-12-02", "2026-12-05", "2026-12-07", "the end of the next business day, where it falls due on a Saturday"],
  ] as const) {
    it(`invites payment until ${why}, and then says that the payment is looked for`, async () => {
      setTime(`${issued}T12:00`)
      const intent = await payWith(merchant, "boleto")
      expect(DateTime.fromSeconds(intent.next_action.expires_at, { zone: "America/Sao_Paulo" }).toISODate()).to.equal(due)
      setTime(`${until}T23:59:59`)
      expect(await read(intent))
        .to.contain("Pay the boleto")
        .and.to.contain("<textarea")
        .and.to.contain("/boleto.pdf")
      expect([await stateOf(intent), await files(intent)]).to.deep.equal(["waiting", [200, 200]])

      clock.ms += 1000
      await perform(vintem, callAcquirers, merchant.account)
      expect((await retrieve(merchant, intent.id)).status).to.equal("requires_action")
      const html = await read(intent)
      expect(html).to.contain("The time to pay is over").and.to.contain("We are checking whether your payment has arrived.")
      expect(html).not.to.match(/<textarea|data-copy|\/boleto\.pdf|\/barcode\.png|\d{5}\.\d{5}/)
      expect([await stateOf(intent), await files(intent)]).to.deep.equal(["checking", [410, 410]])

      await help(merchant, intent.id, "succeed")
      expect(await read(intent)).to.contain("Payment received")
    })
  }

  it("says that the time is over in the payer's language", async () => {
    setTime("2026-12-01T12:00")
    const intent = await payWith(merchant, "boleto")
    setTime("2026-12-05T00:00")
    expect(await read(intent, "pt-BR"))
      .to.contain("O prazo para pagar acabou")
      .and.to.contain("Estamos conferindo se o pagamento chegou.")
    expect(await read(intent, "es"))
      .to.contain("El plazo para pagar terminó")
      .and.to.contain("Estamos comprobando si llegó el pago.")
  })
})
