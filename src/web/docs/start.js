// Runs in the reader's browser. It shows the contract of the service that served the page and loads nothing from other hosts.
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
