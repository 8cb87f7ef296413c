// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomUUID } from "node:crypto"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { type CommandResult, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { merchantCertificate } from "../support/cielo-chargebacks/certificates.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const KEY = "K3yOfTheMerchantThatMustNotBeShownAnywhe"
const SECRET = "D/secretOfTheMpiThatMustNotBeShown+1234="
const ID = "0a1b2c3d-0000-4000-8000-0123456789ab"
const MPI = { client_id: "dba3a8db-client", establishment_code: "0106993069", merchant_name: "Loja São João", mcc: "0742" }
const FILE = `
merchant_id: ${ID}
merchant_key: ${KEY}
boleto_provider: BancoDoBrasil3
mpi:
  client_id: dba3a8db-client
  client_secret: ${SECRET}
  establishment_code: 0106993069
  merchant_name: Loja São João
  mcc: 0742
`

describe("vintem acquirer set --credentials-file", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  const outputs: string[] = []
  before(async () => {
    databases = await freshDatabases({ live: true })
    vintem = await startVintem({}, { live: true, databases })
  })
  after(() => databases.remove())

  async function run(args: string[], stdin?: string): Promise<CommandResult> {
    const result = await runCommand(["acquirer", ...args], databases.env, stdin)
    outputs.push(result.stdout, result.stderr)
    return result
  }
  const set = ({ account }: Merchant, text: string, ...more: string[]) =>
    run(["set", "--account", account, "--name", "cielo", "--credentials-file", "-", ...more, "--json"], text)
  const show = async ({ account }: Merchant) => (await run(["show", "--account", account, "--json"])).json[0]
  const authenticatorOf = async ({ account }: Merchant) => {
    const { database, routingOf } = vintem.server.modes.live!
    return (await database.transaction((tx) => routingOf(tx, account, "card"))).own?.acquirer.authenticator
  }
  const json = (more: object) => JSON.stringify({ merchant_id: ID, merchant_key: KEY, ...more })

  it("sets the credentials and those of 3-D Secure, which never show their secrets", async () => {
    const merchant = await newMerchant(vintem, "live")
    const file = join(databases.directory, `${randomUUID()}.yaml`)
    await writeFile(file, FILE, { mode: 0o600 })
    const args = ["set", "--account", merchant.account, "--name", "cielo", "--credentials-file", file, "--json"]
    const { status, json: shown, stderr } = await run(args)
    await rm(file)
    expect(status, stderr).to.equal(0)
    expect(shown).to.deep.include({ merchant_id: ID, boleto_provider: "BancoDoBrasil3", mpi: MPI })
    expect(await show(merchant)).to.deep.equal(shown)
    expect((await run(["show", "--account", merchant.account])).stdout).to.contain(
      "client id dba3a8db-client, establishment code 0106993069",
    )
    expect(await authenticatorOf(merchant)).to.be.an("object")
    const { json: entries } = await vintem.cli("audit", "list", "--mode", "live", "--account", merchant.account, "--json")
    expect(entries[0]).to.include({ action: "acquirer.set", outcome: "done" })
    expect(entries[0].target).to.match(/^cred_/)
  })

  it("keeps 3-D Secure if the merchant id stays, and removes it where the file says so", async () => {
    const merchant = await newMerchant(vintem, "live")
    await set(merchant, FILE)
    await set(merchant, json({}))
    expect(await show(merchant)).to.deep.include({ boleto_provider: null, mpi: MPI })
    const options = ["--account", merchant.account, "--name", "cielo", "--merchant-id", ID, "--merchant-key-file", "-"]
    expect((await run(["set", ...options], KEY)).status).to.equal(0)
    expect(await show(merchant)).to.deep.include({ mpi: MPI })
    expect(await authenticatorOf(merchant)).to.be.an("object")
    await set(merchant, json({ mpi: null }))
    expect(await show(merchant)).to.include({ mpi: null })
    expect(await authenticatorOf(merchant)).to.equal(undefined)
    await set(merchant, json({ mpi: { ...MPI, client_secret: SECRET, amex_code: "1234567890" } }))
    expect((await show(merchant)).mpi).to.deep.equal({ ...MPI, amex_code: "1234567890" })
    await set(merchant, json({ merchant_id: randomUUID() }))
    expect(await show(merchant)).to.include({ mpi: null })
  })

  it("sets Cielo's EC numbers and the access to chargebacks, keeps what is left out, and removes what is null", async () => {
    const merchant = await newMerchant(vintem, "live")
    const { cert: certificate, key } = await merchantCertificate()
    const access = { client_id: "desk-client", user_name: "ana@loja.example" }
    const chargebacks = { ...access, client_secret: SECRET, certificate, key }
    const { status, stderr, json: shown } = await set(merchant, json({ ec: ["0106993069", "0106993070"], chargebacks }))
    expect(status, stderr).to.equal(0)
    expect(shown.ec).to.deep.equal(["0106993069", "0106993070"])
    expect(shown.chargebacks).to.deep.include({ ...access, head: null })
    const text = (await run(["show", "--account", merchant.account])).stdout
    expect(text).to.contain("client id desk-client, user name ana@loja.example").and.contain("0106993069, 0106993070")
    await set(merchant, json({}))
    expect(await show(merchant)).to.deep.equal({ ...shown, created: (await show(merchant)).created })
    await set(merchant, json({ ec: ["0106993071"], chargebacks: null }))
    expect(await show(merchant)).to.deep.include({ ec: ["0106993071"], chargebacks: null })
    const { json: entries } = await vintem.cli("audit", "list", "--mode", "live", "--account", merchant.account, "--json")
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).to.include("acquirer.set_chargebacks").and.include("acquirer.remove_chargebacks")
  })

  it("changes nothing where EC numbers or the access to chargebacks cannot be right", async () => {
    const merchant = await newMerchant(vintem, "live")
    const { cert: certificate, key } = await merchantCertificate()
    const chargebacks = { client_id: "desk-client", client_secret: SECRET, certificate, key, user_name: "ana@loja.example" }
    const { user_name: _, ...nobody } = chargebacks
    const wrongs: [string, string][] = [
      [json({ ec: "0106993069" }), "need a list of EC numbers in ec"],
      [json({ ec: ["12"] }), "10 digits"],
      [json({ chargebacks }), "has no EC numbers"],
      [json({ ec: ["0106993069"], chargebacks: nobody }), "needs a text in chargebacks.user_name"],
      [json({ ec: ["0106993069"], chargebacks: { ...chargebacks, more: SECRET } }), "unknown member: chargebacks.more"],
      [json({ ec: ["0106993069"], chargebacks: { ...chargebacks, key: SECRET } }), "must be PEM texts"],
    ]
    for (const [text, words] of wrongs) {
      const { status, stderr } = await set(merchant, text)
      expect(status, words).to.equal(1)
      expect(stderr).to.contain(words)
    }
    const twice = await set(merchant, json({ ec: ["0106993069"] }), "--ec", "0106993070")
    expect([twice.status, twice.stderr.includes("--ec cannot be used")]).to.deep.equal([2, true])
    expect((await run(["show", "--account", merchant.account])).status).to.equal(1)
  })

  it("refuses what cannot be right in words, without repeating a value", async () => {
    const merchant = await newMerchant(vintem, "live")
    const mpi = { ...MPI, client_secret: SECRET }
    const { mcc: _, ...withoutMcc } = mpi
    const wrongs: [string, string][] = [
      [`${FILE}\nmore: ${SECRET}`, "have an unknown member: more"],
      [json({ mpi: { ...mpi, key: SECRET } }), "have an unknown member: mpi.key"],
      [json({ mpi: withoutMcc }), "need a text in mpi.mcc"],
      [json({ mpi: SECRET }), "need members in mpi"],
      [json({ mpi: { ...mpi, mcc: "59" } }), "mcc must have 4 digits"],
      [json({ mpi: { ...mpi, client_secret: `${SECRET} ${SECRET}` } }), "client_secret must be"],
      [json({ merchant_key: null }), "need a text in merchant_key"],
      [json({ boleto_provider: "Other" }), "boleto_provider must be one of Bradesco2, BancoDoBrasil3"],
      [`merchant_key: "${KEY}`, "is neither YAML nor JSON"],
      [KEY, "need members"],
      ["\n", "is empty.\n"],
    ]
    for (const [text, words] of wrongs) {
      const { status, stderr } = await set(merchant, text)
      expect(status, words).to.equal(1)
      expect(stderr).to.contain(words)
    }
    for (const option of ["--merchant-id", "--merchant-key-file", "--boleto-provider"]) {
      const { status, stderr } = await set(merchant, FILE, option, "x")
      expect(status).to.equal(2)
      expect(stderr).to.contain("--credentials-file cannot be used with")
    }
    const { status, stderr } = await run(["set", "--account", merchant.account, "--name", "cielo"])
    expect([status, stderr.includes("--credentials-file"), stderr.includes("--merchant-id")]).to.deep.equal([2, true, true])
    expect((await run(["show", "--account", merchant.account])).status).to.equal(1)
  })

  // Last, as SQLite's files can be read only once the server has closed.
  it("has secrets that are in no output and nowhere in clear", async () => {
    await vintem.close()
    expect(await findCanaries([KEY, SECRET], databases, { outputs: outputs.join() })).to.deep.equal([])
  })
})
