// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
export * from "./runtime/errors.js";
export { webhooks } from "./runtime/webhooks.js";
export { Vintem, Vintem as default } from "./vintem.js";
