import { type Html, html } from "../base/html.ts"
import type { Content, Frame } from "./content.ts"

const FONT = "font-family:Arial,Helvetica,sans-serif"
const CELL = `${FONT};font-size:16px;line-height:24px`
const SMALL = `${FONT};font-size:13px;line-height:20px`
const LINE = "border-top:1px solid #808080"

/**
 * The HTML of a mail: tables and inline styles, which Gmail and Outlook keep. It loads nothing. Text and background have no color, so that each
 * client chooses both, also in dark mode. Only the button has a color, with white on it.
 */
export function renderHtml(content: Content, frame: Frame): string {
  return html`<!doctype html>
<html lang="${frame.lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title></head>
<body style="margin:0;padding:0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
${frame.test && row(frame.test, `${SMALL};padding-bottom:16px;font-weight:bold`)}
${row(frame.seller.name, `${CELL};padding-bottom:16px;font-weight:bold`)}
${row(html`<h1 style="margin:0;${FONT};font-size:22px;line-height:30px">${content.heading}</h1>`, "padding-bottom:12px")}
${content.paragraphs.map((text) => row(text, `${CELL};padding-bottom:16px`))}
${content.facts.length > 0 && row(factsTable(content), "padding-bottom:16px")}
${content.code && row(codeBox(content.code), "padding-bottom:16px")}
${content.button && row(buttonOf(content.button, frame.color), "padding-bottom:16px")}
${row(footerOf(frame), `${LINE};${SMALL};padding-top:16px`)}
</table></td></tr></table>
</body>
</html>
`.text
}

function row(content: Html | string, style: string): Html {
  return html`<tr><td style="${style}">${content}</td></tr>`
}

function factsTable({ facts }: Content): Html {
  const rows = facts.map(
    ([label, value]) => html`<tr><td style="${CELL};${LINE};padding:8px 12px 8px 0;vertical-align:top">${label}</td>
<td align="right" style="${CELL};${LINE};padding:8px 0;vertical-align:top;font-weight:bold;word-break:break-word">${value}</td></tr>`,
  )
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows}</table>`
}

function codeBox({ label, text }: NonNullable<Content["code"]>): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="${CELL};padding-bottom:4px">${label}</td></tr>
<tr><td style="border:1px solid #808080;padding:12px;font-family:'Courier New',monospace;font-size:14px;line-height:20px;word-break:break-all">${text}</td></tr></table>`
}

function buttonOf({ text, url }: NonNullable<Content["button"]>, color: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${color}" style="background-color:${color};border-radius:6px">
<a href="${url}" style="display:inline-block;padding:12px 24px;${FONT};font-size:16px;color:#ffffff;text-decoration:none">${text}</a></td></tr></table>`
}

function footerOf(frame: Frame): Html {
  const lines = [...footerLines(frame)].map((line) => html`${line}<br>`)
  return html`${lines}${frame.stop && html`<br><a href="${frame.stop.url}" style="${SMALL};color:inherit">${frame.stop.text}</a>`}`
}

/** Decreto 7.962 asks for the seller's name, document, address and contact. */
function footerLines({ seller, footer, contact }: Frame): string[] {
  const { name, document, address, email, phone } = seller
  const reach = [email, phone].filter((each) => each !== null).join(" · ")
  const lines = [[name, document].filter((each) => each !== null).join(" – "), address, reach && `${contact}: ${reach}`, footer]
  return lines.filter((line): line is string => Boolean(line))
}

/** The same as plain text. */
export function renderText(content: Content, frame: Frame): string {
  const { heading, paragraphs, facts, code, button } = content
  const parts = [
    frame.test,
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    code && `${code.label}:\n\n${code.text}`,
    button && `${button.text}:\n${button.url}`,
    ["-- ", ...footerLines(frame)].join("\n"),
    frame.stop && `${frame.stop.text}:\n${frame.stop.url}`,
  ]
  return `${parts.filter(Boolean).join("\n\n")}\n`
}
