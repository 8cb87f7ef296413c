import { expect } from "chai"
import { createAccount } from "../../src/accounts/accounts.ts"
import { createLoginLink, findLinkUser } from "../../src/accounts/users/login-links.ts"
import { dismissUser, findUserById, findUsersById, giveRole, handOverLink } from "../../src/accounts/users/manage.ts"
import { addPasskey, listPasskeys } from "../../src/accounts/users/passkeys.ts"
import type { Role } from "../../src/accounts/users/roles.ts"
import { beginSession, findUserSession } from "../../src/accounts/users/sessions.ts"
import type { User } from "../../src/accounts/users/tables.ts"
import { addUser, isRole, listUsers, removeUser, usersWithEmail } from "../../src/accounts/users/users.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"

describe("An owner in the dashboard", () => {
  let mode: BareMode
  let shop: string
  let elsewhere: string
  let users = 0
  before(async () => {
    mode = await openBareMode()
    const newAccount = (name: string) => mode.transaction((tx) => createAccount(tx, { now: () => Date.now() }, name))
    shop = (await newAccount("Padaria")).id
    elsewhere = (await newAccount("Farmácia")).id
  })
  beforeEach(() => mode.change("UPDATE users SET removed_at_ms = 1"))
  after(() => mode.close())

  const add = (role: Role, account: string | null = shop) =>
    mode.transaction((tx) => addUser(tx, { email: `u${++users}@shop.example`, role, account }))
  const refusal = (error: { code?: string }) => error.code ?? String(error)
  const give = (by: User, { id }: User, role: Role) =>
    mode.transaction((tx) => giveRole(tx, by, id, role)).then((user) => user.role, refusal)
  const remove = (by: User, { id }: User) => mode.transaction((tx) => dismissUser(tx, by, id)).then(() => "removed", refusal)
  const link = (by: User, { id }: User, forget = false) =>
    mode.transaction((tx) => handOverLink(tx, mode.ring, by, { id, forget }))
  const linkOrRefusal = (by: User, user: User) => link(by, user).then(() => "a link", refusal)
  /** What becomes of each of the three ways to manage a user. */
  const manage = async (by: User, user: User) => [
    await linkOrRefusal(by, user),
    await give(by, user, "operator"),
    await remove(by, user),
  ]

  it("manages the users of their account, and nobody else notices", async () => {
    const [owner, viewer, bystander] = [await add("owner"), await add("viewer"), await add("viewer")]
    expect(await manage(owner, viewer)).to.deep.equal(["a link", "operator", "removed"])
    expect((await findUserById(mode.database, viewer.id))!.removed_at_ms).to.be.closeTo(Date.now(), 60_000)
    expect(await findUserById(mode.database, bystander.id)).to.deep.equal(bystander)
  })

  it("of every account manages all users, and one of an account manages no others", async () => {
    const [ofEvery, ofShop] = [await add("owner", null), await add("owner")]
    const [far, wide] = [await add("viewer", elsewhere), await add("viewer", null)]
    for (const user of [far, wide]) {
      expect(await manage(ofShop, user)).to.deep.equal(["not_found", "not_found", "not_found"])
      expect(await manage(ofEvery, user)).to.deep.equal(["a link", "operator", "removed"])
    }
  })

  it("finds nobody who was removed, or who never was", async () => {
    const [owner, viewer] = [await add("owner"), await add("viewer")]
    await mode.transaction((tx) => removeUser(tx, viewer.id))
    for (const user of [viewer, { ...viewer, id: "usr_none" }])
      expect(await manage(owner, user)).to.deep.equal(["not_found", "not_found", "not_found"])
  })

  it("does nothing any more once they have another role, or were removed", async () => {
    const [first, second, viewer] = [await add("owner"), await add("owner"), await add("viewer")]
    expect(await give(first, second, "operator")).to.equal("operator")
    expect(await manage(second, viewer)).to.deep.equal(["not_owner", "not_owner", "not_owner"])
    await add("owner")
    expect(await remove(first, first)).to.equal("removed")
    expect(await manage(first, viewer)).to.deep.equal(["not_owner", "not_owner", "not_owner"])
  })

  it("is not the last one who leaves: an account keeps one of its own or of every account, and every account keeps one", async () => {
    const [one, two] = [await add("owner"), await add("owner")]
    await add("viewer")
    await add("owner", elsewhere)
    expect(await give(one, two, "viewer")).to.equal("viewer")
    expect([await give(one, one, "viewer"), await remove(one, one)]).to.deep.equal(["last_owner", "last_owner"])
    expect(await give(one, one, "owner"), "the role that they have").to.equal("owner")
    expect(await linkOrRefusal(one, one), "a link for themselves").to.equal("a link")
    const ofEvery = await add("owner", null)
    expect(await give(ofEvery, ofEvery, "viewer")).to.equal("last_owner")
    expect(await remove(ofEvery, ofEvery)).to.equal("last_owner")
    expect(await remove(one, one), "while one of every account is there").to.equal("removed")
    await add("owner", null)
    expect(await remove(ofEvery, ofEvery)).to.equal("removed")
  })

  it("hands over a link, and takes away what its user signed in with before only where that was lost", async () => {
    const [owner, viewer, other] = [await add("owner"), await add("viewer"), await add("viewer")]
    const equip = (user: User, credential: string) =>
      mode.transaction(async (tx) => {
        const key = { credential, public_key: "pk", counter: 0, transports: "", name: "" }
        await addPasskey(tx, user, key, { first: true })
        return {
          link: await createLoginLink(tx, mode.ring, user),
          session: await beginSession(tx, mode.ring, user, { by: "link" }),
        }
      })
    const [mine, theirs] = [await equip(viewer, `one of ${viewer.id}`), await equip(other, `one of ${other.id}`)]
    const left = async (user: User, { link, session }: typeof mine) => ({
      passkeys: (await listPasskeys(mode.database, user)).length,
      link: (await findLinkUser(mode.database, mode.ring, link)) !== undefined,
      session: (await findUserSession(mode.database, mode.ring, session)) !== undefined,
    })
    const all = { passkeys: 1, link: true, session: true }
    const kept = await link(owner, viewer)
    expect([kept.user.id, (await findLinkUser(mode.database, mode.ring, kept.token))?.id]).to.deep.equal([viewer.id, viewer.id])
    expect(await left(viewer, mine)).to.deep.equal(all)
    const fresh = await link(owner, viewer, true)
    expect((await findLinkUser(mode.database, mode.ring, fresh.token))?.id).to.equal(viewer.id)
    expect(await left(viewer, mine)).to.deep.equal({ passkeys: 0, link: false, session: false })
    expect(await left(other, theirs)).to.deep.equal(all)
  })

  it("adds at most 100 users to an account, and others once one is removed", async () => {
    const adding = (email: string, account: string | null = "acct_full") =>
      mode.transaction((tx) => addUser(tx, { email, role: "viewer", account })).then((user) => user.id, refusal)
    const ids: string[] = []
    for (let i = 0; i < 100; i++) ids.push(await adding(`user${i}@full.example`))
    expect(await adding("one-more@full.example")).to.equal("limit_reached")
    expect(await adding("elsewhere@full.example", "acct_other")).to.match(/^usr_/)
    expect(await adding("everywhere@full.example", null)).to.match(/^usr_/)
    await mode.transaction((tx) => removeUser(tx, ids[0]!))
    expect(await adding("one-more@full.example")).to.match(/^usr_/)
  })

  it("adds users by an e-mail address that no user of the same account has, in lower or upper case", async () => {
    const adding = (email: string) =>
      mode.transaction((tx) => addUser(tx, { email, role: "viewer", account: null })).then((user) => user.email, refusal)
    const longest = `${"a".repeat(242)}@shop.example`.slice(-254)
    expect(longest).to.have.lengthOf(254)
    expect(await adding(longest)).to.equal(longest)
    expect(await adding("Ana@Shop.example")).to.equal("ana@shop.example")
    expect(await adding("ANA@shop.example")).to.equal("user_exists")
    for (const odd of [
      "",
      "ana",
      "@shop.example",
      "ana@",
      "a b@shop.example",
      "ana@shop@example",
      "<ana@shop.example>",
      "\u212Aate@shop.example",
      "jos\u00e9@shop.example",
      "ana@shop\u0435.example",
      "ana\n@shop.example",
      `a${longest}`,
    ])
      expect(await adding(odd), odd).to.equal("email_invalid")
    const { message } = await mode
      .transaction((tx) => addUser(tx, { email: "x".repeat(300), role: "viewer", account: null }))
      .catch((error) => error)
    expect(message).to.equal(`'${"x".repeat(64)}' is not an e-mail address in plain ASCII characters.`)
    const [ana] = await usersWithEmail(mode.database, "ANA@SHOP.EXAMPLE")
    await mode.transaction((tx) => removeUser(tx, ana!.id))
    expect(await usersWithEmail(mode.database, "ana@shop.example")).to.deep.equal([])
    expect(await adding("ana@shop.example"), "again once they were removed").to.equal("ana@shop.example")
  })

  it("adds an address that other accounts have, or a user of every account, and each of its users is one of their own", async () => {
    const adding = (account: string | null) =>
      mode.transaction((tx) => addUser(tx, { email: "ana@shop.example", role: "viewer", account })).then(({ id }) => id, refusal)
    const accounts = [null, elsewhere, shop]
    const ids: string[] = []
    for (const account of accounts) ids.push(await adding(account))
    for (const account of accounts) expect(await adding(account), `again in ${account}`).to.equal("user_exists")
    const present = async () => (await usersWithEmail(mode.database, "Ana@shop.example")).map(({ id, account }) => [id, account])
    const all = accounts.map((account, place) => [ids[place], account])
    expect(await present()).to.deep.equal(all)
    await mode.transaction((tx) => removeUser(tx, ids[1]!))
    expect(await present()).to.deep.equal([all[0], all[2]])
  })

  it("adds an address once, if two add it to an account at the same time", async () => {
    const adding = (account: string | null) =>
      mode.transaction((tx) => addUser(tx, { email: "bea@shop.example", role: "viewer", account })).then(() => "added", refusal)
    for (const account of [shop, null])
      expect((await Promise.all([adding(account), adding(account)])).sort()).to.deep.equal(["added", "user_exists"])
  })

  it("sees who was not removed, the oldest first, and finds who was by id", async () => {
    const all = [await add("owner"), await add("viewer"), await add("operator")]
    expect((await listUsers(mode.database)).map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id))
    expect(await remove(all[0]!, all[1]!)).to.equal("removed")
    expect((await listUsers(mode.database)).map(({ id }) => id)).to.deep.equal([all[0]!.id, all[2]!.id])
    const found = await findUsersById(mode.database, [all[1]!.id, "usr_none", all[2]!.id])
    expect(found.map(({ id }) => id)).to.have.members([all[1]!.id, all[2]!.id])
    expect(await mode.transaction((tx) => removeUser(tx, all[1]!.id)), "a second time").to.equal(undefined)
  })

  it("gives one of three roles", () => {
    expect(["viewer", "operator", "owner"].every(isRole)).to.equal(true)
    expect(["", "king", "Owner", "viewer "].some(isRole)).to.equal(false)
  })
})
