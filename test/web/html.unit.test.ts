import { expect } from "chai"
import { html } from "../../src/web/shared/html.ts"

describe("The template tag html", () => {
  it("escapes texts in elements and in quoted attributes", () => {
    const text = `<b title="it's">&`
    expect(html`<p title="${text}">${text}</p>`.text).to.equal(
      '<p title="&lt;b title=&quot;it&#39;s&quot;&gt;&amp;">&lt;b title=&quot;it&#39;s&quot;&gt;&amp;</p>',
    )
  })

  it("keeps what is HTML already, joins lists, and leaves out what is not there", () => {
    const items = ["a", "<", 3].map((each) => html`<li>${each}</li>`)
    expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.text).to.equal("<ul><li>a</li><li>&lt;</li><li>3</li></ul>0")
  })

  it("escapes an object that only looks like HTML", () => {
    const forged = { text: "<script>", toString: () => "<script>" } as never
    expect(() => html`${forged}`.text).to.throw()
  })
})
