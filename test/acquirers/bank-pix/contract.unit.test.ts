import { expect } from "chai"
import { type BankPix, startBankPix } from "../../bank-pix/bank-pix.ts"
import { PROFILES, type ProfileName } from "../../bank-pix/profiles.ts"
import { acquirerContract } from "../contract.ts"
import { ACCOUNT, type Opened, openBankPix } from "./open.ts"

const banks: BankPix[] = []
const adapters: Opened[] = []
after(async () => {
  for (const { acquirer } of adapters) await acquirer.close!()
  // Throws after a request without the contract's shape, and after what no adapter should do.
  for (const bank of banks) await bank.close()
})

for (const profile of Object.keys(PROFILES) as ProfileName[])
  acquirerContract(
    `bank-pix at a bank like ${profile}`,
    async () => {
      const bank = await startBankPix({ profile })
      const opened = await openBankPix(bank)
      banks.push(bank)
      adapters.push(opened)
      return {
        acquirer: opened.acquirer,
        account: ACCOUNT,
        approved: "",
        refused: "",
        pay: async (reference) => void bank.pay(`vintem${reference}`),
        endRefunds: async (e2eid) => void bank.settleRefund({ e2eid }),
      }
    },
    { onlyPix: true },
  )

describe("The adapter of banks", () => {
  it("sends nothing that the contract does not allow, and logs no secret", () => {
    expect(banks).to.have.lengthOf(Object.keys(PROFILES).length)
    for (const [index, bank] of banks.entries()) {
      expect(bank.misuse()).to.deep.equal([])
      expect(bank.secretsIn(JSON.stringify(adapters[index]!.lines))).to.deep.equal([])
    }
  })
})
