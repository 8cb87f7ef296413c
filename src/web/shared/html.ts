export { escapeHtml, Html, html } from "../../base/html.ts"
