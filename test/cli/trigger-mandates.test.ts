import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"

describe("vintem trigger --method pix_automatico", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("plays PIX Automático: the mandate, a period that is paid, one that is retried, and a payer who cancels", async () => {
    const own = await newMerchant(vintem)
    const play = async (type: string, ...options: string[]): Promise<Json> => {
      const { json, stderr } = await vintem.cli(
        ...["trigger", type, "--method", "pix_automatico"],
        ...options,
        "--account",
        own.account,
        "--json",
      )
      expect(json, stderr).to.be.an("object")
      return json
    }
    const typesOf = ({ events }: Json) => events.map(({ type }: Json) => type)
    const begun = [
      ...["customer.created", "payment_method.attached", "payment_intent.requires_action", "payment_intent.succeeded"],
      ...["customer_subscription.created", "payment_method.updated"],
    ]
    const founded = await play("payment_intent.succeeded")
    expect(founded.payment_intent).to.deep.include({ status: "succeeded", payment_method_types: ["pix_automatico"] })
    expect(typesOf(founded)).to.have.members(begun)
    const paid = await play("payment_intent.processing")
    expect(paid.payment_intent).to.deep.include({ status: "succeeded", payment_method_types: ["pix_automatico"] })
    expect(paid.payment_intent.subscription).to.match(/^csub_/)
    expect(typesOf(paid).slice(begun.length)).to.include.members(["payment_intent.processing", "payment_intent.succeeded"])
    const retried = await play("payment_intent.payment_failed")
    expect(retried.payment_intent.last_payment_error.code).to.equal("insufficient_funds")
    expect(typesOf(retried).filter((type: string) => type === "payment_intent.payment_failed")).to.have.length(2)
    expect(typesOf(retried).at(-1)).to.equal("customer_subscription.updated")
    const canceled = await play("payment_method.detached")
    const { object } = canceled.events.find(({ type }: Json) => type === "payment_method.detached").data
    expect([object.pix_automatico.status, object.customer]).to.deep.equal(["canceled", null])
    expect((await play("payment_intent.requires_action")).payment_intent.next_action.qr_code_data).to.include("/rec/")
    expect((await play("payment_intent.canceled")).payment_intent.status).to.equal("canceled")
  })
})
