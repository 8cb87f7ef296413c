// Runs in the reader's browser: shows the contract of the very service that served the page, and asks nobody else for anything.
Scalar.createApiReference("#docs", {
  url: "/v1/openapi.json",
  servers: [{ url: window.location.origin }],
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: "",
  persistAuth: false,
  authentication: { preferredSecurityScheme: "BearerKey" },
  defaultOpenAllTags: false,
})
