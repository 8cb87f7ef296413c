// Live mode is on Postgres, so SQLite is enough for test mode.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { spawnCommand } from "../../support/app/commands.ts"
import { authorityFile } from "../../support/network/https-sink.ts"
import { type LiveAccount, startLiveAccount } from "./live-account.ts"

describe("vintem acquirer check, at the merchant's bank", function () {
  this.timeout(240_000)
  let live: LiveAccount
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vintem-check-"))
    // Efí tries the address of notifications before it takes it.
    live = await startLiveAccount({ profile: "efi" })
  })
  after(async () => {
    await live?.close()
    await rm(folder, { recursive: true })
  })

  async function check(...more: string[]) {
    const env = { ...live.env, NODE_EXTRA_CA_CERTS: await authorityFile(folder) }
    const args = ["acquirer", "check", "--account", live.merchant.account, "--json", ...more]
    const { status, stdout, stderr } = await spawnCommand(args, env)
    expect(live.bank.secretsIn(stdout + stderr)).to.deep.equal([])
    return { status, stderr, found: stdout.startsWith("[") ? JSON.parse(stdout) : [] }
  }
  const results = (found: { name: string; result: string }[]) =>
    Object.fromEntries(found.map(({ name, result }) => [name, result]))

  it("misses the address for notifications, sets it at the bank, and then proves everything without moving money", async () => {
    const right = {
      certificate: "right",
      token: "right",
      scopes: "right",
      pix_key: "right",
      clock: "right",
      notifications: "right",
    }
    const before = await check("--name", "bank-pix")
    expect([before.status, results(before.found)]).to.deep.equal([1, { ...right, notifications: "wrong" }])
    expect(before.stderr).to.contain("does not work as it is set: notifications")
    const registered = await check("--name", "bank-pix", "--register")
    expect([registered.status, results(registered.found)]).to.deep.equal([0, { registration: "right", ...right }])
    expect(live.bank.ledger()).to.deep.equal([])
  })

  it("lets the bank test that the address demands its certificate, and proves it too", async () => {
    await live.setBank({ webhook: { mtls: true } })
    const { status, found } = await check("--name", "bank-pix", "--register")
    expect([status, results(found).registration, results(found).webhook_mtls]).to.deep.equal([0, "right", "right"])
  })

  it("sets and proves the addresses of PIX Automático too, once the account is there to which its money goes", async () => {
    const { agencia: branch, conta: number, tipoConta: type } = live.bank.account.number
    await live.setBank({ account: { branch, number, type } })
    const before = await check("--name", "bank-pix")
    expect(results(before.found)).to.include({ scopes: "right", mandates: "right", mandate_notifications: "wrong" })
    const { status, found } = await check("--name", "bank-pix", "--register")
    expect(found.filter(({ result }: { result: string }) => result !== "right")).to.deep.equal([])
    expect(results(found)).to.include({ mandates: "right", mandate_charge_notifications: "right" })
    expect(status).to.equal(0)
  })

  it("registers no address where the acquirer has to be told in another way", async () => {
    const { status, stderr } = await check("--name", "cielo", "--register")
    expect(status).to.equal(1)
    expect(stderr).to.contain("takes no address by a command")
  })
})
