import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"

describe("A list of the command line that is empty", function () {
  this.timeout(60_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  for (const [command, sentence] of [
    ["deliveries list --mode test", "No deliveries."],
    ["integrations list --mode test", "No integrations."],
    ["origins list --mode test", "No origins."],
    ["plans list --mode test", "No plans."],
    ["attention list", "Nothing needs attention."],
  ] as const) {
    it(`says so: vintem ${command}`, async () => {
      const { status, stdout, stderr } = await vintem.cli(...command.split(" "))
      expect(status, stderr).to.equal(0)
      expect(stdout).to.equal(`${sentence}\n`)
      expect((await vintem.cli(...command.split(" "), "--json")).json).to.deep.equal([])
    })
  }

  for (const command of ["deliveries list --mode test", "attention list", "audit list", "logs tail --no-follow", "plans list"]) {
    it(`is refused for an account that does not exist: vintem ${command}`, async () => {
      const { status, stdout, stderr } = await vintem.cli(...command.split(" "), "--account", "acct_0")
      expect([status, stdout]).to.deep.equal([1, ""])
      expect(stderr).to.equal("vintem: No such account: 'acct_0'. List them with: vintem accounts list\n")
    })
  }
})
