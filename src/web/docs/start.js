// Runs in the reader's browser. It shows the contract of the service that served the page, and loads nothing from other hosts.
const dark = matchMedia("(prefers-color-scheme: dark)")
const docs = document.querySelector("#docs")
docs.replaceChildren()

// The version is in the query, so that links to operations of each version work.
const links = [...document.querySelectorAll("#versions li a")]
const named = new URLSearchParams(window.location.search).get("version")
const shown = links.find((link) => link.textContent === named) ?? links.find((link) => "first" in link.dataset)
shown.setAttribute("aria-current", "true")
for (const link of links) {
  link.addEventListener("click", () => {
    link.hash = window.location.hash
  })
}

Scalar.createApiReference("#docs", {
  url: shown.dataset.document,
  servers: [{ url: window.location.origin }],
  theme: "none",
  // The search in the header also finds guides.
  hideSearch: true,
  hideDarkModeToggle: true,
  forceDarkModeState: dark.matches ? "dark" : "light",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  // Samples are for curl and for our SDK. Scalar would offer code for libraries that do not know this API.
  hiddenClients: [
    ...[
      "c",
      "clojure",
      "csharp",
      "dart",
      "fsharp",
      "go",
      "http",
      "java",
      "js",
      "julia",
      "kotlin",
      "node",
      "objc",
      "ocaml",
      "php",
    ],
    ...["powershell", "python", "r", "ruby", "rust", "swift", "shell/httpie", "shell/wget"],
  ],
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: "",
  persistAuth: false,
  authentication: { preferredSecurityScheme: "BearerKey" },
  defaultOpenAllTags: false,
  // A fixed key would replay the response to the first request. A key that the reader typed is kept, so they can try a replay.
  onBeforeRequest: ({ requestBuilder: { method, headers } }) => {
    const writes = method === "POST" || method === "DELETE"
    // Browsers have randomUUID only on https and on localhost.
    if (writes && !headers.has("Idempotency-Key") && crypto.randomUUID) headers.set("Idempotency-Key", crypto.randomUUID())
  },
})

/** Accessibility fixes for Scalar: what it omits for screen readers, and what it would announce twice. */
const MENDS = {
  "button.scalar-code-copy:not([aria-label])": (button) => button.setAttribute("aria-label", "Copy"),
  ".response-card[role=region]": (card) => card.setAttribute("role", "group"),
  // On a phone, this element repeats the heading of the visible section. The page already has a banner.
  "header:not([role])": (header) => header.setAttribute("role", "none"),
  "header > span:not([aria-hidden])": (title) => title.setAttribute("aria-hidden", "true"),
}
const mend = () => {
  for (const [selector, change] of Object.entries(MENDS)) docs.querySelectorAll(selector).forEach(change)
}
new MutationObserver(mend).observe(docs, { childList: true, subtree: true })
mend()
