// The HTML of mails is what Gmail and Outlook keep.
import { expect } from "chai"
import type { Content, Frame } from "../../src/mail/content.ts"
import { renderHtml, renderText } from "../../src/mail/render.ts"

const TAGS = ["html", "head", "meta", "title", "body", "table", "tr", "td", "h1", "a", "br"]
/** https://www.caniemail.com: Gmail and Outlook on Windows know them, or do without them. */
const PROPERTIES = [
  ...["margin", "padding", "padding-bottom", "padding-top", "max-width", "text-align", "vertical-align", "border", "border-top"],
  ...["font-family", "font-size", "font-weight", "line-height", "color", "background-color", "border-radius", "display"],
  ...["text-decoration", "word-break"],
]
const ATTRIBUTES = [
  "lang",
  "charset",
  "name",
  "content",
  "style",
  "role",
  "width",
  "cellpadding",
  "cellspacing",
  "border",
  "align",
  "bgcolor",
  "href",
]

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>&'`
const CONTENT: Content = {
  subject: HOSTILE,
  heading: HOSTILE,
  paragraphs: [HOSTILE],
  facts: [[HOSTILE, HOSTILE]],
  code: { label: HOSTILE, text: HOSTILE },
  button: { text: HOSTILE, url: "https://pay.example/pay/x" },
}
const FRAME: Frame = {
  lang: "pt-BR",
  seller: { name: HOSTILE, document: HOSTILE, address: HOSTILE, email: HOSTILE, phone: HOSTILE },
  color: "#0a5c36",
  footer: HOSTILE,
  test: HOSTILE,
  contact: HOSTILE,
  stop: { text: HOSTILE, url: "https://pay.example/mail/stop/x" },
}

describe("The HTML of a mail", () => {
  const html = renderHtml(CONTENT, FRAME)
  const tags = [...html.matchAll(/<([a-z]\w*)((?:\s+[\w-]+="[^"]*")*)\s*>/g)]
  const attributes = tags.flatMap(([, , list = ""]) => [...list.matchAll(/([\w-]+)="([^"]*)"/g)])

  it("has only tags, attributes and properties that Gmail and Outlook keep", () => {
    expect(tags.length).to.equal(html.match(/<[a-z]/g)?.length)
    expect(TAGS).to.include.members([...new Set(tags.map(([, name]) => name))])
    expect(ATTRIBUTES).to.include.members([...new Set(attributes.map(([, name]) => name))])
    const styles = attributes.filter(([, name]) => name === "style").map(([, , value = ""]) => value)
    const properties = styles.flatMap((style) => style.split(";").map((each) => each.split(":")[0] ?? ""))
    expect(PROPERTIES).to.include.members([...new Set(properties)])
  })

  it("loads nothing, and has links to its own pages only", () => {
    expect(html).to.not.match(/\ssrc="|url\(|@import|<link|<script|<img/)
    const links = attributes.filter(([, name]) => name === "href").map(([, , url]) => url)
    expect(links).to.deep.equal(["https://pay.example/pay/x", "https://pay.example/mail/stop/x"])
  })

  it("colors the button only, so that a dark client can choose its own colors", () => {
    const colors = attributes.flatMap(([, , value = ""]) => value.match(/(?:^|;)(?:background-)?color:[^;]*/g) ?? [])
    const own = colors.map((color) => color.replace(/^;/, "")).filter((color) => color !== "color:inherit")
    expect(own).to.deep.equal(["background-color:#0a5c36", "color:#ffffff"])
    expect(html).to.include('name="color-scheme" content="light dark"')
  })

  it("has a plain text beside it that says the same", () => {
    const text = renderText(
      { ...CONTENT, heading: "Pague", paragraphs: ["Copie o código."], facts: [["Valor", "R$ 1,00"]] },
      FRAME,
    )
    expect(text).to.include("Pague\n\nCopie o código.\n\nValor: R$ 1,00\n\n").and.include("https://pay.example/pay/x")
  })
})
