import { type Html, html } from "../../shared/html.ts"
import type { MenuEntry } from "../request/menu.ts"

/** The lines of each icon, on a grid of 18 by 18. */
const LINES: Record<MenuEntry | "brand" | "menu" | "search" | "user", string> = {
  home: "M2.5 8.2 9 2.7l6.5 5.5V15a.7.7 0 0 1-.7.7h-3.6v-4.4H6.8v4.4H3.2a.7.7 0 0 1-.7-.7z",
  payments: "M2 4.7h14a.6.6 0 0 1 .6.6v7.4a.6.6 0 0 1-.6.6H2a.6.6 0 0 1-.6-.6V5.3a.6.6 0 0 1 .6-.6zM1.4 7.7h15.2M4.4 10.7h2.8",
  customers: "M9 8.6a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 15.6c.5-2.9 2.9-4.4 6-4.4s5.5 1.5 6 4.4",
  subscriptions: "M14.7 7.2A6 6 0 0 0 3.6 6.3M3.3 2.9v3.6h3.6M3.3 10.8a6 6 0 0 0 11.1.9M14.7 15.1v-3.6h-3.6",
  products: "M9 1.9 15.6 5.3v7.4L9 16.1l-6.6-3.4V5.3zM2.6 5.5 9 8.8l6.4-3.3M9 8.8v7.1",
  links: "M7.4 10.6a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 0 0-4.3-4.3L9 4.7M10.6 7.4a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 0 0 4.3 4.3L9 13.3",
  balance: "M9 2.2v13.6M5.2 15.8h7.6M3 5h12M3 5 .9 10.3h4.2zM15 5l-2.1 5.3h4.2z",
  disputes: "M3.6 16V2.6M3.6 3.2h10.8l-2.2 3.5 2.2 3.5H3.6",
  mails: "M2 4.2h14a.6.6 0 0 1 .6.6v8.4a.6.6 0 0 1-.6.6H2a.6.6 0 0 1-.6-.6V4.8a.6.6 0 0 1 .6-.6zM1.7 4.6 9 10l7.3-5.4",
  attention: "M9 2.3 16.3 15H1.7zM9 7v3.7M9 12.8v.1",
  webhooks: "M6.3 3.6a2.8 2.8 0 1 1 4.4 3.3l2.5 4.4M9 5 6.3 10M13.2 15.2a2.3 2.3 0 1 0-1.9-3.6H6.8a2.4 2.4 0 1 1-3.9-1.4",
  requests: "M2.4 4.5h13.2M2.4 9h13.2M2.4 13.5h8",
  keys: "M6.2 14.8a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM8.8 8.5l6-6M12.2 5.1l2.3 2.3",
  "test-tools": "M7 2.3v4.5L2.9 13.9a1.2 1.2 0 0 0 1 1.8h10.2a1.2 1.2 0 0 0 1-1.8L11 6.8V2.3M5.7 2.3h6.6M5 11h8",
  settings:
    "M2.4 5.2h7.4M13.6 5.2h2M11.7 7.1a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8zM2.4 12.8h2M8.2 12.8h7.4M6.3 14.7a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8z",
  users:
    "M6.6 8.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM1.5 15c.4-2.5 2.4-3.9 5.1-3.9s4.7 1.4 5.1 3.9M11.8 3.5a2.6 2.6 0 0 1 0 4.9M13.7 11.5c1.6.5 2.6 1.7 2.9 3.5",
  audit: "M4 2h7l3.3 3.3V16H4zM10.7 2.2v3.4h3.4M6.7 9.2h4.8M6.7 12.2h4.8",
  brand: "M9 1.6a7.4 7.4 0 1 0 0 14.8A7.4 7.4 0 0 0 9 1.6zM5.7 6.2 9 12.6l3.3-6.4",
  menu: "M2.4 4.8h13.2M2.4 9h13.2M2.4 13.2h13.2",
  search: "M7.9 13a5.1 5.1 0 1 0 0-10.2 5.1 5.1 0 0 0 0 10.2zM11.7 11.7l3.7 3.7",
  user: "M9 16.4A7.4 7.4 0 1 0 9 1.6a7.4 7.4 0 0 0 0 14.8zM9 9.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM4.5 14.2c.7-1.8 2.3-2.8 4.5-2.8s3.8 1 4.5 2.8",
}

/** An icon in the color of the text beside it. That text carries the meaning. */
export const icon = (name: keyof typeof LINES): Html => DRAWINGS[name]

const DRAWINGS = Object.fromEntries(
  Object.entries(LINES).map(([name, lines]) => [
    name,
    html`<svg class="icon" viewBox="0 0 18 18" aria-hidden="true"><path d="${lines}"/></svg>`,
  ]),
) as Record<keyof typeof LINES, Html>
