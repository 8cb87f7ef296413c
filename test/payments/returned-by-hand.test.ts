import { expect } from "chai"
import { mayFail, recoverAttempts } from "../support/merchants/rails.ts"
import { CHARGEBACK, DAY, FOUND, GIVEN_UP, returnedMoney, STATUS } from "./returned.ts"

describe("A chargeback of money that no payment keeps, and that a person settles,", () => {
  const at = returnedMoney()
  const { attention, chargeBack, cielo, disputed, inquiries } = at
  const { merchant, notify, payTooLate, poll, returnInPortal, sale, server, wait } = at

  describe("while a person is to pay it back", () => {
    /** Cielo refuses the reversal, so a person is to pay the money back. */
    async function leaveToPerson(): Promise<string> {
      const id = await payTooLate()
      await cielo().control.setFaults({ fault: "void_code:72", operation: "void" })
      for (const later of [FOUND, FOUND + 1]) await poll(later)
      expect((await attention()).map(({ kind, amount }) => [kind, amount])).to.deep.equal([["reversal_by_hand", 4990]])
      return id
    }

    it("leaves less to pay back, and nothing where it takes all", async () => {
      const id = await leaveToPerson()
      await chargeBack(1000)
      await notify(CHARGEBACK)
      await poll(FOUND + 100)
      expect((await attention()).map(({ kind, amount }) => [kind, amount])).to.deep.equal([["reversal_by_hand", 3990]])
      await chargeBack(3990)
      await notify(CHARGEBACK)
      await poll(FOUND + 200)
      expect([await attention(), await disputed(id)]).to.deep.equal([[], []])
    })

    it("is a dispute as far as the person has paid it back", async () => {
      const id = await leaveToPerson()
      await returnInPortal(1000)
      await notify(STATUS)
      await poll(FOUND + 100)
      const [item] = await attention()
      expect(item).to.include({ kind: "reversal_by_hand", amount: 3990 })
      expect((await server().cli("refunds", "settle", item!.id)).status).to.equal(0)
      await chargeBack(500)
      await notify(CHARGEBACK)
      await poll(FOUND + 200)
      expect(await disputed(id)).to.deep.equal([[500, 500]])
    })
  })

  describe("while Cielo does not say what it holds", () => {
    /** The reversal is sent, and nobody hears whether it was made. Returns the id by which a person settles it. */
    async function leaveUnknown(fault: string, amount: number): Promise<string> {
      await cielo().control.setFaults({ operation: "query", fault: "error_before" }, { operation: "void", fault })
      for (const later of [1, GIVEN_UP, 2 * GIVEN_UP]) await mayFail(recoverAttempts(server(), merchant().account, later))
      wait(FOUND + 3 * GIVEN_UP)
      const item = (await attention()).find(({ kind }) => kind === "outcome_unknown")
      expect(item).to.include({ amount })
      return item!.id
    }

    it("is no dispute where a person finds the rest sent back", async () => {
      const id = await payTooLate()
      await chargeBack(1000)
      await poll(FOUND)
      const reversal = await leaveUnknown("cut_after", 3990)
      expect(await sale()).to.include({ captured: 4990, voided: 3990, charged_back: 1000 })
      expect((await server().cli("refunds", "settle", reversal)).status).to.equal(0)
      await cielo().control.setFaults()
      await notify(CHARGEBACK)
      await poll(DAY)
      expect([await disputed(id), await attention(), await inquiries()]).to.deep.equal([[], [], ["done"]])
    })

    it("is a dispute as far as a person has paid the rest to the payer's bank account", async () => {
      const id = await payTooLate()
      await returnInPortal(1000)
      await poll(FOUND)
      const reversal = await leaveUnknown("cut_before", 3990)
      expect((await server().cli("refunds", "settle", reversal)).status).to.equal(0)
      await cielo().control.setFaults()
      await chargeBack(500)
      await notify(CHARGEBACK)
      await poll(DAY)
      expect(await disputed(id)).to.deep.equal([[500, 500]])
    })
  })
})
