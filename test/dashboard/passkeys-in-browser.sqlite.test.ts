import { expect } from "chai"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { command, signInByLink } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"

describe("A passkey in a browser", () => {
  let vintem: Running
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let origin: string
  const refusals: string[] = []
  before(async () => {
    vintem = await startVintem()
    origin = vintem.server.dashboardOrigin!
    browser = await launchChromium()
    context = await browser.newContext()
    page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && refusals.push(message.text()))
  })
  after(async () => {
    await browser.close()
    await vintem.close()
  })

  /** A device with a screen lock. `verifies`: whether its user can unlock it. */
  const addDevice = async (verifies = true) => {
    const session = await context.newCDPSession(page)
    await session.send("WebAuthn.enable")
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: verifies,
        automaticPresenceSimulation: true,
      },
    })
    return (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })
  }
  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))
  let unlock: (isUserVerified: boolean) => Promise<unknown>

  it("is registered after the link, with one button", async () => {
    unlock = await addDevice()
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner"])
    await signInByLink(page, vintem, "ana@example.com")
    expect(page.url()).to.equal(`${origin}/passkeys/new`)
    expect(await barriers(page)).to.deep.equal([])
    await page.getByLabel("Name").fill("Laptop")
    await page.getByRole("button", { name: "Register a passkey" }).click()
    await page.waitForURL(/\/home$/)
    expect(await page.textContent("main")).to.include("Your passkey is registered")
    await page.goto(`${origin}/passkeys`)
    expect(await page.textContent("main")).to.include("Laptop")
    expect(await barriers(page)).to.deep.equal([])
  })

  it("signs in with one button and no e-mail address", async () => {
    await context.clearCookies()
    await page.goto(`${origin}/sign-in`)
    expect(await page.locator("input:not([type=hidden])").count()).to.equal(0)
    expect(await barriers(page)).to.deep.equal([])
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.waitForURL(/\/home$/)
    await page.goto(`${origin}/passkeys`)
    expect(await page.textContent("main")).to.include("ana@example.com")
  })

  it("proves who somebody is before they manage users, and leads on to what they wanted", async () => {
    await change("UPDATE sessions SET proved_ms = proved_ms - 300000")
    const path = `${origin}/${vintem.account}/test/users/add`
    await page.goto(path)
    expect(page.url()).to.include("/prove?to=")
    expect(await barriers(page)).to.deep.equal([])
    await page.getByRole("button", { name: "Confirm with a passkey" }).click()
    await page.waitForURL(path)
    await page.getByLabel("E-mail").fill("bea@example.com")
    await page.getByRole("button", { name: "Add the user" }).click()
    expect(await page.textContent("main"))
      .to.include("/sign-in/")
      .and.include("only now")
    expect(await barriers(page)).to.deep.equal([])
  })

  it("says so, in the page, where the user does not confirm, or the passkey is one that was removed", async () => {
    await context.clearCookies()
    await page.goto(`${origin}/sign-in`)
    const button = page.getByRole("button", { name: "Sign in with a passkey" })
    const alert = page.getByRole("alert")
    await unlock(false)
    await button.click()
    await alert.filter({ hasText: "Nothing was confirmed" }).waitFor()
    await unlock(true)
    await change("DELETE FROM passkeys")
    await button.click()
    await alert.filter({ hasText: "ask an owner for a one-time link" }).waitFor()
    expect(refusals.filter((text) => /Content Security Policy/.test(text))).to.deep.equal([])
  })

  it("needs JavaScript: without it the page says so, and the link still signs in", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const without = await plain.newPage()
    await without.goto(`${origin}/sign-in`)
    expect(await without.textContent("main")).to.include("Passkeys need JavaScript")
    expect(await without.getByRole("button").count()).to.equal(0)
    await signInByLink(without, vintem, "ana@example.com")
    await without.getByRole("link", { name: "Continue without a passkey" }).click()
    expect(without.url()).to.match(/\/home$/)
    await plain.close()
  })
})
