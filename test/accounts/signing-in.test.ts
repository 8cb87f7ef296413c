import { expect } from "chai"
import {
  createLoginLink,
  deleteOldLinks,
  findLinkUser,
  removeLinksOf,
  useLoginLink,
} from "../../src/accounts/users/login-links.ts"
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
} from "../../src/accounts/users/passkeys.ts"
import type { User } from "../../src/accounts/users/tables.ts"
import { addUser, removeUser } from "../../src/accounts/users/users.ts"
import type { Transaction } from "../../src/db/database.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"

let users = 0

describe("What a user signs in with", () => {
  let mode: BareMode
  let user: User
  let other: User
  before(async () => {
    mode = await openBareMode()
  })
  beforeEach(async () => {
    const add = () => transaction((tx) => addUser(tx, { email: `u${++users}@shop.example`, role: "viewer", account: null }))
    user = await add()
    other = await add()
  })
  after(() => mode.close())

  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => mode.transaction(work)
  const database = () => mode.database
  const ring = () => mode.ring

  describe("a link", () => {
    const link = (of = user) => transaction((tx) => createLoginLink(tx, ring(), of))
    const use = (token: string) => transaction(async (tx) => (await useLoginLink(tx, ring(), token))?.id)
    const isGood = async (token: string) => (await findLinkUser(database(), ring(), token)) !== undefined

    it("works once, for its user", async () => {
      const [one, two] = [await link(), await link(other)]
      expect([await isGood(one), await use(one)]).to.deep.equal([true, user.id])
      expect([await isGood(one), await use(one)]).to.deep.equal([false, undefined])
      expect([await isGood(two), await use(two)]).to.deep.equal([true, other.id])
    })

    it("works for ten minutes, and is deleted later", async () => {
      const old = await link()
      await mode.change("UPDATE login_links SET expires_at_ms = expires_at_ms - 590000")
      expect(await isGood(old)).to.equal(true)
      const young = await link()
      await mode.change("UPDATE login_links SET expires_at_ms = expires_at_ms - 11000")
      expect([await isGood(old), await use(old)]).to.deep.equal([false, undefined])
      expect(await transaction((tx) => deleteOldLinks(tx, 100))).to.be.at.least(1)
      expect(await use(young)).to.equal(user.id)
    })

    it("works no longer once the links of its user, or the user, are removed", async () => {
      const [one, two] = [await link(), await link(other)]
      await transaction((tx) => removeLinksOf(tx, user))
      expect([await isGood(one), await isGood(two)]).to.deep.equal([false, true])
      await transaction((tx) => removeUser(tx, other.id))
      expect([await isGood(two), await use(two)]).to.deep.equal([false, undefined])
    })
  })

  describe("a passkey", () => {
    let keys = 0
    const passkey = (name = "") => ({ credential: `cred${++keys}`, public_key: "pk", counter: 0, transports: "[]", name })
    const add = (wanted = passkey(), { of = user, first = false } = {}) =>
      transaction((tx) => addPasskey(tx, of, wanted, { first })).catch((error: { code?: string }) => error.code)
    const added = async (of = user) => {
      const wanted = passkey()
      await add(wanted, { of })
      return (await findPasskey(database(), wanted.credential))!
    }
    const namesOf = async (of = user) => (await listPasskeys(database(), of)).map(({ name }) => name)

    it("is listed with the others of its user, the oldest first, under a name", async () => {
      for (const name of ["phone", "", "a\u0000b".padEnd(80, "x")]) await add(passkey(name))
      await add(passkey("theirs"), { of: other })
      expect(await namesOf()).to.deep.equal(["phone", "Passkey 2", "ab".padEnd(60, "x")])
    })

    it("is refused where it is registered, where it is not the first, and beyond twenty", async () => {
      const wanted = passkey()
      await add(wanted)
      expect(await add(wanted, { of: other })).to.equal("passkey_exists")
      expect(await add(passkey(), { first: true })).to.equal("proof_missing")
      for (let n = 1; n < 20; n++) await add()
      expect(await add()).to.equal("limit_reached")
      expect(await namesOf()).to.have.lengthOf(20)
    })

    it("is neither added nor found where its user was removed", async () => {
      const { credential } = await added()
      await transaction((tx) => removeUser(tx, user.id))
      expect(await add()).to.equal("user_removed")
      expect(await findPasskey(database(), credential)).to.equal(undefined)
      // As where another process has added it while the user was removed.
      const late = await added(other)
      await mode.change(`UPDATE users SET removed_at_ms = 1 WHERE id = '${other.id}'`)
      expect(await findPasskey(database(), late.credential)).to.equal(undefined)
    })

    it("is used with a counter that rises, or that its authenticator does not keep", async () => {
      const [one, two] = [await added(), await added(other)]
      const use = async (id: string, counter: number) => (await transaction((tx) => notePasskeyUse(tx, id, counter)))?.counter
      const counters = [
        await use(one.id, 0),
        await use(one.id, 5),
        await use(one.id, 5),
        await use(one.id, 0),
        await use(one.id, 6),
      ]
      expect(counters).to.deep.equal([0, 5, undefined, undefined, 6])
      expect((await findPasskey(database(), two.credential))!).to.include({ counter: 0, used_ms: null })
    })

    it("is renamed and removed by its user only", async () => {
      const [one, kept] = [await added(), await added()]
      const theirs = await added(other)
      expect(await transaction((tx) => renamePasskey(tx, other, one.id, "mine"))).to.equal(undefined)
      expect(await transaction((tx) => removePasskey(tx, other, one.id))).to.equal(false)
      expect(await transaction((tx) => renamePasskey(tx, user, one.id, "laptop"))).to.include({ name: "laptop" })
      expect(await namesOf()).to.deep.equal(["laptop", kept.name])
      expect(await transaction((tx) => removePasskey(tx, user, one.id))).to.equal(true)
      expect(await namesOf()).to.deep.equal([kept.name])
      await transaction((tx) => removePasskeysOf(tx, user))
      expect([await namesOf(), await namesOf(other)]).to.deep.equal([[], [theirs.name]])
    })
  })
})
